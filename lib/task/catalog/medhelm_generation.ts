/**
 * The three MedHELM scenarios that ask for a value, a sentence or a verdict.
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import { pyStrip } from "../../core/python_strip.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { SampleValue, SampleView, Task } from "../task.ts";
import { MEDHELM_INSTRUCTIONS, MEDHELM_OUTPUT_NOUNS } from "./medhelm_prompts.ts";

const shared = { version: 1, testSplit: "test", fewshot: { count: 0 } } as const;

function scoreText(view: SampleView): Record<string, SampleValue> {
  const reply = pyStrip(view.responses[0] ?? "");
  return { "exact_match": Number(reply !== "" && reply === pyStrip(String(view.target))) };
}

/** A value from a patient note. */
export const medcalc: Task = defineTask({
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

/** Whether a note holds an error. */
export const medec: Task = defineTask({
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

/** Whether an answer is invented. */
export const medhallu: Task = defineTask({
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
