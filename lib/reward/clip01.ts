/**
 * A number between 0 and 1, whatever comes in.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

/**
 * Clamps to 0..1. Numbers in text count as Python's `float` reads them; true is
 * 1; what is no finite number (infinity too) is 0.
 *
 * @example
 * ```ts
 * import { clip01 } from "./clip01.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([1.5, "0.75", Infinity, null].map(clip01), [1, 0.75, 0, 0]);
 * ```
 */
export function clip01(value: unknown): number {
  const number = toFloat(value);
  return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) + 0 : 0;
}

function toFloat(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  const text = typeof value === "string" ? pyStrip(value) : "";
  return FLOAT.test(text) ? Number(text.replaceAll("_", "")) : NaN;
}
