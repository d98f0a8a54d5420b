/**
 * Metrics by name, as a task file names them.
 *
 * @module
 */
import type { MetricConfig, MetricLike, OutputType } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
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
import { medcalcBenchAccuracy, medecErrorFlagAccuracy } from "./medhelm.ts";
import { numberMatch, numberMatchFlexible } from "./number_match.ts";
import { rouge } from "./rouge.ts";
import { squadExactMatch, tokenF1 } from "./token_f1.ts";
import { ter } from "./ter.ts";
import { acc, accBytes, accMutualInfo, accNorm } from "./acc.ts";
import { f1, f1Aggregation, macroF1Of, mcc, mccAggregation } from "./classification.ts";
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

function labelsOf(args: MetricArgs): readonly string[] | undefined {
  return Array.isArray(args["labels"]) ? args["labels"].map(String) : undefined;
}

/** Metrics lm-eval takes when a task file lists none. */
export const DEFAULT_METRICS: Readonly<Record<OutputType, readonly string[]>> = {
  loglikelihood: ["perplexity", "acc"],
  loglikelihood_rolling: ["word_perplexity", "byte_perplexity", "bits_per_byte"],
  multiple_choice: ["acc", "acc_norm"],
  generate_until: ["exact_match"],
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

const factories = new Map<string, MetricFactory>([
  ...PLAIN.map((metric): [string, MetricFactory] => [metric.name, () => metric]),
  ...ROUGES,
  ["macro_f1", (args) => macroF1Of(labelsOf(args))],
  ["exact_match", (args) =>
    exactMatch({
      ignoreCase: args["ignore_case"] === true,
      ignorePunctuation: args["ignore_punctuation"] === true,
      ignoreNumbers: args["ignore_numbers"] === true,
      regexesToIgnore: Array.isArray(args["regexes_to_ignore"]) ? args["regexes_to_ignore"].map(String) : [],
    })],
]);

const aggregations = new Map<string, Aggregation>(
  [
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
  ].map((one) => [one.name, one]),
);

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
