/**
 * Numbers as Python prints them.
 *
 * @module
 */

/**
 * Python's `repr` of a float: shortest digits that read back the same, exponent
 * form below 1e-4 and from 1e16, always with a point or an exponent.
 *
 * @example
 * ```ts
 * import { pythonFloat } from "./python_number.ts";
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
