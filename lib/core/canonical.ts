/**
 * JSON texts that are the same everywhere: one for identities, and one that
 * equals Python's `json.dumps` byte for byte.
 *
 * @module
 */

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

/**
 * Sorts texts by Unicode code point, as Python does; JavaScript's own order is
 * by UTF-16 unit and differs beyond U+FFFF. Gives a new array.
 *
 * @example
 * ```ts
 * import { sortCodePoints } from "./canonical.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sortCodePoints(["\u{1F600}", "\uFF5E", "a"]), ["a", "\uFF5E", "\u{1F600}"]);
 * ```
 */
export function sortCodePoints(texts: readonly string[]): string[] {
  const sorted = texts.length > 1 ? [...texts].sort() : [...texts];
  if (!sorted.some(hasSurrogate)) return sorted;
  return sorted.sort((a, b) => {
    const n = Math.min(a.length, b.length);
    for (let i = 0; i < n; i++) {
      const x = a.charCodeAt(i);
      const y = b.charCodeAt(i);
      if (x === y) continue;
      // Only a surrogate can stand for more than its unit says.
      return rank(x) - rank(y);
    }
    return a.length - b.length;
  });
}

function hasSurrogate(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i); // a loop beats a regular expression on short keys
    if (unit >= 0xd800 && unit <= 0xdfff) return true;
  }
  return false;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Options of {@linkcode pythonJson}. */
export interface PythonJsonOptions {
  /** Blanks per level; absent = one line with `, ` and `: `. */
  readonly indent?: number;
  /** Escape everything beyond ASCII, Python's default; default true. */
  readonly ensureAscii?: boolean;
  /**
   * Says which whole numbers are floats (`1.0`): called with the dotted path of
   * the number, `[]` for items of an array (`scores[]`, `meta.year`). JSON in
   * JavaScript has lost that; the column type of the data set knows it.
   */
  readonly isFloat?: (path: string) => boolean;
}

/**
 * Python's `json.dumps(value, indent=…, ensure_ascii=…)`, byte for byte. Keys
 * keep their order. Whole numbers print as integers unless `isFloat` says
 * otherwise; `-0` and whole numbers beyond 2^53 can only have been floats.
 *
 * @throws {TypeError} for anything that is not JSON.
 * @throws {RangeError} for NaN and infinities.
 *
 * @example
 * ```ts
 * import { pythonJson } from "./canonical.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pythonJson({ a: [1, 1e-7], é: null }), '{"a": [1, 1e-07], "\\u00e9": null}');
 * assertEquals(pythonJson({ a: 1 }, { isFloat: (path) => path === "a" }), '{"a": 1.0}');
 * ```
 */
export function pythonJson(value: unknown, options: PythonJsonOptions = {}): string {
  const { indent, ensureAscii = true, isFloat } = options;
  const write = (v: unknown, level: number, path: string): string => {
    if (v === null || typeof v === "boolean") return String(v);
    if (typeof v === "string") return quote(v, ensureAscii);
    if (typeof v === "number") {
      if (!Number.isFinite(v)) throw new RangeError(`Cannot write ${v} as JSON: wanted a finite number`);
      const whole = Number.isSafeInteger(v) && !Object.is(v, -0) && isFloat?.(path) !== true;
      return whole ? String(v) : pythonFloat(v);
    }
    const list = Array.isArray(v);
    if (!list && !isPlainObject(v)) {
      throw new TypeError(`Cannot write a value of type ${kindOf(v)} as JSON: wanted a JSON value`);
    }
    const parts = list
      ? v.map((item) => write(item, level + 1, `${path}[]`))
      : Object.keys(v).map((key) =>
        `${quote(key, ensureAscii)}: ${write(v[key], level + 1, path === "" ? key : `${path}.${key}`)}`
      );
    const [open, close] = list ? "[]" : "{}";
    if (parts.length === 0) return `${open}${close}`;
    if (indent === undefined) return `${open}${parts.join(", ")}${close}`;
    const pad = " ".repeat(indent * (level + 1));
    return `${open}\n${pad}${parts.join(`,\n${pad}`)}\n${" ".repeat(indent * level)}${close}`;
  };
  return write(value, 0, "");
}

function quote(s: string, ensureAscii: boolean): string {
  // JSON.stringify escapes unpaired surrogates; Python without ensure_ascii leaves them raw, but cannot encode them.
  const quoted = JSON.stringify(s);
  if (!ensureAscii) return quoted;
  return quoted.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Python's `repr` of a float: shortest digits that read back the same, exponent
 * form below 1e-4 and from 1e16, always with a point or an exponent.
 *
 * @example
 * ```ts
 * import { pythonFloat } from "./canonical.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([1, 1e16, 1.5e-5, -0].map(pythonFloat), ["1.0", "1e+16", "1.5e-05", "-0.0"]);
 * ```
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e16)) { // here JavaScript's own digits are never in exponent form
    return Number.isInteger(value) ? `${Object.is(value, -0) ? "-0" : value}.0` : String(value);
  }
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/**
 * Tells whether a value is an object a JSON parser could have made.
 *
 * @example
 * ```ts
 * import { isPlainObject } from "./canonical.ts";
 * import { assert } from "@std/assert";
 * assert(isPlainObject({}) && !isPlainObject([]) && !isPlainObject(new Map()));
 * ```
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const proto = Object.getPrototypeOf(value);
  return proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null;
}

function kindOf(value: unknown): string {
  return typeof value === "object" ? `"${value?.constructor?.name ?? "object"}"` : `"${typeof value}"`;
}
