/**
 * Metrics by name, as a task file names them.
 *
 * @module
 */
import type { MetricConfig, MetricLike } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
import type { Aggregation } from "./aggregation.ts";
import { BUILTIN_AGGREGATIONS, BUILTIN_METRICS, type MetricFactory } from "./builtin_metrics.ts";
import { goldTexts, replyText } from "./gold.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

const factories = new Map<string, MetricFactory>(BUILTIN_METRICS);

const aggregations = new Map<string, Aggregation>(BUILTIN_AGGREGATIONS.map((one) => [one.name, one]));

/**
 * Adds a metric of one's own under a name, for task files and `resolveMetric`.
 *
 * @throws {RangeError} When the name is taken.
 *
 * @example A metric in three lines
 * ```ts
 * import { registerMetric, resolveMetric } from "./registry.ts";
 * import { defineMetric } from "./metric.ts";
 * import { assertEquals } from "@std/assert";
 * registerMetric("shouts", () => defineMetric({ name: "shouts", score: (s) => Number(/!/.test(s.responses[0] ?? "")) }));
 * assertEquals(resolveMetric({ metric: "shouts" }).name, "shouts");
 * ```
 */
export function registerMetric(name: string, factory: MetricFactory): void {
  if (factories.has(name)) {
    throw new RangeError(`Cannot register the metric: wanted a new name, found "${name}"`);
  }
  factories.set(name, factory);
}

/** Names of all metrics that can be resolved, sorted. */
export function metricNames(): string[] {
  return [...factories.keys()].sort();
}

/**
 * The metric a task names: a literal as it is, a name with keyword arguments
 * through the registry. `aggregation` and `higherIsBetter` of the entry win.
 *
 * A name that is not registered but has a known aggregation is a metric whose
 * values come from the task's own `processResults`; scoring by it is an error.
 *
 * @throws {TaskError} `unknown_metric`, `unknown_aggregation`.
 *
 * @example By name
 * ```ts
 * import { resolveMetric } from "./registry.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(resolveMetric({ metric: "acc_norm" }).higherIsBetter, true);
 * ```
 */
export function resolveMetric(config: MetricConfig | MetricLike): MetricLike {
  if (!("metric" in config)) return config;
  const { metric: name, aggregation: wanted, higherIsBetter } = config;
  if (config.aggregate !== undefined) return withAggregate(config, config.aggregate);
  const aggregation = wanted === undefined ? undefined : aggregations.get(wanted);
  if (wanted !== undefined && aggregation === undefined) {
    throw new TaskError(
      `Cannot aggregate "${name}": wanted one of "${
        [...aggregations.keys()].join('", "')
      }", found "${wanted}"`,
      { code: "unknown_aggregation", hint: "Give a metric made by defineMetric with its own aggregate" },
    );
  }
  const made = factories.get(name)?.(config.args ?? {});
  if (made === undefined && aggregation === undefined) {
    throw new TaskError(`Cannot find the metric "${name}": wanted one of "${metricNames().join('", "')}"`, {
      code: "unknown_metric",
      hint: "Register your own: registerMetric(name, factory)",
      details: { found: name, names: metricNames() },
    });
  }
  if (made === undefined) return unscored(name, aggregation as Aggregation, higherIsBetter ?? true);
  const changed = aggregation !== undefined &&
    aggregation.name !== (made as Partial<BenchMetric>).aggregation?.name;
  if (!changed && (higherIsBetter === undefined || higherIsBetter === made.higherIsBetter)) return made;
  return {
    ...made,
    higherIsBetter: higherIsBetter ?? made.higherIsBetter,
    ...(changed ? { aggregation, aggregate: aggregation.aggregate, stderr: aggregation.stderr } : {}),
  };
}

/**
 * The metric of an entry that brings an aggregation of its own; it has no
 * standard error. Of generated texts f1 and mcc hand on the pairs of gold and
 * reply, as in lm-eval.
 */
function withAggregate(config: MetricConfig, aggregate: MetricLike["aggregate"]): MetricLike {
  const { metric: name, higherIsBetter } = config;
  const known = factories.get(name)?.(config.args ?? {});
  const made = known ?? unscored(name, BUILTIN_AGGREGATIONS[0] as Aggregation, true);
  const pairs = name === "f1" || name === "mcc";
  const score: MetricLike["score"] = (view) =>
    pairs && view.outputType === "generate_until"
      ? [goldTexts(view)[0] ?? "", replyText(view) ?? ""]
      : made.score(view);
  return { ...made, score, higherIsBetter: higherIsBetter ?? made.higherIsBetter, aggregate, stderr: "none" };
}

/** A metric whose per-sample values are made elsewhere. */
function unscored(name: string, aggregate: Aggregation, higherIsBetter: boolean): BenchMetric {
  return defineMetric({
    name,
    aggregate,
    higherIsBetter,
    score() {
      throw new TaskError(
        `Cannot score by "${name}": wanted a registered metric or the task's processResults`,
        {
          code: "unknown_metric",
          hint: `Known metrics: ${metricNames().join(", ")}`,
        },
      );
    },
  });
}
