/**
 * How per-sample values become one number, named as in lm-eval.
 *
 * @module
 */
import type { SampleValue } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
import { mean, upperMedian } from "../stat/mean.ts";

/** An aggregation and what its standard error is. */
export interface Aggregation {
  /** Name as in lm-eval's `aggregation:` key. */
  readonly name: string;
  /** The number; null when there is nothing to aggregate. */
  readonly aggregate: (values: readonly SampleValue[]) => number | null;
  /** `mean`: sample standard error; `bootstrap`: resampling; `none`: not available. */
  readonly stderr: "mean" | "bootstrap" | "none";
  /** Upper limit of bootstrap resamples (100 for corpus scores, as in lm-eval). */
  readonly iterationsCap?: number;
  /** Digests the values once and gives the statistic of a resample; default picks and aggregates. */
  readonly resample?: (values: readonly SampleValue[]) => (rows: Int32Array) => number;
}

/**
 * The numbers among the values. Booleans count as 0 and 1; null (no value for
 * that sample) is left out; anything else is a mistake in the metric.
 *
 * @throws {TaskError} `bad_score` on text, a list, NaN or Infinity.
 *
 * @example Nulls are left out, not zero
 * ```ts
 * import { numbersOf } from "./aggregation.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(numbersOf([1, null, true]), [1, 1]);
 * ```
 */
export function numbersOf(values: readonly SampleValue[]): number[] {
  const out: number[] = [];
  for (const value of values) {
    if (value === null) continue;
    const number = typeof value === "boolean" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) {
      throw new TaskError(`Cannot aggregate: wanted finite numbers, found "${JSON.stringify(value)}"`, {
        code: "bad_score",
        hint: "Give null for a sample that has no value",
      });
    }
    out.push(number);
  }
  return out;
}

/**
 * Pairs of numbers among the values, such as `[gold, predicted]`.
 *
 * @throws {TaskError} `bad_score` when a value is no list of at least two finite numbers.
 *
 * @example Two pairs
 * ```ts
 * import { pairsOf } from "./aggregation.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pairsOf([[0, 1], [1, 1]]), [[0, 1], [1, 1]]);
 * ```
 */
export function pairsOf(values: readonly SampleValue[]): [number, number][] {
  return values.filter((value) => value !== null).map((value) => {
    const [a, b] = Array.isArray(value) ? value : [];
    if (typeof a !== "number" || typeof b !== "number" || !Number.isFinite(a) || !Number.isFinite(b)) {
      throw new TaskError(`Cannot aggregate: wanted pairs of numbers, found "${JSON.stringify(value)}"`, {
        code: "bad_score",
      });
    }
    return [a, b];
  });
}

/** Mean over the samples that have a value, with the standard error of a mean. */
export const meanAggregation: Aggregation = {
  name: "mean",
  aggregate: (values) => mean(numbersOf(values)),
  stderr: "mean",
};

/** lm-eval's median: `sorted[n // 2]`. */
export const medianAggregation: Aggregation = {
  name: "median",
  aggregate: (values) => upperMedian(numbersOf(values)),
  stderr: "bootstrap",
};

/** Mean that leaves missing values out, with a bootstrap error, as lm-eval's `nanmean`. */
export const nanmeanAggregation: Aggregation = {
  name: "nanmean",
  aggregate: (values) => mean(numbersOf(values)),
  stderr: "bootstrap",
};

/** `exp(-mean)` of log-likelihoods. */
export const perplexityAggregation: Aggregation = {
  name: "perplexity",
  aggregate(values) {
    const mu = mean(numbersOf(values));
    return mu === null ? null : Math.exp(-mu);
  },
  stderr: "bootstrap",
  resample(values) {
    const logliks = numbersOf(values);
    return (rows) => {
      let sum = 0;
      for (let i = 0; i < rows.length; i++) sum += logliks[rows[i] as number] as number;
      return Math.exp(-sum / rows.length);
    };
  },
};

function ratio(values: readonly SampleValue[]): number | null {
  const pairs = pairsOf(values);
  const weight = pairs.reduce((sum, pair) => sum + pair[1], 0);
  return weight === 0 ? null : pairs.reduce((sum, pair) => sum + pair[0], 0) / weight;
}

/** `exp(-Σ loglik / Σ weight)` of `[loglik, weight]` pairs. */
export const weightedPerplexityAggregation: Aggregation = {
  name: "weighted_perplexity",
  aggregate(values) {
    const value = ratio(values);
    return value === null ? null : Math.exp(-value);
  },
  stderr: "none",
};

/** `-Σ loglik / Σ bytes / ln 2` of `[loglik, bytes]` pairs. */
export const bitsPerByteAggregation: Aggregation = {
  name: "bits_per_byte",
  aggregate(values) {
    const value = ratio(values);
    return value === null ? null : -value / Math.LN2;
  },
  stderr: "none",
};

/** lm-eval's placeholder of prediction-only runs: always 999. */
export const bypassAggregation: Aggregation = { name: "bypass", aggregate: () => 999, stderr: "none" };
