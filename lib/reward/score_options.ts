/**
 * What the functions that score by rubrics have in common.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Judge } from "./judge.ts";
import type { Rubric } from "./rubric.ts";

/** What is judged and who judges. */
export interface ScoreOptions {
  /** Criteria; their keys must differ. */
  readonly rubrics: readonly Rubric[];
  /** Who judges. */
  readonly judge: Judge;
  /** What was asked. */
  readonly question: string;
  /** The right answer; null or missing: the judge sees none. */
  readonly groundTruth?: unknown;
  /** Longest response that is shown whole; default: no limit. */
  readonly maxResponseChars?: number;
  /** Signal and events. */
  readonly context?: Context;
}

/** Rewards by key, 0..1, in the order of the rubrics. */
export type RubricRewards = Readonly<Record<string, number>>;

/** Options of scoring that go on to each question. */
export function sharedOptions(
  { question, judge, groundTruth, maxResponseChars, context }: ScoreOptions,
): Pick<ScoreOptions, "question" | "judge" | "groundTruth" | "maxResponseChars" | "context"> {
  return {
    question,
    judge,
    groundTruth,
    ...(maxResponseChars === undefined ? {} : { maxResponseChars }),
    ...(context === undefined ? {} : { context }),
  };
}

/** Refuses ids that cannot tell rollouts apart. @throws {RangeError} */
export function checkIds(ids: readonly string[], count: number): void {
  if (count === 0) throw new RangeError("Cannot score a group: wanted at least one completion");
  if (ids.length !== count) {
    throw new RangeError(`Cannot score a group: wanted ${count} rollout ids, found ${ids.length}`);
  }
  ids.forEach((id, i) => {
    if (typeof id !== "string" || pyStrip(id) === "") {
      throw new RangeError(
        `Cannot score a group: wanted rollout ids that are not blank, found ${JSON.stringify(id)}`,
      );
    }
    if (ids.indexOf(id) !== i) throw new RangeError(`Cannot score a group: rollout id "${id}" occurs twice`);
  });
}

/** Adds a signal to a context. */
export function withSignal(context: Context | undefined, signal: AbortSignal): Context {
  return { ...context, signal };
}
