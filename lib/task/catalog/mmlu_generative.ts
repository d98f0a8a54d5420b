/**
 * # MMLU, generative: the model writes the letter
 *
 * Source, revision, licence, prompt and shots as `mmlu`. The reply ends at a
 * line feed; its first line, stripped, is compared with the letter, without
 * regard to case and punctuation: `exact_match` under the filter
 * `get_response`.
 *
 * Known traps: a chat model that starts with a sentence scores 0 here; a
 * thinking model is cut at its first line feed; the limit is 256 tokens.
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import { pyStrip } from "../../core/python_strip.ts";
import type { Catalog } from "../catalogs.ts";
import { MMLU_LETTERS, mmluVariant } from "./mmlu_variant.ts";

const variant = mmluVariant({
  group: "mmlu_generative",
  alias: "mmlu (generative)",
  version: 3,
  nameOf: (subject) => `mmlu_${subject}_generative`,
  bareAlias: true,
  aggregate: { metric: "exact_match", filters: ["get_response"] },
  literal: () => ({
    version: "3.0",
    prompt: (doc) => {
      const options = MMLU_LETTERS.map((letter, i) => `${letter}. ${pyStr(doc.choices[i])}`).join("\n");
      return `${pyStrip(doc.question)}\n${options}\nAnswer:`;
    },
    target: (doc) => MMLU_LETTERS[doc.answer] as string,
    generation: { until: ["</s>", "\n"] },
    filters: [{
      name: "get_response",
      steps: [
        { function: "regex", args: { "regex_pattern": "^(.*?)(?=\\n|$)" } },
        { function: "remove_whitespace" },
        { function: "regex", args: { "regex_pattern": "^(.*?)\\s*$" } },
        { function: "take_first" },
      ],
    }],
    metrics: [{ metric: "exact_match", args: { "ignore_case": true, "ignore_punctuation": true } }],
    primaryMetric: "exact_match",
  }),
});

/** One task a subject. */
export const tasks: Catalog["tasks"] = variant.tasks;

/** The variant and its four parts. */
export const groups: NonNullable<Catalog["groups"]> = variant.groups ?? [];
