/**
 * All metrics of one sample under one filter.
 *
 * @module
 */
import type { MetricLike, SampleValue, SampleView, Task } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { resolveMetric } from "./registry.ts";

/** The parts of a task that scoring looks at. */
export type ScoringTask = Pick<Task, "name" | "metrics" | "processResults">;

const resolved = new WeakMap<ScoringTask, readonly MetricLike[]>();

/**
 * The metrics of a task, resolved once, in the order of its list.
 *
 * @throws {TaskError} `unknown_metric`, `unknown_aggregation`, or `duplicate_metric` when two different entries
 * carry one name: a variant needs a name of its own.
 *
 * @example Names
 * ```ts
 * import { taskMetrics } from "./score_sample.ts";
 * import { assertEquals } from "@std/assert";
 * const metrics = taskMetrics({ name: "t", metrics: [{ metric: "acc" }, { metric: "acc_norm" }] });
 * assertEquals(metrics.map((metric) => metric.name), ["acc", "acc_norm"]);
 * ```
 */
export function taskMetrics(task: ScoringTask): readonly MetricLike[] {
  const known = resolved.get(task);
  if (known) return known;
  const byName = new Map<string, { metric: MetricLike; entry: string }>();
  for (const config of task.metrics) {
    const metric = resolveMetric(config);
    const entry = "metric" in config ? JSON.stringify(config) : metric.name;
    const earlier = byName.get(metric.name);
    if (earlier && earlier.entry !== entry) {
      throw new TaskError(
        `Cannot score "${task.name}": wanted one metric per name, found two "${metric.name}"`,
        {
          code: "duplicate_metric",
          hint: "Give the variant a name of its own",
        },
      );
    }
    if (!earlier) byName.set(metric.name, { metric, entry });
  }
  const list = [...byName.values()].map((one) => one.metric);
  resolved.set(task, list);
  return list;
}

/**
 * The metric that aggregates values of this name: the one so called, else the
 * one that produces the name (`pass@1`), else a mean for names that come from
 * the task's own `processResults`.
 *
 * @throws {TaskError} `unknown_metric` when nothing of the task makes this name.
 *
 * @example Exact name
 * ```ts
 * import { metricOf } from "./score_sample.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(metricOf({ name: "t", metrics: [{ metric: "acc" }] }, "acc").name, "acc");
 * ```
 */
export function metricOf(task: ScoringTask, name: string): MetricLike {
  const list = taskMetrics(task);
  const found = list.find((metric) => metric.name === name) ??
    list.find((metric) => (metric as Partial<BenchMetric>).produces?.(name) === true);
  if (found) return found;
  if (task.processResults) return defineMetric({ name, score: () => null });
  throw new TaskError(`Cannot find "${name}" among the metrics of "${task.name}"`, {
    code: "unknown_metric",
  });
}

function check(task: ScoringTask, name: string, value: SampleValue): void {
  const range = (metricOf(task, name) as Partial<BenchMetric>).range;
  const bad = typeof value === "number" &&
    (!Number.isFinite(value) || (range !== undefined && (value < range[0] || value > range[1])));
  if (bad) {
    const wanted = range ? `a number in ${range[0]}..${range[1]}` : "a finite number";
    throw new TaskError(`Cannot score by "${name}": wanted ${wanted}, found "${value}"`, {
      code: "score_out_of_range",
      hint: "Give null for a sample without a value",
    });
  }
}

/**
 * Scores one sample by every metric of the task, or by its `processResults`.
 *
 * An unreadable reply (`null`) scores 0 in every accuracy-like metric and is an
 * empty text for corpus scores. A throw means the sample could not be scored:
 * an error of that sample, never a 0.
 *
 * @param filterName Filter the replies went through; only named in errors.
 * @returns Metric name to value, in the order of the task's list.
 * @throws {TaskError} `score_out_of_range` (NaN, Infinity, outside the declared range), `missing_loglik`, `bad_loglik`.
 *
 * @example Log-likelihoods of two choices
 * ```ts
 * import { scoreSample } from "./score_sample.ts";
 * import { assertEquals } from "@std/assert";
 * const task = { name: "t", metrics: [{ metric: "acc" }, { metric: "acc_norm" }] };
 * const view = {
 *   outputType: "multiple_choice", fields: {}, target: 1, choices: ["yes", "perhaps"], logliks: [-3, -4],
 *   greedy: [false, false], unconditional: [], responses: [],
 * } as const;
 * assertEquals(scoreSample(task, view, "none"), { acc: 0, acc_norm: 1 });
 * ```
 */
export function scoreSample(
  task: ScoringTask,
  view: SampleView,
  filterName: string,
): Record<string, SampleValue> {
  const out: Record<string, SampleValue> = {};
  const put = (name: string, value: SampleValue) => {
    if (Object.hasOwn(out, name)) {
      throw new TaskError(`Cannot score "${task.name}" under "${filterName}": "${name}" came twice`, {
        code: "duplicate_metric",
      });
    }
    check(task, name, value);
    out[name] = value;
  };
  if (task.processResults) {
    for (const [name, value] of Object.entries(task.processResults(view))) put(name, value);
    return out;
  }
  for (const metric of taskMetrics(task)) {
    const scored = metric.score(view);
    if (typeof scored === "object" && scored !== null && !Array.isArray(scored)) {
      for (const [name, value] of Object.entries(scored)) put(name, value);
    } else put(metric.name, scored as SampleValue);
  }
  return out;
}
