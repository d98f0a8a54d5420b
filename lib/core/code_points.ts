/**
 * Texts measured as Python does: in code points.
 *
 * @module
 */

/**
 * Python's `len(text)`: code points, not UTF-16 units.
 *
 * @example
 * ```ts
 * import { codePointLength } from "./code_points.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(codePointLength("🜁é"), 2);
 * ```
 */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length--;
      i++;
    }
  }
  return length;
}
