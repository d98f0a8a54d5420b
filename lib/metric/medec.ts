/**
 * MEDEC: does the reply flag the error.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import { goldTexts, replyText } from "./gold.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

/**
 * MEDEC error flag of one reply, as in HELM: `CORRECT` says there is no error,
 * anything else that there is one.
 *
 * @param reference `CORRECT`, or the number and text of the wrong sentence.
 *
 * @example A wrong text found
 * ```ts
 * import { medecFlagAccuracy } from "./medec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(medecFlagAccuracy("3 The dose", "12 Fixed."), 1);
 * ```
 */
export function medecFlagAccuracy(reply: string, reference: string): number {
  return Number((pyStrip(reply) === "CORRECT") === (pyStrip(reference) === "CORRECT"));
}

/** MEDEC error flag accuracy; the sentence accuracy of HELM is broken upstream and left out. */
export const medecErrorFlagAccuracy: BenchMetric = defineMetric({
  name: "medec_error_flag_accuracy",
  range: [0, 1],
  score(view) {
    const reply = replyText(view);
    return reply === null
      ? 0
      : medecFlagAccuracy(reply, goldTexts({ target: view.target, choices: [] })[0] ?? "");
  },
});
