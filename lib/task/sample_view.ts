/**
 * What a metric sees of an answered doc.
 *
 * @module
 */
import type { PreparedDoc } from "./build_doc.ts";
import type { SampleView, Task } from "./task.ts";

/** Answers to the requests of a doc, in the order of the requests. */
export interface DocAnswers {
  /** Of log-likelihood requests. */
  readonly logliks?: readonly { readonly loglik: number; readonly isGreedy: boolean }[];
  /** Filtered replies of generations; null where no answer could be read. */
  readonly responses?: readonly (string | null)[];
}

/**
 * Puts the answers of a doc where metrics look for them; log-likelihoods of
 * the bare choices (mutual information) go to `unconditional`.
 *
 * @throws {RangeError} When there are fewer log-likelihoods than requests: a
 * missing one never counts as 0.
 *
 * @example
 * ```ts
 * import { docBuilder } from "./build_doc.ts";
 * import { defineTask } from "./define_task.ts";
 * import { toSampleView } from "./sample_view.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const built = docBuilder(task)({ id: "1", index: 0, fields: { q: "1+1", a: "2" } }, 0, []);
 * assertEquals(toSampleView(task, built, { responses: ["2"] }).target, "2");
 * ```
 */
export function toSampleView(task: Task, prepared: PreparedDoc, answers: DocAnswers): SampleView {
  const { logliks = [], responses = [] } = answers;
  const generates = task.outputType === "generate_until";
  const asked = prepared.requests.length;
  const got = generates ? responses.length : logliks.length;
  if (generates ? got < 1 : got !== asked) {
    throw new RangeError(`Cannot score doc "${prepared.doc.id}": wanted ${asked} answers, found ${got}`);
  }
  const scored = task.outputType === "multiple_choice" ? prepared.choices.length : asked;
  return {
    outputType: task.outputType,
    fields: prepared.doc.fields,
    target: prepared.target,
    choices: prepared.choices,
    logliks: logliks.slice(0, scored).map((one) => one.loglik),
    greedy: logliks.slice(0, scored).map((one) => one.isGreedy),
    unconditional: logliks.slice(scored).map((one) => one.loglik),
    responses,
  };
}
