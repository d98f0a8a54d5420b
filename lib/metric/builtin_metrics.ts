/**
 * The metrics that come along, by the names task files use.
 *
 * @module
 */
import type { MetricLike, OutputType, SampleView } from "../task/task.ts";
import {
  type Aggregation,
  bitsPerByteAggregation,
  bypassAggregation,
  meanAggregation,
  medianAggregation,
  nanmeanAggregation,
  perplexityAggregation,
  weightedPerplexityAggregation,
} from "./aggregation.ts";
import { bleu } from "./bleu.ts";
import { chrf, chrfPlusPlus } from "./chrf.ts";
import { medcalcBenchAccuracy } from "./medcalc.ts";
import { medecErrorFlagAccuracy } from "./medec.ts";
import { numberMatch, numberMatchFlexible } from "./number_match.ts";
import { groundedAnswerMetric, retrievalMetric } from "./passage_metrics.ts";
import { passAtKMetric } from "./pass_at_k_metric.ts";
import { rouge } from "./rouge.ts";
import { squadExactMatch, tokenF1 } from "./token_f1.ts";
import { ter } from "./ter.ts";
import { acc, accBytes, accMutualInfo, accNorm } from "./acc.ts";
import { f1, f1Aggregation, mcc, mccAggregation } from "./classification.ts";
import { macroF1Of } from "./macro_f1.ts";
import { exactMatch } from "./exact_match.ts";
import {
  bitsPerByte,
  brierAggregation,
  brierScore,
  bytePerplexity,
  perplexity,
  wordPerplexity,
} from "./likelihood.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

/** Keyword arguments of a metric, in lm-eval's snake_case names. */
export type MetricArgs = Readonly<Record<string, unknown>>;

/** Makes a metric from its keyword arguments. */
export type MetricFactory = (args: MetricArgs) => MetricLike;

const bypass = defineMetric({ name: "bypass", score: () => null, aggregate: bypassAggregation });

function ksOf(args: MetricArgs): readonly number[] {
  return Array.isArray(args["k"]) ? args["k"].map(Number) : [Number(args["k"] ?? 1)];
}

/** Verdicts of the code of a sample; null while any of it was not run. */
function testVerdicts({ verdicts }: SampleView): readonly boolean[] | null {
  return verdicts?.every((verdict) => verdict !== null) ? verdicts as readonly boolean[] : null;
}

function labelsOf(args: MetricArgs): readonly string[] | undefined {
  return Array.isArray(args["labels"]) ? args["labels"].map(String) : undefined;
}

/** Metrics lm-eval takes when a task file lists none. */
export const DEFAULT_METRICS: Readonly<Record<OutputType, readonly string[]>> = {
  "loglikelihood": ["perplexity", "acc"],
  "loglikelihood_rolling": ["word_perplexity", "byte_perplexity", "bits_per_byte"],
  "multiple_choice": ["acc", "acc_norm"],
  "generate_until": ["exact_match"],
};

const PLAIN: readonly BenchMetric[] = [
  acc,
  accNorm,
  accBytes,
  accMutualInfo,
  f1,
  mcc,
  brierScore,
  perplexity,
  wordPerplexity,
  bytePerplexity,
  bitsPerByte,
  bleu,
  chrf,
  chrfPlusPlus,
  ter,
  tokenF1,
  squadExactMatch,
  numberMatch,
  numberMatchFlexible,
  medcalcBenchAccuracy,
  medecErrorFlagAccuracy,
  bypass,
];

const ROUGES = (["rouge1", "rouge2", "rougeL", "rougeLsum"] as const).flatMap((
  type,
): [string, MetricFactory][] => [
  [type, (args) => rouge(type, { stemmer: args["use_stemmer"] === true })],
  [`${type}_stem`, () => rouge(type, { stemmer: true })],
]);

/** Metrics by name, with their factories. */
export const BUILTIN_METRICS: readonly (readonly [string, MetricFactory])[] = [
  ...PLAIN.map((metric): [string, MetricFactory] => [metric.name, () => metric]),
  ...ROUGES,
  ["pass_at_k", (args) => passAtKMetric(testVerdicts, ksOf(args))],
  ["grounded_answer", () => groundedAnswerMetric],
  ["retrieval", (args) => retrievalMetric(Number(args["k"] ?? 3))],
  ["macro_f1", (args) => macroF1Of(labelsOf(args))],
  ["exact_match", (args) =>
    exactMatch({
      ignoreCase: args["ignore_case"] === true,
      ignorePunctuation: args["ignore_punctuation"] === true,
      ignoreNumbers: args["ignore_numbers"] === true,
      regexesToIgnore: Array.isArray(args["regexes_to_ignore"]) ? args["regexes_to_ignore"].map(String) : [],
    })],
];

/** All aggregations a task file may name. */
export const BUILTIN_AGGREGATIONS: readonly Aggregation[] = [
  meanAggregation,
  medianAggregation,
  nanmeanAggregation,
  perplexityAggregation,
  weightedPerplexityAggregation,
  bitsPerByteAggregation,
  f1Aggregation,
  mccAggregation,
  brierAggregation,
  bleu.aggregation,
  chrf.aggregation,
  chrfPlusPlus.aggregation,
  ter.aggregation,
  bypassAggregation,
];
