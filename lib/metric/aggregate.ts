/**
 * From per-sample values to one number and its standard error.
 *
 * @module
 */
import type { MetricLike, SampleValue } from "../task/task.ts";
import { bootstrapStderr } from "../stat/bootstrap.ts";
import { meanStderr } from "../stat/mean.ts";
import { numbersOf } from "./aggregation.ts";
import type { BenchMetric } from "./metric.ts";

/** Options of {@linkcode aggregateMetric}. */
export interface AggregateOptions {
  /** Bootstrap resamples; lm-eval's default is 100,000. 0 switches every standard error off, as there. */
  readonly bootstrapIters?: number;
}

/** An aggregated metric. */
export interface Aggregated {
  /** Null when nothing had a value. */
  readonly value: number | null;
  /** Null where lm-eval says `N/A`, and below two samples. */
  readonly stderr: number | null;
  /** Samples that had a value. */
  readonly n: number;
}

/**
 * Aggregates the values of one metric under one filter.
 *
 * Standard error as lm-eval 0.4.13: sample standard error for means, bootstrap
 * for medians, F1, MCC, perplexity and corpus scores (at most 100 resamples for
 * the latter), null for the rest. A null value is a sample without one: left
 * out and not in `n`.
 *
 * @throws {TaskError} `bad_score` when a value is not what the aggregation takes (NaN among them).
 *
 * @example Three of four
 * ```ts
 * import { aggregateMetric } from "./aggregate.ts";
 * import { acc } from "./acc.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(aggregateMetric(acc, [1, 1, 0, 1]), { value: 0.75, stderr: 0.25, n: 4 });
 * assertEquals(aggregateMetric(acc, []), { value: null, stderr: null, n: 0 });
 * ```
 */
export function aggregateMetric(
  metric: MetricLike,
  values: readonly SampleValue[],
  options: AggregateOptions = {},
): Aggregated {
  const iterations = options.bootstrapIters ?? 100_000;
  const present = values.filter((value) => value !== null);
  const n = present.length;
  if (n === 0) return { value: null, stderr: null, n };
  const raw = metric.aggregate(present);
  const value = raw !== null && Number.isFinite(raw) ? raw : null;
  if (value === null || n < 2 || iterations === 0 || metric.stderr === "none") {
    return { value, stderr: null, n };
  }
  if (metric.stderr === "mean") return { value, stderr: meanStderr(numbersOf(present)), n };
  const aggregation = (metric as Partial<BenchMetric>).aggregation;
  const statistic = aggregation?.resample?.(present) ??
    ((rows: Int32Array) => metric.aggregate(Array.from(rows, (row) => present[row] as SampleValue)) ?? NaN);
  const capped = Math.min(iterations, aggregation?.iterationsCap ?? iterations);
  return { value, stderr: bootstrapStderr(n, statistic, { iterations: capped }), n };
}
