/**
 * A reward for needing few calls.
 *
 * @module
 */
import { clip01 } from "./clip01.ts";
import type { Completion } from "./completion.ts";
import { countSearchCalls } from "./search_budget.ts";

/** A number of calls (`max` null: no upper end) and what it earns. */
export type CallRange = readonly [min: number, max: number | null, score: number];

/** Options of {@linkcode toolCallEfficiency}. */
export interface EfficiencyOptions {
  /** What the answer earned by itself, clipped to 0..1; default 1. */
  readonly correctness?: unknown;
  /** Passages the answer needs; that many calls and two more cost nothing. */
  readonly referenceChunkCount?: number;
  /** More calls give 0; default 10. */
  readonly maxCalls?: number;
  /** How fast the reward falls with each call too many; default 0.2. */
  readonly decayRate?: number;
  /** Replaces the formula: the first range that holds the calls decides, else 0. */
  readonly ranges?: readonly CallRange[];
}

/**
 * Correctness times `exp(-decayRate * excess)`, where the excess is what goes
 * beyond `referenceChunkCount + 2` calls; 0 beyond `maxCalls`. With `ranges`
 * only the number of calls counts.
 *
 * @returns 0..1; equal to the original within 1e-12 (`exp` differs between platforms).
 * @throws {RangeError} For negative counts or decay, and for a range met on
 * the way that ends before it starts.
 * @example
 * ```ts
 * import { toolCallEfficiency } from "./tool_efficiency.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(toolCallEfficiency("<tool_call>"), 1);
 * assertEquals(toolCallEfficiency("<tool_call>", { ranges: [[0, 0, 1], [1, null, 0.5]] }), 0.5);
 * ```
 */
export function toolCallEfficiency(completion: Completion, options: EfficiencyOptions = {}): number {
  const { correctness = 1, referenceChunkCount = 0, maxCalls = 10, decayRate = 0.2, ranges } = options;
  for (const [name, value] of Object.entries({ referenceChunkCount, maxCalls, decayRate })) {
    if (!(value >= 0)) throw new RangeError(`Cannot use ${name} ${value}: wanted at least 0`);
  }
  const calls = countSearchCalls(completion);
  if (ranges !== undefined) return scoreOfRange(calls, ranges);
  const earned = clip01(correctness);
  if (earned === 0 || calls > maxCalls) return 0;
  return earned * Math.exp(-decayRate * Math.max(0, calls - (referenceChunkCount + 2)));
}

function scoreOfRange(calls: number, ranges: readonly CallRange[]): number {
  for (const [min, max, score] of ranges) {
    if (!(min >= 0) || (max !== null && !(max >= min))) {
      throw new RangeError(`Cannot use the range ${min} to ${max}: wanted 0 <= min <= max`);
    }
    if (calls >= min && (max === null || calls <= max)) return clip01(score);
  }
  return 0;
}
