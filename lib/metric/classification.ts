/**
 * Metrics of a confusion table: binary F1, macro F1, Matthews correlation.
 *
 * @module
 */
import { type Aggregation, pairsOf } from "./aggregation.ts";
import { binaryF1, labelPair } from "./label_pair.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

function countBinary(pairs: readonly (readonly [number, number])[], rows: ArrayLike<number> | null): number {
  let hit = 0;
  let falseHit = 0;
  let miss = 0;
  const n = rows === null ? pairs.length : rows.length;
  for (let i = 0; i < n; i++) {
    const [gold, predicted] = pairs[rows === null ? i : rows[i] as number] as [number, number];
    if (predicted === 1) {
      if (gold === 1) hit++;
      else falseHit++;
    } else if (gold === 1) miss++;
  }
  return binaryF1(hit, falseHit, miss);
}

/** scikit-learn's binary F1 of `[gold, predicted]` pairs; the positive label is 1; 0 when nothing is positive. */
export const f1Aggregation: Aggregation = {
  name: "f1",
  aggregate(values) {
    const pairs = pairsOf(values);
    return pairs.length === 0 ? null : countBinary(pairs, null);
  },
  stderr: "bootstrap",
  resample(values) {
    const pairs = pairsOf(values);
    return (rows) => countBinary(pairs, rows);
  },
};

function matthews(pairs: readonly (readonly [number, number])[], rows: ArrayLike<number> | null): number {
  const golds = new Map<number, number>();
  const found = new Map<number, number>();
  let right = 0;
  const n = rows === null ? pairs.length : rows.length;
  for (let i = 0; i < n; i++) {
    const [gold, predicted] = pairs[rows === null ? i : rows[i] as number] as [number, number];
    golds.set(gold, (golds.get(gold) ?? 0) + 1);
    found.set(predicted, (found.get(predicted) ?? 0) + 1);
    if (gold === predicted) right++;
  }
  const square = (counts: Map<number, number>) => [...counts.values()].reduce((sum, c) => sum + c * c, 0);
  let both = 0;
  for (const [label, count] of golds) both += count * (found.get(label) ?? 0);
  const spread = (n * n - square(found)) * (n * n - square(golds));
  return spread === 0 ? 0 : (right * n - both) / Math.sqrt(spread);
}

/** Matthews correlation of `[gold, predicted]` pairs, any number of labels; 0 when one column is constant. */
export const mccAggregation: Aggregation = {
  name: "matthews_corrcoef",
  aggregate(values) {
    const pairs = pairsOf(values);
    return pairs.length === 0 ? null : matthews(pairs, null);
  },
  stderr: "bootstrap",
  resample(values) {
    const pairs = pairsOf(values);
    return (rows) => matthews(pairs, rows);
  },
};

/** Binary F1 (label 1 is positive), as lm-eval's `f1`. Sample value: `[gold, predicted]`. */
export const f1: BenchMetric = defineMetric({
  name: "f1",
  aggregate: f1Aggregation,
  score: (view) => labelPair(view, undefined),
});

/** Matthews correlation, as lm-eval's `mcc`. Sample value: `[gold, predicted]`. */
export const mcc: BenchMetric = defineMetric({
  name: "mcc",
  aggregate: mccAggregation,
  score: (view) => labelPair(view, undefined),
});
