/**
 * Attributes, items and slices of template values, and the methods of lists,
 * dicts and tuples.
 *
 * @module
 */
import { TEXT_METHODS } from "./text_methods.ts";
import {
  defined,
  dictEntries,
  dictGet,
  equals,
  isDict,
  isFloat,
  isNumber,
  iterate,
  Namespace,
  PyFunction,
  PyTuple,
  repr,
  templateError,
  toNumber,
  typeName,
  Undefined,
  type Value,
} from "./value.ts";

function indexOf(items: readonly Value[], wanted: Value): number {
  const at = items.findIndex((item) => equals(item, wanted));
  if (at < 0) throw templateError(`Cannot call "index": ${repr(wanted)} is not in the list`);
  return at;
}

function method(object: Value, name: string): PyFunction | null {
  if (typeof object === "string") {
    const found = TEXT_METHODS.get(name);
    return found === undefined ? null : new PyFunction(name, (args, kwargs) => found(object, args, kwargs));
  }
  const bind = (call: (...args: Value[]) => Value): PyFunction =>
    new PyFunction(name, (args) => call(...args));
  if (isDict(object)) {
    if (name === "items") return bind(() => dictEntries(object).map((pair) => new PyTuple(pair)));
    if (name === "keys") return bind(() => dictEntries(object).map(([key]) => key));
    if (name === "values") return bind(() => dictEntries(object).map(([, value]) => value));
    if (name === "copy") return bind(() => object);
    if (name === "get") {
      return bind((key, fallback = null) => {
        const value = dictGet(object, key);
        return value === undefined ? fallback : value;
      });
    }
    return null;
  }
  const items = Array.isArray(object) ? object : object instanceof PyTuple ? object.items : null;
  if (items !== null) {
    if (name === "index") return bind((wanted) => indexOf(items, wanted));
    if (name === "count") return bind((wanted) => items.filter((item) => equals(item, wanted)).length);
    if (Array.isArray(object)) return listMethod(object, name, bind);
  }
  if (isFloat(object) && name === "is_integer") return bind(() => Number.isInteger(toNumber(object)));
  return null;
}

function listMethod(
  list: Value[],
  name: string,
  bind: (call: (...args: Value[]) => Value) => PyFunction,
): PyFunction | null {
  if (Object.isFrozen(list)) return null;
  if (name === "append") return bind((item) => (list.push(item), null));
  if (name === "extend") return bind((items) => (list.push(...iterate(items)), null));
  if (name === "insert") return bind((at, item) => (list.splice(Number(at), 0, item), null));
  if (name === "pop") return bind((at = -1) => list.splice(Number(at), 1)[0]);
  if (name === "copy") return bind(() => [...list]);
  return null;
}

function kindOf(object: Value): string {
  return object === null ? "None" : `${typeName(object)} object`;
}

function missing(object: Value, key: Value): Undefined {
  return new Undefined(
    typeof key === "string"
      ? object === null
        ? `'None' has no attribute '${key}'`
        : `'${kindOf(object)}' has no attribute ${repr(key)}`
      : `${kindOf(object)} has no element ${repr(key)}`,
  );
}

function item(object: Value, key: Value): Value {
  if (isDict(object)) return dictGet(object, key);
  if (!isNumber(key) || isFloat(key)) return undefined;
  const at = toNumber(key);
  if (typeof object === "string") {
    const points = /[\ud800-\udfff]/.test(object) ? [...object] : object;
    return points[at < 0 ? points.length + at : at];
  }
  const items = object instanceof PyTuple ? object.items : object;
  return Array.isArray(items) ? items[at < 0 ? items.length + at : at] : undefined;
}

/** `object[key]`: an item first, then an attribute; undefined when neither is there. */
export function getItem(object: Value, key: Value): Value {
  defined(object);
  defined(key);
  const value = item(object, key);
  if (value !== undefined) return value;
  return (typeof key === "string" ? method(object, key) : null) ?? missing(object, key);
}

/** `object.name`: an attribute first, then an item; undefined when neither is there. */
export function getAttribute(object: Value, name: string): Value {
  defined(object);
  if (object instanceof Namespace) return object.attributes.get(name) ?? missing(object, name);
  const found = method(object, name);
  if (found !== null) return found;
  const value = item(object, name);
  return value === undefined ? missing(object, name) : value;
}

/** A dotted path such as `a.0.b`, as the `attribute` argument of filters has it. */
export function getPath(object: Value, path: Value): Value {
  let value = object;
  for (const part of String(path).split(".")) {
    value = getItem(value, /^\d+$/.test(part) ? Number(part) : part);
  }
  return value;
}

/** `object[start:stop:step]`. @throws {TaskError} On a step of 0 and what has no order. */
export function slice(object: Value, start: Value, stop: Value, step: Value): Value {
  defined(object);
  const items = typeof object === "string" ? [...object] : object instanceof PyTuple ? object.items : object;
  if (!Array.isArray(items)) {
    throw templateError(`Cannot slice: wanted a list or text, found "${typeName(object)}"`);
  }
  const by = step === null ? 1 : toNumber(step);
  if (by === 0) throw templateError("Cannot slice: wanted a step other than 0");
  const n = items.length;
  const bound = (value: Value, fallback: number): number => {
    if (value === null) return fallback;
    const at = toNumber(value) < 0 ? toNumber(value) + n : toNumber(value);
    return by > 0 ? Math.min(Math.max(at, 0), n) : Math.min(Math.max(at, -1), n - 1);
  };
  const out: Value[] = [];
  const from = bound(start, by > 0 ? 0 : n - 1);
  const to = bound(stop, by > 0 ? n : -1);
  for (let i = from; by > 0 ? i < to : i > to; i += by) out.push(items[i]);
  return typeof object === "string" ? out.join("") : object instanceof PyTuple ? new PyTuple(out) : out;
}
