/**
 * Metrics of the log-likelihoods themselves: Brier score and perplexities.
 *
 * @module
 */
import type { SampleValue, SampleView } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
import { PY_SPACE } from "../core/regex/regex_class.ts";
import { mean } from "../stat/mean.ts";
import {
  type Aggregation,
  bitsPerByteAggregation,
  perplexityAggregation,
  weightedPerplexityAggregation,
} from "./aggregation.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts } from "./gold.ts";

const PY_SPACES = new RegExp(`[${PY_SPACE}]+`);

/**
 * Probabilities that sum to 1 from logs of any scale.
 *
 * @example Two equal ones
 * ```ts
 * import { softmax } from "./likelihood.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(softmax([-5, -5]), [0.5, 0.5]);
 * ```
 */
export function softmax(logs: readonly number[]): number[] {
  const top = Math.max(...logs);
  const powers = logs.map((value) => Math.exp(value - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((value) => value / sum);
}

function firstLoglik(view: SampleView): number {
  const value = view.logliks[0];
  if (value === undefined || !Number.isFinite(value)) {
    throw new TaskError(`Cannot score the text: wanted a log-likelihood, found "${value}"`, {
      code: value === undefined ? "missing_loglik" : "bad_loglik",
    });
  }
  return value;
}

/** Mean over samples of the squared distance to the one-hot answer, of `[gold, probabilities]`. */
export const brierAggregation: Aggregation = {
  name: "brier_score",
  aggregate(values) {
    const distances = values.filter((value) => value !== null).map((value) => {
      const [gold, probabilities] = value as readonly [number, readonly number[]];
      return probabilities.reduce((sum, p, i) => sum + (p - Number(i === gold)) ** 2, 0);
    });
    return mean(distances);
  },
  stderr: "none",
};

/** Brier score over the choices; lower is better. No value without log-likelihoods. */
export const brierScore: BenchMetric = defineMetric({
  name: "brier_score",
  higherIsBetter: false,
  aggregate: brierAggregation,
  score(view): SampleValue {
    if (view.logliks.length === 0) return null;
    const first = Array.isArray(view.target) ? view.target[0] : view.target;
    const gold = typeof first === "number" ? first : view.choices.indexOf(String(first));
    return [gold, softmax(view.logliks)];
  },
});

/** `exp` of minus the mean log-likelihood of the continuations; lower is better. */
export const perplexity: BenchMetric = defineMetric({
  name: "perplexity",
  higherIsBetter: false,
  aggregate: perplexityAggregation,
  score: firstLoglik,
});

function weighted(name: string, aggregate: Aggregation, weigh: (text: string) => number): BenchMetric {
  return defineMetric({
    name,
    higherIsBetter: false,
    aggregate,
    score: (view) => [firstLoglik(view), weigh(goldTexts({ target: view.target, choices: [] })[0] ?? "")],
  });
}

const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Perplexity per word; words are the pieces between whitespace, empty end pieces counted (Python's `re.split`). */
export const wordPerplexity: BenchMetric = weighted(
  "word_perplexity",
  weightedPerplexityAggregation,
  (text) => text.split(PY_SPACES).length,
);

/** Perplexity per UTF-8 byte. */
export const bytePerplexity: BenchMetric = weighted(
  "byte_perplexity",
  weightedPerplexityAggregation,
  utf8Bytes,
);

/** Bits per UTF-8 byte. */
export const bitsPerByte: BenchMetric = weighted("bits_per_byte", bitsPerByteAggregation, utf8Bytes);
