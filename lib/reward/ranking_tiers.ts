/**
 * Orders with ties, and places in them.
 *
 * @module
 */
import { judgeError } from "./judge_error.ts";

/** Indices of equally good items, best tier first. */
export type Tiers = readonly (readonly number[])[];

/**
 * Checks that a value is an order of the items 0 to `count - 1`: tiers that
 * are not empty, every index exactly once.
 *
 * @throws {JudgeError} `bad_ranking` that names the index that is missing, repeated or unknown.
 * @example
 * ```ts
 * import { readTiers } from "./ranking_tiers.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readTiers([[2], [0, 1]], 3), [[2], [0, 1]]);
 * ```
 */
export function readTiers(value: unknown, count: number): Tiers {
  const bad = (wanted: string): never => {
    throw judgeError({
      code: "bad_ranking",
      message: `Cannot use the ranking: wanted ${wanted}`,
      reply: JSON.stringify(value) ?? "none",
    });
  };
  if (!Array.isArray(value) || value.length === 0) return bad("a list of tiers");
  const seen = new Set<number>();
  for (const tier of value) {
    if (!Array.isArray(tier) || tier.length === 0) return bad("tiers that are lists of indices");
    for (const index of tier) {
      if (!Number.isInteger(index)) return bad("whole numbers as indices");
      if (index < 0 || index >= count) return bad(`indices from 0 to ${count - 1}, not ${index}`);
      if (seen.has(index)) return bad(`index ${index} once`);
      seen.add(index);
    }
  }
  for (let index = 0; index < count; index++) if (!seen.has(index)) return bad(`index ${index} too`);
  return value;
}

/**
 * Place of each item, 0 for the best: items of a tier share the middle of its places.
 *
 * @example
 * ```ts
 * import { midRanks } from "./ranking_tiers.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(midRanks([[2], [0, 1]]), [1.5, 1.5, 0]);
 * ```
 */
export function midRanks(tiers: Tiers): number[] {
  const places: number[] = [];
  let offset = 0;
  for (const tier of tiers) {
    for (const index of tier) places[index] = offset + (tier.length - 1) / 2;
    offset += tier.length;
  }
  return places;
}
