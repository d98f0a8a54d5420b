/**
 * Longest common subsequences of word ids.
 *
 * @module
 */

/** Table of the lengths of longest common subsequences, row by row. */
function lcsTable(a: Int32Array, b: Int32Array): Int32Array {
  const width = b.length + 1;
  const table = new Int32Array((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    const one = a[i - 1];
    const row = i * width;
    const above = row - width;
    for (let j = 1; j < width; j++) {
      if (one === b[j - 1]) table[row + j] = (table[above + j - 1] as number) + 1;
      else {
        const up = table[above + j] as number;
        const left = table[row + j - 1] as number;
        table[row + j] = up > left ? up : left;
      }
    }
  }
  return table;
}

/**
 * Length of the longest common subsequence, in two rows of memory.
 *
 * @example Three of four
 * ```ts
 * import { lcsLength } from "./lcs.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lcsLength(Int32Array.of(1, 2, 3, 4), Int32Array.of(1, 3, 4)), 3);
 * ```
 */
export function lcsLength(a: Int32Array, b: Int32Array): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const one = a[i];
    for (let j = 0; j < b.length; j++) {
      if (one === b[j]) row[j + 1] = (above[j] as number) + 1;
      else {
        const up = above[j + 1] as number;
        const left = row[j] as number;
        row[j + 1] = up > left ? up : left;
      }
    }
    const kept = above;
    above = row;
    row = kept;
  }
  return above[b.length] as number;
}

/**
 * Marks the positions of `a` on the one longest common subsequence that rouge_score walks: from the end,
 * taking equal words, else left when the left cell is greater, else up.
 */
export function markLcs(a: Int32Array, b: Int32Array, marks: Uint8Array): void {
  const table = lcsTable(a, b);
  const width = b.length + 1;
  let i = a.length;
  let j = b.length;
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      marks[i - 1] = 1;
      i--;
      j--;
    } else if ((table[i * width + j - 1] as number) > (table[(i - 1) * width + j] as number)) j--;
    else i--;
  }
}
