/**
 * The MedHELM scenarios with open answers, which a jury of models grades.
 *
 * | scenario | rows | tokens |
 * |---|---|---|
 * | aci_bench | GitHub `wyim/aci-bench`, test 1 (40), CC BY 4.0: dialogue to note | 768 |
 * | mtsamples_replicate, mtsamples_procedures | your own copy: patient to plan | 512 |
 * | medication_qa | your own copy: consumer question to answer | 512 |
 * | medi_qa | your own copy: consumer question to answer | 1024 |
 * | med_dialog | your own copy: conversation to one sentence | 80 |
 *
 * Your own copy is `data/benchmarks/medhelm/SCENARIO/test.jsonl` with `input`
 * and `reference`; scenarios without one are skipped by name. Score: mean of
 * `(score - 1) / 4` over accuracy, completeness and clarity.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { MetricLike, Task, TaskData } from "../task.ts";

const jury: MetricLike = {
  name: "jury",
  higherIsBetter: true,
  score: () => null,
  aggregate: (values) => {
    const scores = values.filter((value) => typeof value === "number");
    return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  },
  stderr: "mean",
};

interface JuryParts {
  readonly data?: TaskData;
  readonly instructions: string;
  readonly noun?: string;
  readonly answer?: string;
  readonly maxTokens: number;
  readonly input?: (doc: Fields) => string;
  readonly reference?: (doc: Fields) => string;
}

function juryTask(scenario: string, parts: JuryParts): Task {
  const { instructions, noun, answer = "Answer", maxTokens } = parts;
  const { input = (doc) => doc.input, reference = (doc) => doc.reference } = parts;
  const own: TaskData = {
    path: "your own copy",
    own: true,
    columns: { input: "string", reference: "string" },
  };
  return defineTask({
    name: `medhelm_${scenario}`,
    alias: scenario,
    version: 1,
    fewshot: { count: 0 },
    testSplit: "test",
    data: { ...parts.data ?? own, local: `medhelm/${scenario}` },
    prompt: (doc) =>
      `${instructions}\n\n${noun === undefined ? "" : `${noun}: `}${input(doc).trim()}\n${answer}:`,
    target: reference,
    generation: { until: [], maxTokens, temperature: 0, doSample: false },
    // The jury's score is put in its place once there is one.
    processResults: () => ({ jury: null }),
    metrics: [jury],
    primaryMetric: "jury",
    answer: "raw",
    judgedBy: "jury",
    metadata: { category: scenario },
  });
}

/** The scenarios, in MedHELM's order. */
export const medhelmJuryTasks: readonly Task[] = [
  juryTask("mtsamples_replicate", {
    instructions:
      "Given various information about a patient, return a reasonable treatment plan for the patient.",
    maxTokens: 512,
  }),
  juryTask("mtsamples_procedures", {
    instructions: "Here are information about a patient, return a reasonable treatment plan for the patient.",
    noun: "Patient Notes",
    maxTokens: 512,
  }),
  juryTask("aci_bench", {
    data: {
      path: "wyim/aci-bench",
      urls: {
        test:
          "https://raw.githubusercontent.com/wyim/aci-bench/b909b2bb9cf1d19de08df15cddde7bd0179665e4/data/challenge_data/clinicalnlp_taskB_test1.csv",
      },
      rows: { test: 40 },
      columns: { dialogue: "string", note: "string" },
    },
    instructions: "Summarize the conversation to generate a clinical note with four sections:\n" +
      "1. HISTORY OF PRESENT ILLNESS\n2. PHYSICAL EXAM\n3. RESULTS\n4. ASSESSMENT AND PLAN\n\nThe conversation is:",
    noun: "Conversation",
    answer: "Clinical Note",
    maxTokens: 768,
    input: (doc) => doc.dialogue,
    reference: (doc) => doc.note,
  }),
  juryTask("medication_qa", {
    instructions: "Please answer the following consumer health question.",
    noun: "Question",
    maxTokens: 512,
  }),
  juryTask("medi_qa", {
    instructions: "Answer the following consumer health question.",
    noun: "Question",
    maxTokens: 1024,
  }),
  juryTask("med_dialog", {
    instructions: "Generate a one sentence summary of this patient-doctor conversation.",
    noun: "Patient-Doctor",
    answer: "Summary",
    maxTokens: 80,
  }),
];
