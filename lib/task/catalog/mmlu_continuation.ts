/**
 * # MMLU, continuation: the log-likelihood of the answers' own texts
 *
 * Source, revision, licence, rows and shots as `mmlu`. The prompt shows no
 * options: `Question: …`, `Answer:`; asked is the log-likelihood of each of
 * the four texts. Metrics `acc` and `acc_norm` (by length in characters); the
 * groups pool `acc`, as lm-eval does.
 *
 * Known traps: "all of the above" and the like make no sense without the
 * options; `acc` favours short answers; scores are far from those of `mmlu`.
 *
 * @module
 */
import { pyStrip } from "../../core/python_strip.ts";
import type { Catalog } from "../catalogs.ts";
import { mmluVariant } from "./mmlu_variant.ts";

const variant = mmluVariant({
  group: "mmlu_continuation",
  alias: "mmlu (continuation)",
  version: 2,
  nameOf: (subject) => `mmlu_${subject}_continuation`,
  aggregate: { metric: "acc" },
  literal: (words) => ({
    version: "1.0",
    outputType: "multiple_choice",
    description: `The following are questions (with answers) about ${words}.\n\n`,
    prompt: (doc) => `Question: ${pyStrip(doc.question)}\nAnswer:`,
    choices: (doc) => doc.choices,
    target: (doc) => doc.answer,
    primaryMetric: "acc",
    answer: "choice_text",
  }),
});

/** One task a subject. */
export const tasks: Catalog["tasks"] = variant.tasks;

/** The variant and its four parts. */
export const groups: NonNullable<Catalog["groups"]> = variant.groups ?? [];
