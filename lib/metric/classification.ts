/**
 * Metrics of a confusion table: binary F1, macro F1, Matthews correlation.
 *
 * @module
 */
import type { SampleValue, SampleView } from "../task/task.ts";
import { TaskError } from "../core/errors.ts";
import { type Aggregation, pairsOf } from "./aggregation.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts, replyText } from "./gold.ts";
import { pickedChoice } from "./acc.ts";

/** `[gold, predicted]` as indices; -1 for a prediction that is none of the labels. */
function labelPair(view: SampleView, labels: readonly string[] | undefined): [number, number] {
  if (view.outputType === "multiple_choice") {
    const first = Array.isArray(view.target) ? view.target[0] : view.target;
    const gold = typeof first === "number" ? first : view.choices.indexOf(String(first));
    return [gold, pickedChoice(view)];
  }
  const reply = replyText(view);
  const gold = goldTexts(view)[0] ?? "";
  if (labels !== undefined) return [labels.indexOf(gold), reply === null ? -1 : labels.indexOf(reply)];
  const read = (text: string | null): number =>
    text !== null && /^-?\d+$/.test(text.trim()) ? Number(text) : -1;
  return [read(gold), read(reply)];
}

function binaryF1(hit: number, falseHit: number, miss: number): number {
  return hit === 0 ? 0 : (2 * hit) / (2 * hit + falseHit + miss);
}

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

/**
 * Mean of the F1 of each label over a declared label set: a label nobody
 * predicts or has counts 0 (`zero_division` 0), a prediction outside the set is
 * a miss of its gold label and adds no label of its own.
 *
 * @param values `[gold, predicted, number of labels]`; predicted -1 is outside the set.
 * @throws {TaskError} `bad_score` when the samples do not agree on the number of labels.
 *
 * @example Yes, no, maybe
 * ```ts
 * import { aggregateMacroF1 } from "./classification.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(aggregateMacroF1([[0, 0, 3], [1, 0, 3], [2, 2, 3]])?.toFixed(6), "0.555556");
 * ```
 */
export function aggregateMacroF1(values: readonly SampleValue[]): number | null {
  const pairs = pairsOf(values);
  if (pairs.length === 0) return null;
  const sizes = new Set(values.filter((v) => v !== null).map((value) => (value as readonly number[])[2]));
  const [size] = sizes;
  if (sizes.size !== 1 || typeof size !== "number" || size < 1) {
    throw new TaskError(
      `Cannot average F1 over labels: wanted one number of labels, found "${[...sizes].join(", ")}"`,
      { code: "bad_score", hint: "Declare the labels: macroF1Of([...])" },
    );
  }
  let sum = 0;
  for (let label = 0; label < size; label++) {
    const hit = pairs.filter(([g, p]) => g === label && p === label).length;
    const falseHit = pairs.filter(([g, p]) => g !== label && p === label).length;
    const miss = pairs.filter(([g, p]) => g === label && p !== label).length;
    sum += binaryF1(hit, falseHit, miss);
  }
  return sum / size;
}

const macroAggregation: Aggregation = { name: "macro_f1", aggregate: aggregateMacroF1, stderr: "bootstrap" };

/**
 * Macro F1 over declared labels, for replies that are labels.
 *
 * @example Labels of a reply
 * ```ts
 * import { macroF1Of } from "./classification.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(macroF1Of(["yes", "no"]).name, "macro_f1");
 * ```
 */
export function macroF1Of(labels?: readonly string[]): BenchMetric {
  return defineMetric({
    name: "macro_f1",
    aggregate: macroAggregation,
    score: (view) => {
      const size = view.outputType === "multiple_choice"
        ? view.choices.length
        : (labels ?? view.choices).length;
      return [...labelPair(view, labels ?? (view.choices.length > 0 ? view.choices : undefined)), size];
    },
  });
}

/** Macro F1 over the choices of the task. Sample value: `[gold, predicted, number of labels]`. */
export const macroF1: BenchMetric = macroF1Of();
