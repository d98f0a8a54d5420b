/**
 * Rewards for saying what the reference says.
 *
 * @module
 */
import { codePointLength } from "../core/code_points.ts";
import { pyStr } from "../core/python.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";
import { matchedLength, type MatchOptions } from "./matching_blocks.ts";

/**
 * Share of `a` that stands in `b`, 0..1, by matching blocks of characters; 0
 * for an empty `a`.
 *
 * From 200 characters of `b` on, difflib leaves frequent characters out of its
 * search and the share collapses: pass `exact` to compare long texts.
 *
 * @example
 * ```ts
 * import { percentOfTextAInTextB } from "./text_overlap.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(percentOfTextAInTextB("abcdef", "abc"), 0.5);
 * ```
 */
export function percentOfTextAInTextB(a: string, b: string, options: MatchOptions = {}): number {
  return a === "" ? 0 : matchedLength(a, b, options) / codePointLength(a);
}

/** A passage the answer should draw on. */
export interface ReferenceChunk {
  /** Text of the passage. */
  readonly content?: unknown;
  /** Facts about it, the source's id among them. */
  readonly metadata?: unknown;
}

/** Options of {@linkcode overlapReward}. */
export interface OverlapOptions extends MatchOptions {
  /** Passages that replace the ground truth as the reference. */
  readonly referenceChunks?: readonly ReferenceChunk[];
  /** Shares below it give 0; default 0.25. */
  readonly minimumOverlap?: number;
}

/**
 * Share of the reference that stands in the answer, or 0 below the minimum.
 * The reference is the ground truth (missing, "", 0 and false are none), or
 * the chunks' contents joined by a blank.
 *
 * @throws {RangeError} When the minimum is outside 0..1.
 * @example
 * ```ts
 * import { overlapReward } from "./text_overlap.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(overlapReward("a", "abcd"), 0.25);
 * assertEquals(overlapReward("a", "abcde"), 0);
 * ```
 */
export function overlapReward(
  completion: Completion,
  groundTruth: unknown,
  options: OverlapOptions = {},
): number {
  const { referenceChunks = [], minimumOverlap = 0.25 } = options;
  if (!(minimumOverlap >= 0 && minimumOverlap <= 1)) {
    throw new RangeError(`Cannot use the minimum overlap ${minimumOverlap}: wanted a number from 0 to 1`);
  }
  const reference = referenceChunks.length > 0
    ? referenceChunks.map((chunk) => chunk.content === undefined ? "" : pyStr(chunk.content)).join(" ")
    : groundTruth
    ? pyStr(groundTruth)
    : "";
  const share = percentOfTextAInTextB(reference, completionText(completion), options);
  return reference !== "" && share >= minimumOverlap ? share : 0;
}
