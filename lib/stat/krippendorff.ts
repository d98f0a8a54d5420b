/**
 * Agreement of any number of raters who need not all have rated everything.
 *
 * @module
 */

/** Options of {@linkcode krippendorffAlpha}. */
export interface AlphaOptions {
  /** How far apart two ratings are: different or not, by ranks, or by distance. Default `nominal`. */
  readonly level?: "nominal" | "ordinal" | "interval";
}

/**
 * Krippendorff's alpha (Krippendorff 2004): 1 minus observed over expected
 * disagreement. 1 is full agreement, 0 chance, below 0 worse than chance.
 *
 * @param units One row an item, one rating a rater; null where there is none.
 * @returns Null when no item has two ratings or all ratings are equal.
 * @throws {RangeError} When a rating is not finite.
 * @example
 * ```ts
 * import { krippendorffAlpha } from "./krippendorff.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(krippendorffAlpha([[1, 1], [0, 0], [1, null]]), 1);
 * ```
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | null)[])[],
  options: AlphaOptions = {},
): number | null {
  const rated = units.map((row) => row.filter((rating) => rating !== null)).filter((row) => row.length > 1);
  if (!rated.every((row) => row.every(Number.isFinite))) {
    throw new RangeError("Cannot compare raters: wanted finite ratings");
  }
  const values = [...new Set(rated.flat())].sort((a, b) => a - b);
  const totals = new Map(values.map((value) => [value, 0]));
  for (const rating of rated.flat()) totals.set(rating, (totals.get(rating) ?? 0) + 1);
  const apart = distance(values, { totals, level: options.level ?? "nominal" });
  const n = rated.reduce((sum, row) => sum + row.length, 0);
  let observed = 0;
  for (const row of rated) {
    let sum = 0;
    for (const a of row) for (const b of row) sum += apart(a, b);
    observed += sum / (row.length - 1);
  }
  let expected = 0;
  for (const a of values) {
    for (const b of values) expected += (totals.get(a) ?? 0) * (totals.get(b) ?? 0) * apart(a, b);
  }
  return expected === 0 ? null : 1 - (n - 1) * observed / expected;
}

function distance(
  values: readonly number[],
  { totals, level }: { totals: ReadonlyMap<number, number>; level: string },
): (a: number, b: number) => number {
  if (level === "nominal") return (a, b) => a === b ? 0 : 1;
  if (level === "interval") return (a, b) => (a - b) ** 2;
  const ranks = new Map<number, number>();
  let below = 0;
  for (const value of values) {
    const total = totals.get(value) ?? 0;
    ranks.set(value, below + total / 2);
    below += total;
  }
  return (a, b) => ((ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)) ** 2;
}
