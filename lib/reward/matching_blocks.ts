/**
 * How much of one text stands in another, as Python's difflib counts it.
 *
 * @module
 */

/** Options of {@linkcode matchedLength}. */
export interface MatchOptions {
  /** Leave out difflib's popularity heuristic, which starts at 200 characters of `b`. */
  readonly exact?: boolean;
}

/** difflib calls characters of a text this long popular when they occur more than 1 % + 1 times. */
const AUTOJUNK_FROM = 200;

/**
 * Sum of the sizes of the matching blocks of `a` and `b` in code points: the
 * longest match (leftmost in `a`, then in `b`), then the same on both sides of
 * it. Gestalt pattern matching of Ratcliff and Obershelp, as
 * `difflib.SequenceMatcher(None, a, b).get_matching_blocks()`.
 *
 * @example
 * ```ts
 * import { matchedLength } from "./matching_blocks.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(matchedLength("abcd", "bcde"), 3);
 * ```
 */
export function matchedLength(a: string, b: string, options: MatchOptions = {}): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const places = indexOf(right, options.exact === true);
  let previous = new Int32Array(right.length + 1);
  let current = new Int32Array(right.length + 1);
  let total = 0;
  const open: (readonly [number, number, number, number])[] = [[0, left.length, 0, right.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [fromA, toA, fromB, toB] = range;
    let [bestA, bestB, size] = [fromA, fromB, 0];
    let written: readonly number[] = [];
    for (let i = fromA; i < toA; i++) {
      const at = places.get(left[i] as string) ?? [];
      for (const j of at) {
        if (j < fromB) continue;
        if (j >= toB) break;
        // Cell j + 1 ends at character j, so that cell 0 stays 0.
        const run = (previous[j] as number) + 1;
        current[j + 1] = run;
        if (run > size) [bestA, bestB, size] = [i - run + 1, j - run + 1, run];
      }
      for (const j of written) previous[j + 1] = 0;
      written = at;
      [previous, current] = [current, previous];
    }
    for (const j of written) previous[j + 1] = 0;
    while (bestA > fromA && bestB > fromB && left[bestA - 1] === right[bestB - 1]) {
      [bestA, bestB, size] = [bestA - 1, bestB - 1, size + 1];
    }
    while (bestA + size < toA && bestB + size < toB && left[bestA + size] === right[bestB + size]) size++;
    if (size === 0) continue;
    total += size;
    if (fromA < bestA && fromB < bestB) open.push([fromA, bestA, fromB, bestB]);
    if (bestA + size < toA && bestB + size < toB) open.push([bestA + size, toA, bestB + size, toB]);
  }
  return total;
}

function indexOf(text: readonly string[], exact: boolean): Map<string, number[]> {
  const places = new Map<string, number[]>();
  text.forEach((char, i) => {
    const at = places.get(char);
    if (at === undefined) places.set(char, [i]);
    else at.push(i);
  });
  if (exact || text.length < AUTOJUNK_FROM) return places;
  const limit = Math.floor(text.length / 100) + 1;
  for (const [char, at] of places) if (at.length > limit) places.delete(char);
  return places;
}
