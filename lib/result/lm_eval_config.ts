/**
 * Metrics and filters from the task configs in lm-eval's result files.
 *
 * @module
 */
import { DEFAULT_METRICS } from "../metric/builtin_metrics.ts";
import { metricNames } from "../metric/registry.ts";
import { filterNames } from "../filter/filter.ts";
import type { FilterPipeline, MetricConfig, OutputType } from "../task/task.ts";

/** A task config as lm-eval writes it. */
// deno-lint-ignore no-explicit-any
export type LmEvalConfig = Readonly<Record<string, any>>;

const OWN_KEYS = ["metric", "aggregation", "higher_is_better", "hf_evaluate"];

/**
 * Filter pipelines of a config, and the names of those that call functions of
 * another program.
 *
 * @example
 * ```ts
 * import { lmEvalFilters } from "./lm_eval_config.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lmEvalFilters({}).filters.map(({ name }) => name), ["none"]);
 * const custom = [{ name: "x", filter: [{ function: "custom", filter_fn: "<function f>" }] }];
 * assertEquals(lmEvalFilters({ filter_list: custom }).opaque, ["x"]);
 * ```
 */
export function lmEvalFilters(config: LmEvalConfig): { filters: FilterPipeline[]; opaque: string[] } {
  const list: LmEvalConfig[] = config.filter_list ?? [{ name: "none", filter: [{ function: "take_first" }] }];
  const known = filterNames();
  const opaque: string[] = [];
  const filters = list.map(({ name, filter }): FilterPipeline => {
    const steps: LmEvalConfig[] = filter ?? [{ function: "take_first" }];
    if (steps.some((step) => step.function === "custom" || !known.includes(step.function))) opaque.push(name);
    return {
      name,
      steps: steps.map(({ function: step, ...args }) => ({ function: step, args })),
    };
  });
  return { filters, opaque };
}

/**
 * Metrics of a config; one that is a function of another program, or unknown
 * here, is left out: its stored values are used as they are.
 *
 * @example
 * ```ts
 * import { lmEvalMetrics } from "./lm_eval_config.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lmEvalMetrics({ output_type: "multiple_choice" }).map(({ metric }) => metric), ["acc", "acc_norm"]);
 * ```
 */
export function lmEvalMetrics(config: LmEvalConfig): MetricConfig[] {
  const type = (config.output_type ?? "generate_until") as OutputType;
  const list: LmEvalConfig[] = config.metric_list ?? DEFAULT_METRICS[type].map((metric) => ({ metric }));
  const known = metricNames();
  return list.flatMap((entry): MetricConfig[] => {
    if (!known.includes(entry.metric)) return [];
    const args = Object.fromEntries(Object.entries(entry).filter(([key]) => !OWN_KEYS.includes(key)));
    return [{
      metric: entry.metric,
      args,
      ...(typeof entry.aggregation === "string" && !entry.aggregation.startsWith("<")
        ? { aggregation: entry.aggregation }
        : {}),
      ...(typeof entry.higher_is_better === "boolean" ? { higherIsBetter: entry.higher_is_better } : {}),
    }];
  });
}
