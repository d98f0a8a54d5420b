/**
 * lm-eval's other golden tasks as literals: they prove the generic engine.
 *
 * @module
 */
import { Random } from "../../lib/core/random.ts";
import { pyStrip } from "../../lib/core/python.ts";
import type { Fields } from "../../lib/dataset/doc.ts";
import { tasks as medmcqa } from "../../lib/task/catalog/medmcqa.ts";
import { tasks as mmlu } from "../../lib/task/catalog/mmlu.ts";
import { tasks as pubmedqa } from "../../lib/task/catalog/pubmedqa.ts";
import { defineTask, type TaskLiteral } from "../../lib/task/define_task.ts";
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

/** Variants of the MMLU subjects. */
function variant(base: Task, name: string, literal: Omit<TaskLiteral, "name">): Task {
  const { testSplit, fewshotSplit, fewshot, description } = base;
  return defineTask({
    ...parity,
    ...(testSplit === undefined ? {} : { testSplit }),
    ...(fewshotSplit === undefined ? {} : { fewshotSplit }),
    fewshot,
    ...(description === undefined ? {} : { description }),
    ...literal,
    name,
  });
}

const greedy = { doSample: false, temperature: 0 } as const;

const variants: Task[] = mmlu.flatMap((base) => {
  const subject = base.alias as string;
  const words = subject.replaceAll("_", " ");
  const { testSplit: _, ...onlyValidation } = base;
  return [
    variant(base, `mmlu_${subject}_continuation`, {
      outputType: "multiple_choice",
      description: `The following are questions (with answers) about ${words}.\n\n`,
      prompt: (doc) => `Question: ${pyStrip(doc.question)}\nAnswer:`,
      choices: (doc) => doc.choices,
      target: (doc) => doc.answer,
    }),
    variant(base, `mmlu_${subject}_generative`, {
      prompt: (doc) => lettered(doc),
      target: (doc) => abcd[doc.answer] as string,
      generation: { until: ["</s>", "\n"] },
    }),
    variant(base, `mmlu_flan_n_shot_loglikelihood_${subject}`, {
      outputType: "multiple_choice",
      prompt: (doc) => flan(doc),
      choices: ["(A)", "(B)", "(C)", "(D)"],
      target: (doc) => doc.answer,
    }),
    variant(onlyValidation, `mmlu_flan_cot_zeroshot_${subject}`, {
      validationSplit: "validation",
      prompt: (doc) => flan(doc, " Let's think step by step."),
      target: (doc) => `(${abcd[doc.answer]})`,
      fewshot: { count: 0 },
      generation: { until: ["</s>", "Q:", "<|im_end|>"], ...greedy },
      filters: filters("strict-match", "flexible-extract"),
    }),
  ];
});

/** GPQA's clean-up and shuffle: one stream over the rows in order. */
function gpqaDocs(seed: number, withChoices: boolean): (docs: readonly Fields[]) => Fields[] {
  const clean = (text: string | null): string =>
    text === null ? " " : pyStrip(text).replaceAll(" [title]", ". ").replaceAll("  ", " ");
  return (docs) => {
    const random = new Random(seed);
    return docs.map((doc) => {
      const correct = clean(doc["Correct Answer"]);
      const wrong = [1, 2, 3].map((i) => clean(doc[`Incorrect Answer ${i}`]));
      const choices = random.shuffle([...wrong, correct]);
      const answer = `(${abcd[choices.indexOf(correct)]})`;
      const [choice1, choice2, choice3, choice4] = choices;
      return { ...doc, choice1, choice2, choice3, choice4, ...(withChoices ? { choices } : {}), answer };
    });
  };
}

function gpqaText(doc: Fields, head: string, tail: string): string {
  return `${head}${doc.Question}\nChoices:\n(A) ${doc.choice1}\n(B) ${doc.choice2}\n(C) ${doc.choice3}\n` +
    `(D) ${doc.choice4}\n${tail}`;
}

const gpqaDescription = "Here are some example questions from experts. Answer the final question yourself, " +
  "following the format of the previous questions exactly.\n";
const zeroHead = "What is the correct answer to this question:";
const cotTail = "Let's think step by step: ";

