/**
 * Python's order of texts.
 *
 * @module
 */

/**
 * Sorts texts by Unicode code point, as Python does; JavaScript's own order is
 * by UTF-16 unit and differs beyond U+FFFF. Gives a new array.
 *
 * @example
 * ```ts
 * import { sortCodePoints } from "./sort_code_points.ts";
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
