/** @module */
import { applyFilters } from "../filter/apply_filters.ts";
import { primaryMetric } from "../metric/primary.ts";
import { scoreSample } from "../metric/score_sample.ts";
import type { PreparedDoc } from "../task/build_doc.ts";
import { toSampleView } from "../task/sample_view.ts";
import type { SampleValue, Task } from "../task/task.ts";
import type { DocReplies } from "./ask_doc.ts";

/** Scores of one doc under all filters. */
export interface DocScore {
  /** Value per `metric,filter`. */
  readonly scores: Readonly<Record<string, SampleValue>>;
  /** Value of the primary metric, when it is a number. */
  readonly score: number | null;
  /** What was read as the answer. */
  readonly answer: string | number | null;
  /** True when no answer could be read. */
  readonly unparsed: boolean;
  /** Why not. */
  readonly reason: string | null;
}

/**
 * Runs the replies of a doc through every filter pipeline of its task and
 * scores each. The answer is that of the primary metric's filter.
 *
 * @throws {TaskError} when a metric gives what is no score; see `scoreSample`
 *
 * @example
 * ```ts
 * import { scoreDoc } from "./score_doc.ts";
 * import { docBuilder } from "../task/build_doc.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({
 *   name: "t", outputType: "multiple_choice", prompt: (doc) => doc.q, choices: ["no", "yes"], target: () => 1,
 * });
 * const prepared = docBuilder(task)({ id: "1", index: 0, fields: { q: "Up?" } }, 0, []);
 * const logliks = [{ loglik: -2, isGreedy: false }, { loglik: -1, isGreedy: true }];
 * assert(scoreDoc(task, prepared, { responses: [], logliks }).score === 1);
 * ```
 */
export function scoreDoc(task: Task, prepared: PreparedDoc, replies: DocReplies): DocScore {
  const scores: Record<string, SampleValue> = {};
  const put = (filter: string, values: Readonly<Record<string, SampleValue>>): void => {
    for (const metric of Object.keys(values)) scores[`${metric},${filter}`] = values[metric] ?? null;
  };
  if (replies.picked !== undefined) {
    const view = {
      ...toSampleView(task, prepared, {
        logliks: prepared.requests.map(() => ({ loglik: 0, isGreedy: false })),
      }),
      logliks: [],
      greedy: [],
      unconditional: [],
      picked: replies.picked,
    };
    put("none", scoreSample(task, view, "none"));
    const unparsed = replies.picked === null;
    return finish(task, scores, {
      answer: replies.picked,
      unparsed,
      reason: unparsed ? replies.reason ?? "no_answer" : null,
    });
  }
  if (replies.logliks !== null) {
    const view = toSampleView(task, prepared, { logliks: replies.logliks });
    put("none", scoreSample(task, view, "none"));
    const best = view.logliks.indexOf(Math.max(...view.logliks));
    const answer = task.outputType === "multiple_choice" ? best : null;
    return finish(task, scores, { answer, unparsed: false, reason: null });
  }
  const texts = replies.responses.map((response) => response.text);
  const answers = new Map<string, { answer: string | null; reason: string | null }>();
  for (const pipeline of task.filters) {
    const { responses, reason } = applyFilters(pipeline, texts, prepared.doc.fields);
    put(pipeline.name, scoreSample(task, toSampleView(task, prepared, { responses }), pipeline.name));
    answers.set(pipeline.name, { answer: responses[0] ?? null, reason });
  }
  const primary = primaryOf(task, scores);
  const read = answers.get(primary.slice(primary.indexOf(",") + 1)) ?? { answer: null, reason: null };
  return finish(task, scores, { answer: read.answer, unparsed: read.reason !== null, reason: read.reason });
}

function finish(task: Task, scores: DocScore["scores"], rest: Omit<DocScore, "scores" | "score">): DocScore {
  const value = scores[primaryOf(task, scores)];
  return {
    scores,
    score: typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : null,
    ...rest,
  };
}

/** A score with further values over its own. */
export function withScores(task: Task, score: DocScore, values: DocScore["scores"]): DocScore {
  const { answer, unparsed, reason } = score;
  return finish(task, { ...score.scores, ...values }, { answer, unparsed, reason });
}

const primaries = new WeakMap<Task, string>();

/** The primary key of a task; looked for once, since all its samples have the same keys. */
function primaryOf(task: Task, scores: DocScore["scores"]): string {
  let key = primaries.get(task);
  if (key === undefined || !Object.hasOwn(scores, key)) {
    key = primaryMetric(task, Object.keys(scores));
    primaries.set(task, key);
  }
  return key;
}
