/**
 * Levels of a rubric's scale.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";

/** A level and what it means, lowest first where it is given out. */
export type ScoreLevel = readonly [score: number, description: string];

/** Levels as pairs or as a Map; an object's keys would be texts. */
export type ScoreMap = readonly ScoreLevel[] | ReadonlyMap<number, string>;

/**
 * Checks and sorts the levels of a scale. Equal scores collapse; the last
 * description stays.
 *
 * @throws {TypeError} For a score that is no number.
 * @throws {RangeError} For fewer than two entries, a score that is not finite, a blank description.
 * @example
 * ```ts
 * import { scoreLevels } from "./score_map.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(scoreLevels([[1, "full"], [0, "none"]]), [[0, "none"], [1, "full"]]);
 * ```
 */
export function scoreLevels(scoreMap: ScoreMap): ScoreLevel[] {
  const entries = [...scoreMap];
  for (const [score, description] of entries) {
    if (typeof score !== "number") {
      throw new TypeError(`Cannot use the score ${JSON.stringify(score)}: wanted a number`);
    }
    if (!Number.isFinite(score)) {
      throw new RangeError(`Cannot use the score ${score}: wanted a finite number`);
    }
    if (typeof description !== "string" || pyStrip(description) === "") {
      throw new RangeError(`Cannot use the score ${score}: wanted a description that is not blank`);
    }
  }
  const levels = new Map(entries);
  if (entries.length < 2) {
    throw new RangeError(`Cannot use a scale of ${entries.length} scores: wanted at least 2`);
  }
  return [...levels].sort(([a], [b]) => a - b);
}
