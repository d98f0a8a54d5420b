/**
 * # MMLU in FLAN's form
 *
 * Source, revision and licence as `mmlu`; the options stand in brackets on one
 * line.
 *
 * | name | asked | read |
 * |---|---|---|
 * | `mmlu_flan_n_shot_loglikelihood` | log-likelihood of ` (A)` to ` (D)`, dev shots | `acc` |
 * | `mmlu_flan_n_shot_generative` | a line, dev shots | `exact_match` under `strict-match` and `flexible-extract` |
 * | `mmlu_flan_cot_zeroshot` | a thought, no shots, on the **validation** split | `exact_match` under both |
 *
 * Known traps: `mmlu_flan_cot_zeroshot` has no test split in lm-eval, so it
 * runs on the 1,531 validation rows; `strict-match` wants "The answer is (X).";
 * lm-eval pools `acc`, which its generating variants do not have, so its
 * groups are empty there, while here they pool `flexible-extract`.
 * `mmlu_flan_cot_fewshot` has its worked examples in lm-eval's task files and
 * runs from those.
 *
 * @module
 */
import type { Catalog } from "../catalogs.ts";
import type { FilterConfig } from "../task.ts";
import { flanQuestion, MMLU_LETTERS, mmluVariant } from "./mmlu_variant.ts";

function lastLetter(groupSelect: number): FilterConfig {
  return {
    function: "multi_choice_regex",
    args: {
      "group_select": groupSelect,
      "ignore_case": true,
      "ignore_punctuation": true,
      "regex_pattern": "(\\([A-Z]\\))",
    },
  };
}

const BRACKETS = MMLU_LETTERS.map((letter) => `(${letter})`);
const TAKE_FIRST: FilterConfig = { function: "take_first" };
const IGNORING = [{ metric: "exact_match", args: { "ignore_case": true, "ignore_punctuation": true } }];
const POOLED = { metric: "exact_match", filters: ["flexible-extract"] };

const loglikelihood = mmluVariant({
  group: "mmlu_flan_n_shot_loglikelihood",
  alias: "mmlu (flan style, loglikelihood)",
  version: 2,
  nameOf: (subject) => `mmlu_flan_n_shot_loglikelihood_${subject}`,
  aggregate: { metric: "acc" },
  literal: () => ({
    version: "2.0",
    outputType: "multiple_choice",
    prompt: (doc) => flanQuestion(doc),
    choices: BRACKETS,
    target: (doc) => doc.answer,
    metrics: ["acc"],
    answer: "letter",
  }),
});

const generative = mmluVariant({
  group: "mmlu_flan_n_shot_generative",
  alias: "mmlu (flan style, generative)",
  version: 2,
  nameOf: (subject) => `mmlu_flan_n_shot_generative_${subject}`,
  aggregate: POOLED,
  literal: () => ({
    version: "3.0",
    prompt: (doc) => flanQuestion(doc),
    target: (doc) => BRACKETS[doc.answer] as string,
    generation: { until: ["</s>", "Q:", "<|im_end|>", "\n"] },
    filters: [
      { name: "strict-match", steps: [TAKE_FIRST] },
      { name: "flexible-extract", steps: [lastLetter(0), TAKE_FIRST] },
    ],
    metrics: ["exact_match"],
    primaryMetric: "exact_match,flexible-extract",
  }),
});

const STRICT = "((?<=The answer is )(.*)(?=.)|(?<=answer is )(.*)(?=.)|(?<=The answer: )(.*)(?=.)|" +
  "(?<=The final answer: )(.*)(?=.))";

const thinking = mmluVariant({
  group: "mmlu_flan_cot_zeroshot",
  alias: "mmlu (flan style, zeroshot cot)",
  version: 2,
  nameOf: (subject) => `mmlu_flan_cot_zeroshot_${subject}`,
  aggregate: POOLED,
  literal: () => ({
    version: "3.0",
    validationSplit: "validation",
    fewshot: { count: 0 },
    prompt: (doc) => flanQuestion(doc, " Let's think step by step."),
    target: (doc) => BRACKETS[doc.answer] as string,
    generation: { until: ["</s>", "Q:", "<|im_end|>"], doSample: false, temperature: 0 },
    filters: [
      {
        name: "strict-match",
        steps: [{ function: "regex", args: { "regex_pattern": STRICT } }, TAKE_FIRST],
      },
      { name: "flexible-extract", steps: [lastLetter(-1), TAKE_FIRST] },
    ],
    metrics: IGNORING,
    primaryMetric: "exact_match,flexible-extract",
  }),
});

const parts = [loglikelihood, generative, thinking];

/** Tasks of the three forms. */
export const tasks: Catalog["tasks"] = parts.flatMap((part) => part.tasks);

/** Groups of the three forms. */
export const groups: NonNullable<Catalog["groups"]> = parts.flatMap((part) => part.groups ?? []);

/** The form whose worked examples are only in lm-eval's task files. */
export const unavailable: NonNullable<Catalog["unavailable"]> = {
  "mmlu_flan_cot_fewshot": {
    code: "needs_task_files",
    message: "its worked examples are part of lm-eval's task files: run it with --include-path",
  },
};
