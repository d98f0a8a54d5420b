/**
 * # MedMCQA: questions of Indian medical entrance exams
 *
 * | | |
 * |---|---|
 * | source | hub `openlifescienceai/medmcqa`; splits train (182,822), validation (4,183), test (6,150, without answers, unused) |
 * | revision | `91c6572c454088bf71b679ad90aa8dffcd0d5868` |
 * | licence | Apache-2.0 |
 * | prompt | `Question: …`, `Choices:`, `A. …` to `D. …`, `Answer:` |
 * | shots | 5 by custom, drawn from train by the default sampler, nothing excluded |
 * | asked | log-likelihood of ` A`, ` B`, ` C`, ` D`; a chat model without log-likelihoods is asked for the letter |
 * | metric | `acc_norm` (equal to `acc` here, since all choices have one letter) and `acc` |
 *
 * Known traps: evaluated is the validation split, since test has no answers;
 * `cop` is 0 to 3 on the hub and 1 to 4 in the authors' own files; texts are
 * not stripped; rows with empty or equal options exist (counted, never
 * mended).
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";

function prompt(doc: Fields): string {
  const options = [doc.opa, doc.opb, doc.opc, doc.opd].map((text, i) => `${"ABCD"[i]}. ${pyStr(text)}\n`);
  return `Question: ${pyStr(doc.question)}\nChoices:\n${options.join("")}Answer:`;
}

const options = {
  opa: "string or null",
  opb: "string or null",
  opc: "string or null",
  opd: "string or null",
};

/** The one task. */
export const tasks: readonly Task[] = [defineTask({
  name: "medmcqa",
  version: "Yaml",
  outputType: "multiple_choice",
  data: {
    path: "openlifescienceai/medmcqa",
    revision: "91c6572c454088bf71b679ad90aa8dffcd0d5868",
    rows: { train: 182_822, validation: 4_183 },
    columns: { question: "string", ...options, cop: "integer 0..3" },
  },
  trainingSplit: "train",
  validationSplit: "validation",
  testSplit: "validation",
  prompt,
  optionTexts: (doc) => [doc.opa, doc.opb, doc.opc, doc.opd],
  choices: ["A", "B", "C", "D"],
  target: (doc) => doc.cop,
  metrics: [
    { metric: "acc", aggregation: "mean", higherIsBetter: true },
    { metric: "acc_norm", aggregation: "mean", higherIsBetter: true },
  ],
  primaryMetric: "acc_norm",
  answer: "letter",
  parity: true,
})];