function gpqa(name: string, literal: Omit<TaskLiteral, "name" | "target">, withChoices = true): Task {
  return defineTask({
    ...parity,
    trainingSplit: "train",
    validationSplit: "train",
    processDocs: gpqaDocs(name === "gpqa_main_n_shot" ? 42 : 0, withChoices),
    target: (doc) => doc.answer,
    ...literal,
    name,
  });
}

const gpqaTasks: Task[] = [
  gpqa("gpqa_main_n_shot", {
    outputType: "multiple_choice",
    description: gpqaDescription,
    choices: ["(A)", "(B)", "(C)", "(D)"],
    prompt: (doc) => gpqaText(doc, "Question: ", "Answer:"),
  }, false),
  gpqa("gpqa_main_zeroshot", {
    outputType: "multiple_choice",
    fewshot: { count: 0 },
    choices: ["(A)", "(B)", "(C)", "(D)"],
    prompt: (doc) => gpqaText(doc, zeroHead, "Answer:"),
  }, false),
  gpqa("gpqa_main_generative_n_shot", {
    description: gpqaDescription,
    prompt: (doc) => gpqaText(doc, "Question: ", "Answer:"),
    generation: { until: ["</s>", "Question:", "<|im_end|>"], temperature: 0 },
    filters: filters("strict-match", "flexible-extract"),
  }),
  gpqa("gpqa_main_cot_zeroshot", {
    fewshot: { count: 0 },
    prompt: (doc) => gpqaText(doc, zeroHead, cotTail),
    generation: { until: ["</s>"], ...greedy },
    filters: filters("strict-match", "flexible-extract"),
  }),
  gpqa("gpqa_main_cot_n_shot", {
    description: gpqaDescription,
    prompt: (doc) => gpqaText(doc, "Question: ", cotTail),
    generation: { until: ["</s>"], ...greedy },
    filters: filters("strict-match", "flexible-extract"),
  }),
];

const codeStops = { until: ["\nclass", "\ndef", "\n#", "\nif", "\nprint"], maxTokens: 1024, doSample: false };
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
  defineTask({
    ...parity,
    name: "uspto_classification",
    outputType: "multiple_choice",
    trainingSplit: "train",
    testSplit: "test",
    prompt: (doc) =>
      `Title: ${doc.title}\nAbstract: ${doc.abstract}\nFirst claim: ${
        doc.claims.split("\n")[0]
      }\nCPC section:`,
    choices: [..."ABCDEFGH"],
    target: (doc) => "ABCDEFGH".indexOf(doc.main_cpc_label[0]),
    metrics: ["acc"],
  }),
  defineTask({
    ...parity,
    name: "bigpatent",
    fewshot: { count: 0 },
    prompt: (doc) =>
      "Summarize the following patent description as an abstract.\n\n" +
      `Description:\n${doc.description}\n\nAbstract:`,
    target: (doc) => doc.abstract,
    generation: { until: ["\n\n"], maxTokens: 256, temperature: 0, doSample: false },
  }),
  defineTask({
    ...parity,
    name: "humaneval",
    fewshot: { count: 0 },
    prompt: (doc) => doc.prompt,
    target: (doc) => `${doc.test}\ncheck(${doc.entry_point})`,
    generation: codeStops,
    filters: filters("create_test"),
  }),
  defineTask({
    ...parity,
    name: "humaneval_instruct",
    fewshot: { count: 0 },
    prompt: (doc) =>
      "Write a solution to the following problem and make sure that it passes the tests:\n" +
      `\`\`\`python\n${doc.prompt}\n\`\`\`\n`,
    target: (doc) => `${doc.test}\ncheck(${doc.entry_point})`,
    genPrefix: (doc) => `Here is the completed function:\n\`\`\`python\n${doc.prompt}\n`,
    generation: codeStops,
    filters: filters("create_test"),
  }),
];

/** All golden tasks by name. */
export const goldenTasks: ReadonlyMap<string, Task> = new Map(
  [...mmlu, ...medmcqa, ...pubmedqa, ...variants, ...gpqaTasks, ...others].map((task) => [task.name, task]),
);
