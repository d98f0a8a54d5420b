/**
 * What a metric is here: a scorer per sample and an aggregation over samples.
 *
 * @module
 */
import type { MetricLike, SampleValue, SampleView } from "../task/task.ts";
import { type Aggregation, meanAggregation } from "./aggregation.ts";

/** What a scorer gives: one value, or one value per metric name. */
export type Scored = SampleValue | Readonly<Record<string, SampleValue>>;

/** A metric with everything the aggregation may want to know. */
export interface BenchMetric extends MetricLike {
  /** How values become one number, and that number's error. */
  readonly aggregation: Aggregation;
  /** Allowed range of a per-sample number, ends included; outside is an error of that sample. */
  readonly range?: readonly [number, number];
  /** For a scorer that feeds several names: whether it feeds this one. */
  readonly produces?: (name: string) => boolean;
}

/** What {@linkcode defineMetric} takes. */
export interface MetricDefinition {
  /** Name in results. */
  readonly name: string;
  /** Value of one sample; null where the sample has none (left out of the mean, counted in n). */
  readonly score: (sample: SampleView) => Scored;
  /** Default true. */
  readonly higherIsBetter?: boolean;
  /** Default: the mean, with its standard error. A function gets no standard error. */
  readonly aggregate?: Aggregation | ((values: readonly SampleValue[]) => number | null);
  /** Allowed range of a per-sample number. */
  readonly range?: readonly [number, number];
  /** For a scorer that gives a record: whether it feeds this name. */
  readonly produces?: (name: string) => boolean;
}

/**
 * Makes a metric from a literal.
 *
 * @throws {TypeError} On an empty name, or a name with a comma: results are keyed `metric,filter`.
 *
 * @example Share of short replies
 * ```ts
 * import { defineMetric } from "./metric.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const brief = defineMetric({ name: "brief", score: (s) => Number((s.responses[0] ?? "").length < 40) });
 * assertEquals(brief.aggregate([1, 0, 1, 1]), 0.75);
 * ```
 */
export function defineMetric(definition: MetricDefinition): BenchMetric {
  const { name, score, range, produces } = definition;
  if (name === "" || name.includes(",")) {
    throw new TypeError(`Cannot define a metric: wanted a name without a comma, found "${name}"`);
  }
  const given = definition.aggregate ?? meanAggregation;
  const aggregation: Aggregation = typeof given === "function"
    ? { name: "custom", aggregate: given, stderr: "none" }
    : given;
  return {
    name,
    score,
    aggregation,
    higherIsBetter: definition.higherIsBetter ?? true,
    aggregate: aggregation.aggregate,
    stderr: aggregation.stderr,
    ...(range === undefined ? {} : { range }),
    ...(produces === undefined ? {} : { produces }),
  };
}
