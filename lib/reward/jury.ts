/**
 * The jury of MedHELM's open scenarios: accuracy, completeness and clarity on
 * a scale of 1 to 5.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import type { Judge } from "./judge.ts";
import { type Rubric, rubric } from "./rubric.ts";
import { type ScoreOptions, withSignal } from "./score_options.ts";
import { scoreSheet } from "./score_sheet.ts";

const level = (one: string, three: string, five: string) =>
  [
    [1, one],
    [2, `between 1 and 3`],
    [3, three],
    [4, `between 3 and 5`],
    [5, five],
  ] as const;

/**
 * The jury's three criteria. Values: 1 earns 0, 5 earns 1, steps of a quarter
 * between; a response that is right but incomplete loses in completeness only,
 * one with unproven extras in accuracy only.
 *
 * @example
 * ```ts
 * import { juryRubrics } from "./jury.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(juryRubrics.map((one) => one.key), ["accuracy", "completeness", "clarity"]);
 * ```
 */
export const juryRubrics: readonly Rubric[] = [
  rubric(
    "Accuracy",
    "Is what the response says medically right and in keeping with the material and the reference?",
    {
      key: "accuracy",
      scoreMap: level("wrong or harmful", "mostly right, with slips that matter", "right throughout"),
    },
  ),
  rubric("Completeness", "Does the response cover everything that was asked for and that matters?", {
    key: "completeness",
    scoreMap: level("misses the point", "covers the main point, leaves out parts", "leaves nothing out"),
  }),
  rubric("Clarity", "Is the response clear, well ordered and fit for its reader?", {
    key: "clarity",
    scoreMap: level("cannot be followed", "can be followed with effort", "clear at once"),
  }),
];

/** What a jury said. */
export interface JuryVerdict {
  /** Mean of `(score - 1) / 4` over criteria and judges, 0..1. */
  readonly score: number;
  /** Mean reward by criterion, 0..1. */
  readonly criteria: Readonly<Record<string, number>>;
  /** Raw scores of each judge, 1..5 by criterion. */
  readonly scores: readonly Readonly<Record<string, number>>[];
}

/** Who sits in the jury and what it sees. */
export interface JuryOptions extends Pick<ScoreOptions, "question" | "groundTruth" | "context"> {
  /** One judge or more; each is asked once. */
  readonly judges: readonly Judge[];
}

/**
 * Lets a jury score a response by accuracy, completeness and clarity.
 *
 * @throws {JudgeError} when one judge has no full set of scores: none is made up.
 * @throws {RangeError} Without judges.
 * @example
 * ```ts
 * import { juryScore } from "./jury.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const reply = '{"accuracy": {"score": 5}, "completeness": {"score": 3}, "clarity": {"score": 1}}';
 * const judges = [defineJudge({ model: scriptedModel([reply]) })];
 * assertEquals((await juryScore("Rest.", { judges, question: "Cold?" })).score, 0.5);
 * ```
 */
export async function juryScore(response: string, options: JuryOptions): Promise<JuryVerdict> {
  const { judges, question, groundTruth, context } = options;
  if (judges.length === 0) throw new RangeError("Cannot score by a jury: wanted at least one judge");
  const sheets = await allOrAbort(
    judges.map((judge) => (signal: AbortSignal) =>
      scoreSheet(response, {
        rubrics: juryRubrics,
        judge,
        question,
        groundTruth,
        context: withSignal(context, signal),
      })
    ),
    context?.signal,
  );
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const criteria = Object.fromEntries(
    Object.keys(sheets[0]?.rewards ?? {}).map((
      key,
    ) => [key, mean(sheets.map(({ rewards }) => rewards[key] ?? 0))]),
  );
  return {
    score: mean(sheets.flatMap(({ rewards }) => Object.values(rewards))),
    criteria,
    scores: sheets.map(({ scores }) => scores),
  };
}
