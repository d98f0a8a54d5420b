/**
 * Money in words.
 *
 * @module
 */

/**
 * An amount in US dollars: cents from ten cents up, else one digit that counts.
 *
 * @example
 * ```ts
 * import { usdText } from "./usd_text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([usdText(1.234), usdText(0.00123)], ["$1.23", "$0.001"]);
 * ```
 */
export function usdText(value: number): string {
  return `$${value < 0.1 ? value.toPrecision(1) : value.toFixed(2)}`;
}
