/**
 * Options that got the same log-likelihood.
 *
 * @module
 */

/**
 * Whether the best log-likelihood is shared, so that the order of the choices decided.
 *
 * @example All equal
 * ```ts
 * import { isTie } from "./ties.ts";
 * import { assert } from "@std/assert";
 * assert(isTie([0, 0, 0, 0]) && !isTie([-1, -2]));
 * ```
 */
export function isTie(logliks: readonly number[]): boolean {
  if (logliks.length < 2) return false;
  const top = Math.max(...logliks);
  return logliks.filter((value) => value === top).length > 1;
}

/** What ties say about the log-probs behind a score. */
export interface TieFinding {
  /** `error`: every sample tied, the score says nothing. `warning`: more than 5 % did. */
  readonly level: "none" | "warning" | "error";
  /** Share of tied samples, 0..1. */
  readonly share: number;
}

/**
 * Judges the number of samples whose best choices tied.
 *
 * @example All tied
 * ```ts
 * import { judgeTies } from "./ties.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(judgeTies(40, 40).level, "error");
 * ```
 */
export function judgeTies(tied: number, total: number): TieFinding {
  const share = total === 0 ? 0 : tied / total;
  return { share, level: total > 0 && tied === total ? "error" : share > 0.05 ? "warning" : "none" };
}
