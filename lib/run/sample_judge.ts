/**
 * What a judge adds to a scored sample.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStr } from "../core/python.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Fields } from "../dataset/doc.ts";
import { withoutCitations } from "../metric/grounded_answer.ts";
import { defineMetric } from "../metric/metric.ts";
import { faithfulness } from "../reward/faithfulness.ts";
import type { Judge } from "../reward/judge.ts";
import { juryRubrics, juryScore } from "../reward/jury.ts";
import { scoreSheetHash } from "../reward/score_sheet.ts";
import type { SampleValue, Target, Task } from "../task/task.ts";

/** A sample as a judge sees it. */
export interface JudgedSample {
  /** Fields of the row. */
  readonly fields: Fields;
  /** What the model was asked. */
  readonly prompt: string;
  /** What it answered. */
  readonly response: string;
  /** Right answer. */
  readonly target: Target;
  /** Scores so far, by `metric,filter`. */
  readonly scores: Readonly<Record<string, SampleValue>>;
}

/** Gives values by `metric,filter`, to be put over the scores so far. */
export type SampleJudge = (
  sample: JudgedSample,
  context: Context,
) => Promise<Readonly<Record<string, SampleValue>>>;

/**
 * The part a judge has in a task's samples; undefined when it has none.
 *
 * Jury: `jury` and its three criteria, 0..1; an empty answer gets 0 unasked.
 * Faithfulness: share of the answer's statements that the passages support;
 * null when the model abstained or stated nothing.
 *
 * @throws {JudgeError} (the sample judge) when the judge has no full verdict.
 * @example
 * ```ts
 * import { sampleJudge } from "./sample_judge.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { defineJudge } from "../reward/judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * assertEquals(sampleJudge(task, defineJudge({ model: scriptedModel([]) })), undefined);
 * ```
 */
export function sampleJudge(task: Pick<Task, "judgedBy">, judge: Judge | undefined): SampleJudge | undefined {
  if (judge === undefined || task.judgedBy === undefined) return undefined;
  if (task.judgedBy === "jury") return (sample, context) => byJury(judge, sample, context);
  return async ({ fields, response, scores }, context) => {
    const passages: readonly { title?: string; text: string }[] = fields.passages ?? [];
    const abstained = scores["k_precision,none"] === null;
    const { score } = abstained ? { score: null } : await faithfulness(withoutCitations(response), {
      question: pyStr(fields.question),
      passages: passages.map(({ title = "", text }) => `${title}\n${text}`.trim()),
      judge,
      context,
    });
    return { "faithfulness,none": score };
  };
}

async function byJury(
  judge: Judge,
  { prompt, response, target }: JudgedSample,
  context: Context,
): Promise<Record<string, SampleValue>> {
  const keys = juryRubrics.map(({ key }) => `jury_${key},none`);
  if (pyStrip(response) === "") {
    return { "jury,none": 0, ...Object.fromEntries(keys.map((key) => [key, 0])) };
  }
  const options = { judges: [judge], question: prompt, groundTruth: target, context };
  const { score, criteria } = await juryScore(response, options);
  const named = Object.entries(criteria).map(([key, value]) => [`jury_${key},none`, value]);
  return { "jury,none": score, ...Object.fromEntries(named) };
}

/**
 * A task with the metrics a judge adds to its own; the task itself when it
 * adds none.
 *
 * @example
 * ```ts
 * import { withJudgedMetrics } from "./sample_judge.ts";
 * import { findTask } from "../task/registry.ts";
 * import { assertEquals } from "@std/assert";
 * const task = withJudgedMetrics(await findTask("rag_pipeline_eval"));
 * assertEquals(task.metrics.at(-1), task.metrics.find((one) => "name" in one && one.name === "faithfulness"));
 * ```
 */
export function withJudgedMetrics(task: Task): Task {
  if (task.judgedBy !== "faithfulness") return task;
  // Null until the judge has spoken; the mean is over what it said.
  const metric = defineMetric({ name: "faithfulness", score: () => null });
  return { ...task, metrics: [...task.metrics, metric] };
}

/**
 * How a judge's part is named in plans and results: what it does, its model
 * and, for a jury, the hash of its rubrics and prompt.
 *
 * @example
 * ```ts
 * import { judgeStamp } from "./sample_judge.ts";
 * import { assert } from "@std/assert";
 * assert(judgeStamp({ judgedBy: "jury" }, { id: "openai:j" }).startsWith("jury:openai:j:"));
 * ```
 */
export function judgeStamp(
  { judgedBy = "jury" }: Pick<Task, "judgedBy">,
  { id }: { readonly id: string },
): string {
  return judgedBy === "jury" ? `jury:${id}:${scoreSheetHash(juryRubrics).slice(0, 12)}` : `${judgedBy}:${id}`;
}
