/**
 * Scores of one stored answer.
 *
 * @module
 */
import { applyFilters } from "../filter/apply_filters.ts";
import { scoreSample, type ScoringTask } from "../metric/score_sample.ts";
import type { StoredSample, StoredTask } from "../result/stored_run.ts";
import type { FilterPipeline, SampleValue, SampleView } from "../task/task.ts";

/** What came out for one stored answer. */
export interface StoredScores {
  /** Value per `metric,filter`. */
  readonly scores: Readonly<Record<string, SampleValue>>;
  /** Replies after each filter. */
  readonly filtered: Readonly<Record<string, readonly (string | null)[]>>;
  /** Why no answer could be read under the first filter; null when one could. */
  readonly reason: string | null;
}

function viewOf(task: StoredTask, sample: StoredSample): SampleView {
  const { fields, target, choices, picked } = sample;
  const logliks = picked === undefined ? sample.logliks ?? [] : [];
  const count = task.outputType === "multiple_choice" ? choices.length : logliks.length;
  return {
    outputType: task.outputType,
    fields,
    target,
    choices,
    logliks: logliks.slice(0, count).map(([value]) => value),
    greedy: logliks.slice(0, count).map(([, greedy]) => greedy),
    unconditional: logliks.slice(count).map(([value]) => value),
    responses: [],
    ...(picked === undefined ? {} : { picked }),
  };
}

/** Code is not run again: what its tests said stands as long as the filter has its name. */
function ran({ verdicts }: StoredSample, { name }: FilterPipeline): Pick<SampleView, "verdicts"> {
  const known = verdicts?.[name];
  return known === undefined ? {} : { verdicts: known };
}

/**
 * Runs a stored answer through filters and metrics. Filters that are code of
 * another program give what they gave then.
 *
 * @throws {TaskError} what filters and metrics throw
 *
 * @example
 * ```ts
 * import { storedScores } from "./stored_scores.ts";
 * import { assertEquals } from "@std/assert";
 * const sample = {
 *   docId: "0", docIndex: 0, epoch: 0, fields: {}, target: "2", choices: [], requests: [], replies: ["2"],
 *   logliks: null, filtered: {}, scores: {}, hashes: null, error: null,
 * };
 * const filters = [{ name: "none", steps: [{ function: "take_first" }] }];
 * const task = {
 *   name: "t", alias: "t", version: 1, outputType: "generate_until" as const, numFewshot: 0, totalDocs: 1, filters,
 *   opaqueFilters: [], metrics: [{ metric: "exact_match" }], samples: [sample],
 * };
 * assertEquals(storedScores(task, sample, { name: "t", metrics: task.metrics }).scores, { "exact_match,none": 1 });
 * ```
 */
export function storedScores(task: StoredTask, sample: StoredSample, scoring: ScoringTask): StoredScores {
  const scores: Record<string, SampleValue> = {};
  const put = (filter: string, values: Readonly<Record<string, SampleValue>>): void => {
    for (const [metric, value] of Object.entries(values)) scores[`${metric},${filter}`] = value;
  };
  const view = viewOf(task, sample);
  if (sample.logliks !== null || sample.picked !== undefined) {
    put("none", scoreSample(scoring, view, "none"));
    return { scores, filtered: {}, reason: sample.picked === null ? "no_answer" : null };
  }
  const filtered: Record<string, readonly (string | null)[]> = {};
  const reasons: (string | null)[] = [];
  const run = (pipeline: FilterPipeline): readonly (string | null)[] => {
    if (task.opaqueFilters.includes(pipeline.name)) return sample.filtered[pipeline.name] ?? [];
    const { responses, reason } = applyFilters(pipeline, sample.replies ?? [], sample.fields);
    reasons.push(reason);
    return responses;
  };
  for (const pipeline of task.filters) {
    const responses = run(pipeline);
    filtered[pipeline.name] = responses;
    put(pipeline.name, scoreSample(scoring, { ...view, responses, ...ran(sample, pipeline) }, pipeline.name));
  }
  return { scores, filtered, reason: reasons[0] ?? null };
}
