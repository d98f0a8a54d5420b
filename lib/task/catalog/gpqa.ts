/**
 * # GPQA: questions of biology, physics and chemistry, hard to look up
 *
 * | | |
 * |---|---|
 * | source | hub `Idavidrein/gpqa`, **gated**; configs gpqa_main (448 rows), gpqa_diamond (198), gpqa_extended (546); only split train |
 * | revision | not pinned: the set cannot be had without accepting its terms, so runs are diagnostic |
 * | licence | CC BY 4.0; the authors ask not to publish rows as plain text |
 * | prompt | a head, `Choices:`, `(A) …` to `(D) …`, `Answer:` or `Let's think step by step: ` |
 * | shots | `n_shot` variants: the caller's number, drawn from the same rows without the asked one; `zeroshot` variants: none |
 * | asked | `n_shot`, `zeroshot`: log-likelihood of ` (A)` to ` (D)`; the others: a text |
 * | metric | `acc_norm` and `acc` (equal here: all choices have one length); of texts `exact_match` under `strict-match` and `flexible-extract` |
 *
 * Names are `gpqa_{main,diamond,extended}_{n_shot,zeroshot,cot_zeroshot,cot_n_shot,generative_n_shot}`.
 *
 * Known traps: the letters come from one stream of random numbers over the
 * rows in order (seed 42 for `n_shot`, 0 for all others), so they stay the same
 * under `limit`, but not when rows are taken out; upstream, the first run on a
 * cold cache scores other letters than it shows, which is not imitated;
 * `strict-match` drops the last character of the line; rows whose answers
 * become equal by the clean-up are counted, never mended.
 *
 * To run it, accept the terms on the hub and set HF_TOKEN, or put
 * `data/benchmarks/gpqa/main/train.jsonl` in place and use `--source local`.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { FilterPipeline, Task } from "../task.ts";
import type { TaskLiteral } from "../task_literal.ts";
import { gpqaDocs } from "./gpqa_docs.ts";

const SUBSETS = { main: 448, diamond: 198, extended: 546 } as const;

const DESCRIPTION = "Here are some example questions from experts. Answer the final question yourself, " +
  "following the format of the previous questions exactly.\n";
const SHOT_HEAD = "Question: ";
const ZERO_HEAD = "What is the correct answer to this question:";
const STEPS = "Let's think step by step: ";

function text(head: string, tail: string): (doc: Fields) => string {
  return (doc) =>
    `${head}${doc.Question}\nChoices:\n(A) ${doc.choice1}\n(B) ${doc.choice2}\n(C) ${doc.choice3}\n` +
    `(D) ${doc.choice4}\n${tail}`;
}

const FILTERS: readonly FilterPipeline[] = [
  {
    name: "strict-match",
    steps: [{ function: "regex", args: { "regex_pattern": "(?<=The answer is )(.*)(?=.)" } }, {
      function: "take_first",
    }],
  },
  {
    name: "flexible-extract",
    steps: [{
      function: "multi_choice_regex",
      args: {
        "group_select": -1,
        "ignore_case": true,
        "ignore_punctuation": true,
        "regex_pattern": "(\\([A-Z]\\))",
      },
    }, { function: "take_first" }],
  },
];

type Variant = Omit<TaskLiteral, "name" | "target">;

const CHOSEN: Omit<Variant, "prompt"> = {
  outputType: "multiple_choice",
  choices: ["(A)", "(B)", "(C)", "(D)"],
  metrics: ["acc", "acc_norm"],
  primaryMetric: "acc_norm",
  answer: "letter",
};

const WRITTEN: Omit<Variant, "prompt"> = {
  filters: FILTERS,
  metrics: [{ metric: "exact_match", args: { "ignore_case": true, "ignore_punctuation": true } }],
  primaryMetric: "exact_match,flexible-extract",
};

const GREEDY = { until: ["</s>"], doSample: false, temperature: 0 } as const;

const VARIANTS: Readonly<Record<string, Variant>> = {
  "n_shot": { ...CHOSEN, description: DESCRIPTION, prompt: text(SHOT_HEAD, "Answer:") },
  "zeroshot": { ...CHOSEN, fewshot: { count: 0 }, prompt: text(ZERO_HEAD, "Answer:") },
  "generative_n_shot": {
    ...WRITTEN,
    description: DESCRIPTION,
    prompt: text(SHOT_HEAD, "Answer:"),
    generation: { until: ["</s>", "Question:", "<|im_end|>"], temperature: 0 },
  },
  "cot_zeroshot": { ...WRITTEN, fewshot: { count: 0 }, prompt: text(ZERO_HEAD, STEPS), generation: GREEDY },
  "cot_n_shot": {
    ...WRITTEN,
    description: DESCRIPTION,
    prompt: text(SHOT_HEAD, STEPS),
    generation: GREEDY,
  },
};

function gpqaTask(subset: keyof typeof SUBSETS, variant: string, literal: Variant): Task {
  const chosen = literal.outputType === "multiple_choice";
  return defineTask({
    ...literal,
    name: `gpqa_${subset}_${variant}`,
    version: 2.2,
    data: {
      path: "Idavidrein/gpqa",
      config: `gpqa_${subset}`,
      local: `gpqa/${subset}`,
      rows: { train: SUBSETS[subset] },
      columns: {
        Question: "string",
        "Correct Answer": "string",
        "Incorrect Answer 1": "string",
        "Incorrect Answer 2": "string",
        "Incorrect Answer 3": "string",
      },
    },
    trainingSplit: "train",
    validationSplit: "train",
    processDocs: gpqaDocs({ seed: variant === "n_shot" ? 42 : 0, withChoices: !chosen }),
    optionTexts: (doc) => [doc.choice1, doc.choice2, doc.choice3, doc.choice4],
    target: (doc) => doc.answer,
    parity: true,
    metadata: { version: 2.2, subset: `gpqa_${subset}` },
  });
}

/** Five ways to ask each of the three sets. */
export const tasks: readonly Task[] = (Object.keys(SUBSETS) as (keyof typeof SUBSETS)[]).flatMap((subset) =>
  Object.entries(VARIANTS).map(([variant, literal]) => gpqaTask(subset, variant, literal))
);

/** lm-eval's tag for all of them. */
export const tags: Readonly<Record<string, readonly string[]>> = { gpqa: tasks.map((task) => task.name) };
