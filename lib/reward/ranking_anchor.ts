/**
 * Known responses that fix the scale of a ranking.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";

/** A response whose worth is known; made by {@linkcode rankingAnchor}. */
export interface RankingAnchor {
  /** Its text. */
  readonly response: string;
  /** What it is worth, 0..1. */
  readonly score: number;
  /** A name for eyes, or null. */
  readonly label: string | null;
}

/**
 * Makes an anchor.
 *
 * @throws {RangeError} For a blank response or label and for a score outside 0..1.
 * @example
 * ```ts
 * import { rankingAnchor } from "./ranking_anchor.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rankingAnchor("I do not know.", 0.1).label, null);
 * ```
 */
export function rankingAnchor(
  response: string,
  score: number,
  options: { readonly label?: string | null } = {},
): RankingAnchor {
  const { label = null } = options;
  if (typeof response !== "string" || pyStrip(response) === "") {
    throw new RangeError("Cannot make an anchor: wanted a response that is not blank");
  }
  if (typeof score !== "number" || !(score >= 0 && score <= 1)) {
    throw new RangeError(`Cannot make an anchor: wanted a score from 0 to 1, found ${JSON.stringify(score)}`);
  }
  if (label !== null && (typeof label !== "string" || pyStrip(label) === "")) {
    throw new RangeError("Cannot make an anchor: wanted a label that is not blank, or none");
  }
  return Object.freeze({ response, score, label });
}
