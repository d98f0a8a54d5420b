/**
 * Thresholds that binary fractions cannot break.
 *
 * @module
 */

/**
 * Whether a score reaches a threshold, with 1e-9 of slack: the mean of 0.6,
 * 0.7 and 0.8 is a hair under 0.7 in binary and still reaches it.
 *
 * @returns False for a missing score.
 *
 * @example A mean meant to be equal
 * ```ts
 * import { atLeast } from "./at_least.ts";
 * import { assert } from "@std/assert";
 * assert(atLeast((0.6 + 0.7 + 0.8) / 3, 0.7) && !atLeast(null, 0));
 * ```
 */
export function atLeast(score: number | null, threshold: number): boolean {
  return score !== null && score >= threshold - 1e-9;
}
