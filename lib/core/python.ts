/**
 * How Python writes and trims values. Prompts and hashes made here have to be
 * byte for byte those of programs written in Python.
 *
 * Numbers: JSON has lost the difference of `1` and `1.0`; a whole number
 * within 2^53 is an int, every other one a float.
 *
 * @module
 */
import { pythonFloat } from "./python_number.ts";

const UNPRINTABLE = /[\p{C}\p{Z}\\]/gu;

/**
 * A number as Python prints it: `7`, `0.1`, `1e-07`, `1e+16`, `nan`, `-inf`.
 *
 * @example
 * ```ts
 * import { pyNumber } from "./python.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([pyNumber(7), pyNumber(1e-7), pyNumber(1e300)], ["7", "1e-07", "1e+300"]);
 * ```
 */
export function pyNumber(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : pythonFloat(value);
}

function escapeChar(char: string): string {
  if (char === " ") return char;
  if (char === "\\") return "\\\\";
  if (char === "\n") return "\\n";
  if (char === "\r") return "\\r";
  if (char === "\t") return "\\t";
  const code = char.codePointAt(0) as number;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(UNPRINTABLE, escapeChar);
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

/**
 * Python's `repr` of a JSON-like value: `None`, `True`, `['a', 1]`,
 * `{'k': 0.5}`; text in single quotes unless only those occur in it.
 * `undefined` counts as `None`.
 *
 * @throws {TypeError} On a function or symbol.
 *
 * @example
 * ```ts
 * import { pyRepr } from "./python.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pyRepr(["it's", null, { a: true }]), `["it's", None, {'a': True}]`);
 * ```
 */
export function pyRepr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  switch (typeof value) {
    case "string":
      return reprString(value);
    case "boolean":
      return value ? "True" : "False";
    case "number":
    case "bigint":
      return pyNumber(value);
    case "object":
      break;
    default:
      throw new TypeError(`Cannot print as Python: wanted a JSON-like value, found "${typeof value}"`);
  }
  if (Array.isArray(value)) return `[${value.map(pyRepr).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => `${reprString(key)}: ${pyRepr(item)}`);
  return `{${pairs.join(", ")}}`;
}

/**
 * Python's `str(value)`: text as it is, everything else as {@linkcode pyRepr}.
 *
 * @throws {TypeError} On a function or symbol.
 *
 * @example
 * ```ts
 * import { pyStr } from "./python.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([pyStr("it's"), pyStr(["a"]), pyStr(null)], ["it's", "['a']", "None"]);
 * ```
 */
export function pyStr(value: unknown): string {
  return typeof value === "string" ? value : pyRepr(value);
}
