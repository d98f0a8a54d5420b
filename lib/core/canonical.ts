/**
 * The JSON text of a value that is the same everywhere: the base of identities.
 *
 * @module
 */
import { isPlainObject, kindOf } from "./plain_object.ts";
import { pythonFloat } from "./python_number.ts";
import { sortCodePoints } from "./sort_code_points.ts";

/** Options of {@linkcode canonicalJson}. */
export interface CanonicalOptions {
  /**
   * Accept whole numbers beyond ±(2^53 − 1) (written as Python writes floats)
   * and unpaired surrogates (escaped). For rows of foreign data; ids of
   * examples keep the strict default.
   */
  readonly wide?: boolean;
}

/**
 * The canonical text of a JSON value: keys in code point order, no blanks,
 * numbers as Python prints them (`1e-07`), `-0` and `1.0` as integers,
 * non-ASCII raw. Equal values give equal texts in every process.
 *
 * @throws {TypeError} for anything that is not JSON, and for unpaired surrogates.
 * @throws {RangeError} for NaN, infinities and whole numbers beyond ±(2^53 − 1).
 *
 * @example
 * ```ts
 * import { canonicalJson } from "./canonical.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(canonicalJson({ b: 1e-7, a: [true, -0] }), '{"a":[true,0],"b":1e-07}');
 * ```
 */
export function canonicalJson(value: unknown, options: CanonicalOptions = {}): string {
  return write(value, options.wide === true);
}

function write(v: unknown, wide: boolean): string {
  if (typeof v === "string") {
    if (!wide && !v.isWellFormed()) {
      throw new TypeError(`Cannot write ${JSON.stringify(v)} as canonical JSON: wanted paired surrogates`);
    }
    return JSON.stringify(v);
  }
  if (typeof v === "number") return number(v, wide);
  if (v === null || typeof v === "boolean") return String(v);
  if (Array.isArray(v)) {
    let out = "";
    for (let i = 0; i < v.length; i++) out += (i === 0 ? "[" : ",") + write(v[i], wide);
    return out === "" ? "[]" : `${out}]`;
  }
  if (isPlainObject(v)) {
    let out = "";
    for (const key of sortCodePoints(Object.keys(v))) {
      out += `${out === "" ? "{" : ","}${write(key, wide)}:${write(v[key], wide)}`;
    }
    return out === "" ? "{}" : `${out}}`;
  }
  throw new TypeError(`Cannot write a value of type ${kindOf(v)} as canonical JSON: wanted a JSON value`);
}

function number(v: number, wide: boolean): string {
  if (Number.isSafeInteger(v)) return String(v === 0 ? 0 : v);
  if (!Number.isFinite(v)) {
    throw new RangeError(`Cannot write ${v} as canonical JSON: wanted a finite number`);
  }
  if (wide || !Number.isInteger(v)) return pythonFloat(v);
  throw new RangeError(`Cannot write ${v} as canonical JSON: wanted a whole number within ±(2^53 - 1)`);
}
