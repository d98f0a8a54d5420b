/**
 * The five MedHELM scenarios that ask for one letter.
 *
 * @module
 */
import { pyRstrip, pyStrip } from "../../core/python_strip.ts";
import { pyStr } from "../../core/python.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { SampleValue, SampleView, Task, TaskData } from "../task.ts";
import { helmChoicePrompt, titleCase } from "./helm_prompt.ts";
import { MEDHELM_INSTRUCTIONS } from "./medhelm_prompts.ts";

type ChoiceScenario = "head_qa" | "medbullets" | "med_qa" | "med_mcqa" | "pubmed_qa";

/** HELM maps the letter to its option and compares texts; blanks around do not count. */
function scoreLetter(view: SampleView): Record<string, SampleValue> {
  const textOf = (letter: string): string => view.choices["ABCDE".indexOf(letter)] ?? letter;
  const reply = pyStrip(view.responses[0] ?? "");
  if (reply.length !== 1) return { "exact_match": 0 };
  return { "exact_match": Number(pyStrip(textOf(reply)) === pyStrip(textOf(String(view.target)))) };
}

interface ChoiceParts {
  readonly data: TaskData;
  readonly testSplit?: string;
  readonly noun?: string;
  readonly input: (doc: Fields) => string;
  readonly options: (doc: Fields) => readonly string[];
  readonly gold: (doc: Fields) => string;
  readonly processDocs?: (docs: readonly Fields[]) => readonly Fields[];
}

function choiceTask(scenario: ChoiceScenario, parts: ChoiceParts): Task {
  const { data, testSplit = "test", noun = "Question", input, options, gold, processDocs } = parts;
  return defineTask({
    version: 1,
    fewshot: { count: 0 },
    name: `medhelm_${scenario}`,
    alias: scenario,
    testSplit,
    data: { ...data, local: `medhelm/${scenario}` },
    ...(processDocs === undefined ? {} : { processDocs }),
    prompt: (doc) =>
      helmChoicePrompt({
        instructions: MEDHELM_INSTRUCTIONS[scenario],
        noun,
        input: input(doc),
        options: options(doc),
      }),
    choices: options,
    target: gold,
    generation: { until: [], maxTokens: 1, temperature: 0, doSample: false },
    processResults: scoreLetter,
    metrics: ["exact_match"],
    primaryMetric: "exact_match",
    answer: "letter",
    metadata: { category: scenario },
  });
}

function letterOptions(doc: Fields, count: number): string[] {
  return [..."abcde"].slice(0, count).map((letter) => pyStr(doc[`op${letter}`]));
}

/** HEAD-QA has a list of records on the hub's rows, a record of lists in its parquet form. */
function headQaAnswers(doc: Fields): { id: number; text: string }[] {
  const answers = doc.answers;
  if (Array.isArray(answers)) return answers.map((one) => ({ id: Number(one.aid), text: pyStr(one.atext) }));
  return answers.aid.map((id: number, i: number) => ({ id: Number(id), text: pyStr(answers.atext[i]) }));
}

function pubMedInput(doc: Fields): string {
  const { contexts, labels } = doc.context;
  const lines = contexts.map((text: string, i: number) => `${titleCase(labels[i])}. ${text}`);
  return `Context: ${lines.join("\n")}\n\nQuestion: ${doc.question}\n`;
}

/** The tasks, by scenario. */
export const medhelmChoiceTasks: Readonly<
  Record<"headQa" | "medbullets" | "medQa" | "medMcqa" | "pubMedQa", Task>
> = {
  headQa: choiceTask("head_qa", {
    data: {
      path: "dvilares/head_qa",
      config: "en",
      columns: { qtext: "string", answers: "list or object", ra: "integer" },
    },
    input: (doc) => doc.qtext,
    options: (doc) => headQaAnswers(doc).map((answer) => answer.text),
    gold: (doc) => "ABCDE"[headQaAnswers(doc).findIndex((answer) => answer.id === Number(doc.ra))] ?? "?",
    processDocs: (docs) =>
      docs.filter((doc) => doc.image === null || doc.image === undefined || doc.image === ""),
  }),
  medbullets: choiceTask("medbullets", {
    data: {
      path: "HanjieChen/ChallengeClinicalQA",
      urls: {
        test:
          "https://raw.githubusercontent.com/HanjieChen/ChallengeClinicalQA/refs/heads/main/medbullets/medbullets_op5.csv",
      },
      columns: { question: "string", opa: "string", ope: "string", "answer_idx": "string" },
    },
    noun: "Clinical Scenario",
    input: (doc) => doc.question,
    options: (doc) => letterOptions(doc, 5),
    gold: (doc) => doc["answer_idx"],
  }),
  medQa: choiceTask("med_qa", {
    data: {
      path: "GBaker/MedQA-USMLE-4-options",
      revision: "0fb93dd23a7339b6dcd27e241cb9b5eca62d4d18",
      rows: { test: 1_273 },
      columns: { question: "string", options: "object", "answer_idx": "string" },
    },
    input: (doc) => doc.question,
    options: (doc) => [..."ABCD"].map((letter) => pyRstrip(String(doc.options[letter]).replace(/"+$/, ""))),
    gold: (doc) => doc["answer_idx"],
  }),
  medMcqa: choiceTask("med_mcqa", {
    data: {
      path: "openlifescienceai/medmcqa",
      revision: "91c6572c454088bf71b679ad90aa8dffcd0d5868",
      rows: { validation: 4_183 },
      columns: { question: "string", opa: "string or null", opd: "string or null", cop: "integer 0..3" },
    },
    testSplit: "validation",
    input: (doc) => doc.question,
    options: (doc) => letterOptions(doc, 4),
    gold: (doc) => "ABCD"[doc.cop] ?? "?",
  }),
  pubMedQa: choiceTask("pubmed_qa", {
    data: {
      path: "qiaojin/PubMedQA",
      config: "pqa_labeled",
      revision: "9001f2853fb87cab8d220904e0de81ac6973b318",
      rows: { train: 1_000 },
      columns: { question: "string", context: "object", "final_decision": "string" },
    },
    testSplit: "train",
    input: pubMedInput,
    options: () => ["yes", "no", "maybe"],
    gold: (doc) => "ABC"[["yes", "no", "maybe"].indexOf(doc["final_decision"])] ?? "?",
  }),
};
