/**
 * F1 averaged over classes.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import type { SampleValue } from "../task/task.ts";
import { type Aggregation, pairsOf } from "./aggregation.ts";
import { binaryF1, labelPair } from "./label_pair.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

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
 * import { aggregateMacroF1 } from "./macro_f1.ts";
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
 * import { macroF1Of } from "./macro_f1.ts";
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
