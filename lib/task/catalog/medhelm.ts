/**
 * # MedHELM: eight auto-graded public scenarios, equal weight
 *
 * | scenario | source | asked | metric |
 * |---|---|---|---|
 * | medcalc_bench | hub `ncbi/MedCalc-Bench-v1.0`, test (1,047), CC BY-SA 4.0 | a value, 10 tokens | medcalc_bench_accuracy |
 * | medec | GitHub `abachaa/MEDEC` CSV, CC BY 4.0 | `CORRECT` or the mended sentence, 256 tokens | medec_error_flag_accuracy |
 * | head_qa | hub `dvilares/head_qa` en, test, MIT | one letter | exact_match |
 * | medbullets | GitHub `HanjieChen/ChallengeClinicalQA`, five options | one letter | exact_match |
 * | med_qa | hub `GBaker/MedQA-USMLE-4-options`, test (1,273) | one letter | exact_match |
 * | med_mcqa | hub `openlifescienceai/medmcqa`, validation (4,183), Apache-2.0 | one letter | exact_match |
 * | pubmed_qa | hub `qiaojin/PubMedQA` pqa_labeled (all 1,000), MIT | one letter | exact_match |
 * | medhallu | hub `UTAustin-AIHealth/MedHallu` pqa_labeled, two questions a row, MIT | `0` or `1`, 5 tokens | exact_match |
 *
 * Prompts are HELM's, without shots, greedy, no stops. The score is the plain
 * mean over scenarios; it is canonical only when all eight ran. Scenarios that
 * a jury of models grades are listed in {@linkcode unavailable}.
 *
 * Known traps: `cop` of MedMCQA is 0 to 3 on the hub (HELM's own files have 1
 * to 4); the gold sentence number of MEDEC cannot be scored upstream (a parse
 * defect), so only the flag counts; some MedQA answers end in a stray quote;
 * questions of HEAD-QA with an image are left out; an unknown letter scores 0.
 *
 * @module
 */
import { pyRstrip, pyStr, pyStrip } from "../../core/python.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { SampleValue, SampleView, Task, TaskData, TaskGroup } from "../task.ts";
import { helmChoicePrompt, titleCase } from "./helm_prompt.ts";
import { MEDHELM_INSTRUCTIONS, MEDHELM_OUTPUT_NOUNS } from "./medhelm_prompts.ts";

type ChoiceScenario = "head_qa" | "medbullets" | "med_qa" | "med_mcqa" | "pubmed_qa";

const shared = { version: 1, testSplit: "test", fewshot: { count: 0 } } as const;

/** HELM maps the letter to its option and compares texts; blanks around do not count. */
function scoreLetter(view: SampleView): Record<string, SampleValue> {
  const textOf = (letter: string): string => view.choices["ABCDE".indexOf(letter)] ?? letter;
  const reply = pyStrip(view.responses[0] ?? "");
  if (reply.length !== 1) return { "exact_match": 0 };
  return { "exact_match": Number(pyStrip(textOf(reply)) === pyStrip(textOf(String(view.target)))) };
}

function scoreText(view: SampleView): Record<string, SampleValue> {
  const reply = pyStrip(view.responses[0] ?? "");
  return { "exact_match": Number(reply !== "" && reply === pyStrip(String(view.target))) };
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
    ...shared,
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

const choiceTasks = {
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
      rows: { train: 1_000 },
      columns: { question: "string", context: "object", "final_decision": "string" },
    },
    testSplit: "train",
    input: pubMedInput,
    options: () => ["yes", "no", "maybe"],
    gold: (doc) => "ABC"[["yes", "no", "maybe"].indexOf(doc["final_decision"])] ?? "?",
  }),
};

const medcalc = defineTask({
  ...shared,
  name: "medhelm_medcalc_bench",
  alias: "medcalc_bench",
  data: {
    path: "ncbi/MedCalc-Bench-v1.0",
    local: "medhelm/medcalc_bench",
    rows: { test: 1_047 },
    columns: {
      "Patient Note": "string",
      Question: "string",
      "Ground Truth Answer": "any",
      Category: "string",
    },
  },
  prompt: (doc) =>
    `${MEDHELM_INSTRUCTIONS.medcalc_bench}\n\nPatient note: ${doc["Patient Note"]}\n\n` +
    `Question: ${doc.Question}\n\n${MEDHELM_OUTPUT_NOUNS.medcalc_bench}:`,
  target: (doc) => pyStr(doc["Ground Truth Answer"]),
  generation: { until: [], maxTokens: 10, temperature: 0, doSample: false },
  metrics: ["medcalc_bench_accuracy"],
  primaryMetric: "medcalc_bench_accuracy",
  answer: "raw",
  metadata: { category: "medcalc_bench" },
});

