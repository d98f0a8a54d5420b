/**
 * The golden tasks: those of the catalog, and lm-eval's others as literals, which
 * prove the generic engine.
 *
 * @module
 */
import { pyStrip } from "../../lib/core/python_strip.ts";
import type { Fields } from "../../lib/dataset/doc.ts";
import { expandTasks } from "../../lib/task/registry.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import type { FilterPipeline, Task } from "../../lib/task/task.ts";

const parity = { parity: true } as const;

function filters(...names: string[]): FilterPipeline[] {
  return names.map((name) => ({ name, steps: [{ function: "take_first" }] }));
}

const abcd = ["A", "B", "C", "D"] as const;

function lettered(doc: Fields, head = ""): string {
  return `${head}${pyStrip(doc.question)}\n${
    abcd.map((l, i) => `${l}. ${doc.choices[i]}`).join("\n")
  }\nAnswer:`;
}

function flan(doc: Fields, tail = ""): string {
  const options = abcd.map((l, i) => `(${l}) ${doc.choices[i]}`).join(" ");
  return `Q: ${pyStrip(doc.question)}\n${options}\nA:${tail}`;
}

const greedy = { doSample: false, temperature: 0 } as const;

const trainAndValidation = { trainingSplit: "train", validationSplit: "validation" } as const;

const others: Task[] = [
  defineTask({
    ...parity,
    ...trainAndValidation,
    name: "cola",
    outputType: "multiple_choice",
    prompt: (doc) => `${doc.sentence}\nQuestion: Does this sentence make sense?\nAnswer:`,
    choices: ["no", "yes"],
    target: (doc) => doc.label,
    metrics: ["mcc"],
  }),
  defineTask({
    ...parity,
    ...trainAndValidation,
    name: "mrpc",
    outputType: "multiple_choice",
    prompt: (doc) =>
      `Sentence 1: ${doc.sentence1}\nSentence 2: ${doc.sentence2}\n` +
      "Question: Do both sentences mean the same thing?\nAnswer:",
    choices: ["no", "yes"],
    target: (doc) => doc.label,
    metrics: ["acc", "f1"],
  }),
  defineTask({
    ...parity,
    ...trainAndValidation,
    name: "winogrande",
    outputType: "multiple_choice",
    prompt: (doc) => ({ "1": 0, "2": 1 })[doc.answer as "1" | "2"],
    choices: (doc) => {
      const start = doc.sentence.slice(0, doc.sentence.indexOf("_"));
      return [start + doc.option1, start + doc.option2];
    },
    target: (doc) => pyStrip(doc.sentence.slice(doc.sentence.indexOf("_") + 1)),
    metrics: ["acc"],
  }),
  defineTask({
    ...parity,
    name: "lambada_openai",
    outputType: "loglikelihood",
    prompt: (doc) => doc.text.split(" ").slice(0, -1).join(" "),
    target: (doc) => ` ${doc.text.split(" ").at(-1)}`,
  }),
  defineTask({
    ...parity,
    name: "wikitext",
    outputType: "loglikelihood_rolling",
    trainingSplit: "train",
    testSplit: "test",
    prompt: () => "",
    target: (doc) => doc.page,
  }),
  defineTask({
    ...parity,
    name: "gsm8k",
    trainingSplit: "train",
    testSplit: "test",
    fewshotSplit: "train",
    fewshot: { count: 5 },
    prompt: (doc) => `Question: ${doc.question}\nAnswer:`,
    target: (doc) => doc.answer,
    generation: { until: ["Question:", "</s>", "<|im_end|>"], ...greedy },
    filters: filters("strict-match", "flexible-extract"),
  }),
  defineTask({
    ...parity,
    name: "syn_gsm_sc",
    prompt: (doc) => `Q: ${doc.question}\nA:`,
    target: (doc) => doc.answer === undefined ? doc.target : pyStrip(doc.answer.split("####").at(-1)),
    fewshot: {
      count: 2,
      sampler: "first_n",
      samples: [
        {
          question: "A crate has 3 rows of 4 jars. How many jars?",
          target: "Three rows of four jars make 3 * 4 = 12. The answer is 12.",
        },
        { question: "I had 9 nails and lost 2. How many are left?", target: "9 - 2 = 7. The answer is 7." },
        { question: "unused third", target: "The answer is 0." },
      ],
    },
    repeats: 9,
    generation: { until: ["Q:", "\n\n"], doSample: true, temperature: 0.2 },
    filters: filters("score-first", "maj@9", "maj@5"),
  }),
  defineTask({
    ...parity,
    name: "syn_flan_fewshot",
    description: (doc) => `Answer the ${doc.subject} item.\n`,
    prompt: (doc) => doc.choices ? flan(doc, " Think.") : `Q: ${pyStrip(doc.question)}\nA:`,
    target: (doc) => doc.answer === undefined ? doc.target : `(${abcd[doc.answer]})`,
    fewshot: {
      count: 2,
      samples: [
        {
          question: "Which is even?\n(A) 3 (B) 4 (C) 5 (D) 7",
          target: "Think. Four is even. The answer is (B).",
        },
        { question: "Which is a vowel?\n(A) b (B) c (C) d (D) e", target: "Think. The answer is (D)." },
        {
          question: "Which is red?\n(A) grass (B) sky (C) blood (D) snow",
          target: "Think. The answer is (C).",
        },
        { question: "Largest?\n(A) 9 (B) 8 (C) 7 (D) 6", target: "Think. The answer is (A)." },
      ],
    },
    generation: { until: ["</s>"], ...greedy },
    filters: filters("get-answer"),
  }),
  defineTask({
    ...parity,
    name: "syn_mcall",
    outputType: "multiple_choice",
    testSplit: "test",
    fewshotSplit: "dev",
    description: (doc) => {
      const title = doc.subject.replaceAll("_", " ").replace(/\b[a-z]/g, (c: string) => c.toUpperCase());
      return `${title} quiz, ${doc.choices.length} options.\n\n`;
    },
    prompt: (doc) => lettered(doc),
    choices: (doc) => doc.choices,
    target: (doc) => doc.answer,
    metrics: ["acc", "acc_norm", "acc_bytes", "acc_mutual_info", "exact_match", "brier_score"],
  }),
  defineTask({
    ...parity,
    name: "syn_mt",
    fewshot: { count: 0 },
    prompt: (doc) => `German: ${doc.src}\nEnglish:`,
    target: (doc) => ` ${doc.ref}`,
    generation: { until: ["\n"] },
    metrics: ["bleu"],
  }),
];

/** Names in the catalog. */
export const CATALOG_NAMES = [
  ...[
    "mmlu",
    "medmcqa",
    "pubmedqa",
    "mmlu_continuation",
    "mmlu_generative",
    "mmlu_flan_n_shot_loglikelihood",
  ],
  ...[
    "mmlu_flan_cot_zeroshot",
    "gpqa",
    "uspto_classification",
    "bigpatent",
    "humaneval",
    "humaneval_instruct",
  ],
] as const;

const { tasks: catalog } = await expandTasks(CATALOG_NAMES);

/** All golden tasks by name. */
export const goldenTasks: ReadonlyMap<string, Task> = new Map(
  [...catalog, ...others].map((task) => [task.name, task]),
);
