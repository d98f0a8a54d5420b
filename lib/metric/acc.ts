/**
 * Accuracy of multiple choice by log-likelihood, in its four variants.
 *
 * @module
 */
import { codePointLength } from "../core/code_points.ts";
import { TaskError } from "../core/errors.ts";
import type { SampleView } from "../task/task.ts";
import { textsEqual } from "./gold.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

/**
 * Index of the first maximum: a tie goes to the earlier choice, as in lm-eval.
 *
 * @returns -1 for an empty list.
 * @throws {TaskError} `bad_loglik` on NaN: such a reply is an error, not a wrong answer.
 *
 * @example First of two equal ones
 * ```ts
 * import { argmax } from "./acc.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(argmax([-2, -1, -1]), 1);
 * ```
 */
export function argmax(values: readonly number[]): number {
  let best = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) {
      throw new TaskError("Cannot pick a choice: wanted numbers as log-likelihoods, found NaN", {
        code: "bad_loglik",
        hint: "Look at the log-probs the server sends",
      });
    }
    if (best < 0 || value > (values[best] as number)) best = i;
  }
  return best;
}

function missing(what: string): TaskError {
  return new TaskError(`Cannot score the choice: wanted ${what}, found none`, {
    code: "missing_loglik",
    hint: "Use a choice protocol that gives them, or another metric",
  });
}

/**
 * Index of the choice the model made: the one its reply names (`picked`), else
 * the best log-likelihood after `weigh`. -1 when no answer could be read.
 *
 * @throws {TaskError} `missing_loglik` when there is neither; `bad_loglik` on NaN.
 *
 * @example By log-likelihood and by reply
 * ```ts
 * import { pickedChoice } from "./acc.ts";
 * import { assertEquals } from "@std/assert";
 * const view = {
 *   outputType: "multiple_choice", fields: {}, target: 1, choices: ["a", "b"], logliks: [-3, -2],
 *   greedy: [false, false], unconditional: [], responses: [],
 * } as const;
 * assertEquals(pickedChoice(view), 1);
 * assertEquals(pickedChoice({ ...view, logliks: [], picked: null }), -1);
 * ```
 */
export function pickedChoice(view: SampleView, weigh?: (loglik: number, index: number) => number): number {
  if (view.logliks.length > 0) return argmax(weigh ? view.logliks.map(weigh) : view.logliks);
  if (view.picked !== undefined) return view.picked ?? -1;
  if (view.responses.length === 0) throw missing("log-likelihoods or a reply");
  const reply = view.responses[0];
  return reply === null || reply === undefined ? -1 : view.choices.indexOf(reply);
}

/** 1 when the index is the right answer or among the right answers. */
function isRight(view: SampleView, index: number): number {
  const { target } = view;
  if (index < 0) return 0;
  if (Array.isArray(target)) {
    return Number(target.some((one) => one === index || one === view.choices[index]));
  }
  return Number(typeof target === "number" ? target === index : target === view.choices[index]);
}

/**
 * Accuracy. Multiple choice: best log-likelihood is the right choice.
 * Log-likelihood: the continuation was the greedy one. Generation: the reply
 * equals the right answer. 0 or 1 per sample.
 */
export const acc: BenchMetric = defineMetric({
  name: "acc",
  range: [0, 1],
  score(view) {
    if (view.outputType === "multiple_choice") return isRight(view, pickedChoice(view));
    if (view.outputType === "loglikelihood") {
      if (view.greedy.length === 0) throw missing("the greedy flag");
      return Number(view.greedy[0]);
    }
    return Number(textsEqual(view));
  },
});

/**
 * Accuracy after dividing each log-likelihood by the number of Unicode code
 * points of its bare choice (Python's `len`, without the delimiter). With an
 * answer read from text there is no length to normalise: the same as `acc`.
 */
export const accNorm: BenchMetric = defineMetric({
  name: "acc_norm",
  range: [0, 1],
  score: (view) =>
    isRight(view, pickedChoice(view, (value, i) => value / codePointLength(view.choices[i] ?? ""))),
});

/** Accuracy after dividing each log-likelihood by the UTF-8 bytes of its bare choice. */
export const accBytes: BenchMetric = defineMetric({
  name: "acc_bytes",
  range: [0, 1],
  score(view) {
    const encoder = new TextEncoder();
    const bytes = view.choices.map((choice) => encoder.encode(choice).length);
    return isRight(view, pickedChoice(view, (value, i) => value / (bytes[i] ?? 0)));
  },
});

/** Accuracy after subtracting the log-likelihood of the bare choice without the question. */
export const accMutualInfo: BenchMetric = defineMetric({
  name: "acc_mutual_info",
  range: [0, 1],
  score(view) {
    if (view.unconditional.length !== view.logliks.length || view.logliks.length === 0) {
      throw missing("log-likelihoods with and without the question");
    }
    return isRight(view, pickedChoice(view, (value, i) => value - (view.unconditional[i] as number)));
  },
});