function medecTarget(doc: Fields): string {
  const flagged = Number(doc["Error Flag"]) === 1;
  const sentence = pyStrip(pyStr(doc["Corrected Sentence"]));
  const id = pyStrip(pyStr(doc["Error Sentence ID"]));
  return flagged && sentence !== "NA" && id !== "-1" ? `${id} ${sentence}` : "CORRECT";
}

const medec = defineTask({
  ...shared,
  name: "medhelm_medec",
  alias: "medec",
  data: {
    path: "abachaa/MEDEC",
    local: "medhelm/medec",
    urls: {
      test: "https://raw.githubusercontent.com/abachaa/MEDEC/70268d24e3ce0cd6d0e099ff7bfd4966f2bbcc28/" +
        "MEDEC-MS/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv",
    },
    rows: { test: 925 },
    columns: {
      Sentences: "string",
      "Error Flag": "any",
      "Error Sentence ID": "any",
      "Corrected Sentence": "any",
    },
  },
  processDocs: (docs) => docs.filter((doc) => doc.Sentences !== null && doc.Sentences !== ""),
  prompt: (doc) => `${MEDHELM_INSTRUCTIONS.medec}\n\nClinical Note: ${pyStrip(doc.Sentences)}\nAnswer:`,
  target: medecTarget,
  generation: { until: [], maxTokens: 256, temperature: 0, doSample: false },
  metrics: ["medec_error_flag_accuracy"],
  primaryMetric: "medec_error_flag_accuracy",
  answer: "raw",
  metadata: { category: "medec" },
});

/** A row holds a true and an invented answer: two questions, in this order. */
function medhalluDocs(docs: readonly Fields[]): Fields[] {
  return docs.flatMap((row) => [
    { Question: row.Question, Knowledge: row.Knowledge, Answer: row["Ground Truth"], Label: "0" },
    { Question: row.Question, Knowledge: row.Knowledge, Answer: row["Hallucinated Answer"], Label: "1" },
  ]);
}

const medhallu = defineTask({
  ...shared,
  name: "medhelm_medhallu",
  alias: "medhallu",
  testSplit: "train",
  data: {
    path: "UTAustin-AIHealth/MedHallu",
    config: "pqa_labeled",
    revision: "515060458a945c633debc6fd5baac7764416b724",
    local: "medhelm/medhallu",
    rows: { train: 1_000 },
  },
  processDocs: medhalluDocs,
  prompt: (doc) =>
    `${MEDHELM_INSTRUCTIONS.medhallu}\n\nWorld Knowledge: ${
      pyStr(doc.Knowledge)
    }\n\nQuestion: ${doc.Question}\n\n` +
    `Answer: ${doc.Answer}\n\n${MEDHELM_OUTPUT_NOUNS.medhallu}:`,
  target: (doc) => doc.Label,
  generation: { until: [], maxTokens: 5, temperature: 0, doSample: false },
  processResults: scoreText,
  metrics: ["exact_match"],
  primaryMetric: "exact_match",
  answer: "raw",
  metadata: { category: "medhallu" },
});

/** The eight scenarios. */
export const tasks: readonly Task[] = [
  choiceTasks.pubMedQa,
  medec,
  choiceTasks.medMcqa,
  choiceTasks.medQa,
  choiceTasks.headQa,
  choiceTasks.medbullets,
  medhallu,
  medcalc,
];

/** `medhelm`: the mean of the scenarios' scores, each with the same weight. */
export const groups: readonly TaskGroup[] = [{
  group: "medhelm",
  members: tasks.map((task) => task.name),
  aggregate: [{ metric: "primary", weightBySize: false }],
  version: 1,
}];

const JURY = [
  "mtsamples_replicate",
  "mtsamples_procedures",
  "aci_bench",
  "medication_qa",
  "medi_qa",
  "med_dialog",
];

/** Scenarios of the public list that cannot run here, with the reason. */
export const unavailable: Readonly<Record<string, { readonly code: string; readonly message: string }>> =
  Object
    .fromEntries(
      JURY.map((scenario) => [`medhelm_${scenario}`, { code: "needs_judge", message: "needs a judge" }]),
    );
