/**
 * Scores of a stored task.
 *
 * @module
 */
import { defineMetric } from "../metric/metric.ts";
import { primaryMetric } from "../metric/primary.ts";
import type { StoredSample, StoredTask } from "../result/stored_run.ts";
import type { TaskResult } from "../result/task_result.ts";
import { defineTask } from "../task/define_task.ts";
import type { FilterPipeline, MetricConfig, MetricLike, SampleValue, Task } from "../task/task.ts";
import { blankSample, type Sample } from "./sample.ts";
import { storedScores } from "./stored_scores.ts";
import { tallyTask, type TaskTally } from "./tally_task.ts";

/** How stored answers are scored. */
export interface RescoreOptions {
  /** Metrics, by name or by value; those of the run by default. */
  readonly metrics?: readonly (string | MetricConfig | MetricLike)[];
  /** Filter pipelines; those of the run by default. */
  readonly filters?: readonly FilterPipeline[];
  /** Bootstrap resamples; see `aggregateMetric`. */
  readonly bootstrapIters?: number;
}

/** A stored task with its new scores. */
export interface ScoredTask {
  /** The task as scored, each sample with its new scores. */
  readonly stored: StoredTask;
  /** The result. */
  readonly result: TaskResult;
  /** Result and values, for groups. */
  readonly tally: TaskTally;
  /** The task as groups want it. */
  readonly task: Task;
}

/** Names of scores that no metric here makes: values of another program's functions. */
function carriedNames(stored: StoredTask, made: ReadonlySet<string>): string[] {
  const names = stored.samples.flatMap((sample) => Object.keys(sample.scores)).map((key) =>
    key.slice(0, key.lastIndexOf(","))
  );
  return [...new Set(names)].filter((name) => !made.has(name));
}

function toSample(stored: StoredSample, name: string, found: Partial<Sample>): Sample {
  return {
    ...blankSample(name, stored.docId),
    id: `${name}/${stored.docId}${stored.epoch > 0 ? `/e${stored.epoch}` : ""}`,
    docIndex: stored.docIndex,
    epoch: stored.epoch,
    status: "ok",
    reason: null,
    message: null,
    durationMs: 0,
    attempts: 1,
    hashes: stored.hashes,
    ...found,
  };
}

function asTask(stored: StoredTask, metrics: readonly (MetricConfig | MetricLike)[], primary?: string): Task {
  return defineTask({
    name: stored.name.replace(/[^\w.:=-]/g, "_") || "task",
    alias: stored.alias,
    version: stored.version,
    outputType: stored.outputType,
    prompt: () => "",
    target: () => "",
    choices: ["a", "b"],
    filters: stored.filters,
    metrics,
    unsafeCode: metrics.some((metric) => "metric" in metric && metric.metric === "pass_at_k"),
    ...(primary === undefined ? {} : { primaryMetric: primary }),
  });
}

/**
 * Scores a stored task anew, without asking a model. Scores of functions that
 * are code of another program are kept as they were, unless other metrics are
 * asked for.
 *
 * @throws {TaskError} `unknown_metric`, `unknown_filter`, and what scoring throws
 *
 * @example
 * ```ts
 * import { scoreStored } from "./score_stored.ts";
 * import { importInspect } from "../result/import_inspect.ts";
 * import { assertEquals } from "@std/assert";
 * const samples = [{ id: 1, input: "1+1", target: "2", output: { completion: "2 " }, scores: { match: { value: "C" } } }];
 * const run = importInspect({ version: 2, eval: { task: "demo", model: "m" }, samples });
 * assertEquals(scoreStored(run.tasks[0]!).result.score, 1);
 * assertEquals(scoreStored(run.tasks[0]!, { metrics: ["exact_match"] }).result.score, 0);
 * ```
 */
export function scoreStored(given: StoredTask, options: RescoreOptions = {}): ScoredTask {
  const metrics = options.metrics?.map((metric) => typeof metric === "string" ? { metric } : metric) ??
    given.metrics;
  const stored: StoredTask = {
    ...given,
    metrics,
    ...(options.filters === undefined ? {} : {
      filters: options.filters,
      opaqueFilters: [],
      // Another filter makes another program, of which nothing is known.
      samples: given.samples.map(({ verdicts: _, ...sample }) => sample),
    }),
  };
  const { processResults } = given;
  const scoring = {
    name: stored.name,
    metrics,
    // the task's own scoring makes the task's own metrics only
    ...(processResults === undefined || options.metrics !== undefined ? {} : { processResults }),
  };
  const outcomes = stored.samples.map((sample) =>
    sample.error === null ? storedScores(stored, sample, scoring) : null
  );
  const made = new Set(
    outcomes.flatMap((one) => Object.keys(one?.scores ?? {})).map((key) =>
      key.slice(0, key.lastIndexOf(","))
    ),
  );
  const carried = options.metrics === undefined ? carriedNames(stored, made) : [];
  const keep = (sample: StoredSample): Record<string, SampleValue> =>
    Object.fromEntries(
      Object.entries(sample.scores).filter(([key]) => carried.includes(key.slice(0, key.lastIndexOf(",")))),
    );
  const all = [...metrics, ...carried.map((name) => defineMetric({ name, score: () => null }))];
  const task = asTask(stored, all, options.metrics === undefined ? given.primaryMetric : undefined);
  const epochs = 1 + Math.max(0, ...stored.samples.map((sample) => sample.epoch));
  const collector = tallyTask(task, {
    planned: stored.samples.length,
    epochs,
    facts: { numFewshot: stored.numFewshot },
    ...(options.bootstrapIters === undefined ? {} : { bootstrapIters: options.bootstrapIters }),
  });
  const samples = stored.samples.map((sample, at): StoredSample => {
    const found = outcomes[at];
    if (found === null || found === undefined) {
      collector.add(
        toSample(sample, stored.name, { status: "error", reason: "not_answered", message: sample.error }),
      );
      return sample;
    }
    const scores = { ...found.scores, ...keep(sample) };
    const value = scores[primaryMetric(task, Object.keys(scores))];
    collector.add(toSample(sample, stored.name, {
      scores,
      score: typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : null,
      unparsed: found.reason !== null,
      reason: found.reason,
    }));
    return { ...sample, scores, filtered: { ...sample.filtered, ...found.filtered } };
  });
  const tally = collector.finish();
  const result = { ...tally.result, task: stored.name };
  return { stored: { ...stored, samples }, result, tally: { ...tally, result }, task };
}
