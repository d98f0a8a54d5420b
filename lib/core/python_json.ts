/**
 * JSON as Python's `json.dumps` writes it, byte for byte.
 *
 * @module
 */
import { isPlainObject, kindOf } from "./plain_object.ts";
import { pythonFloat } from "./python_number.ts";

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
 * import { pythonJson } from "./python_json.ts";
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
    // Paths are only for those who ask.
    const under = (step: string): string =>
      isFloat === undefined ? "" : step === "[]" ? path + step : path === "" ? step : `${path}.${step}`;
    const parts = list
      ? v.map((item) => write(item, level + 1, under("[]")))
      : Object.keys(v).map((key) => `${quote(key, ensureAscii)}: ${write(v[key], level + 1, under(key))}`);
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
