/** Structural equality with the semantics of `jsr:@std/assert/equal`. */

type Any = Record<PropertyKey, unknown>;

function samePrototype(a: object, b: object): boolean {
  const pa = Object.getPrototypeOf(a);
  const pb = Object.getPrototypeOf(b);
  return pa === pb || (pa === null && pb === Object.prototype) || (pb === null && pa === Object.prototype);
}

function ownKeys(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter((k) => Object.prototype.propertyIsEnumerable.call(value, k));
}

function isKeyed(value: unknown): value is Set<unknown> | Map<unknown, unknown> {
  return value instanceof Set || value instanceof Map;
}

/** Whether two values are equal by structure. */
export function equal(left: unknown, right: unknown): boolean {
  const seen = new Map<unknown, unknown>();
  const compare = (a: unknown, b: unknown): boolean => {
    if (typeof a === "number" && typeof b === "number") return (a !== a && b !== b) || a === b;
    if (Object.is(a, b)) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (a instanceof Date && b instanceof Date) return compare(a.getTime(), b.getTime());
    if ((a instanceof RegExp && b instanceof RegExp) || (a instanceof URL && b instanceof URL)) {
      return String(a) === String(b);
    }
    if (!samePrototype(a, b)) return false;
    if (ArrayBuffer.isView(a) && !(a instanceof DataView)) {
      const x = a as Uint8Array;
      const y = b as Uint8Array;
      return x.length === y.length && x.every((v, i) => compare(v, y[i]));
    }
    if (a instanceof WeakMap || a instanceof WeakSet) throw new TypeError("Cannot compare WeakMap or WeakSet");
    if (a instanceof WeakRef) return compare(a.deref(), (b as WeakRef<object>).deref());
    if (seen.get(a) === b) return true;
    if (Object.keys(a).length !== Object.keys(b).length) return false;
    seen.set(a, b);
    if (isKeyed(a) && isKeyed(b)) {
      if (a.size !== b.size) return false;
      const rest = [...b.entries()];
      for (const [key, value] of a.entries()) {
        const at = rest.findIndex(([k, v]) =>
          (key === k || (typeof key === "object" && compare(key, k))) && compare(value, v)
        );
        const other = at >= 0 ? at : rest.findIndex(([k, v]) => compare(key, k) && compare(value, v));
        if (other < 0) return false;
        rest.splice(other, 1);
      }
      return true;
    }
    if (a instanceof Error && b instanceof Error) {
      if (a.name !== b.name || a.message !== b.message || !compare(a.cause, b.cause)) return false;
    }
    for (const key of new Set([...ownKeys(a), ...ownKeys(b)])) {
      if ((key in a) !== (key in b) || !compare((a as Any)[key], (b as Any)[key])) return false;
    }
    return true;
  };
  return compare(left, right);
}
