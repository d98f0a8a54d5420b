/**
 * # USPTO classification: which section a patent application belongs to
 *
 * | | |
 * |---|---|
 * | source | hub `HUPD/hupd` (a script set, so it cannot be loaded from there), `sample` = January 2016: train filed 1 to 21, validation 22 to 31 January |
 * | local | `data/benchmarks/uspto_classification/{train,test}.jsonl` in HUPD's columns |
 * | revision | none |
 * | licence | CC BY-SA 4.0 |
 * | prompt | `Title:`, `Abstract:`, `First claim:` (up to the first line feed), `CPC section:` |
 * | shots | none by custom; otherwise drawn from train by the default sampler |
 * | asked | log-likelihood of ` A` to ` H`; a chat model without log-likelihoods is asked for the letter |
 * | metric | `acc`, macro F1 over the eight sections beside it |
 *
 * `uspto_classification_subclass` asks for the subclass (`G06F`) in words:
 * exact match of the first one in the reply. `uspto_classification_acceptance`
 * asks whether the application was granted.
 *
 * Known traps: applications without a section A to H are left out (and those
 * neither accepted nor rejected for acceptance); sections are uneven (G and H
 * are half of all), so look at macro F1; a section nobody predicts counts 0 in
 * it; the gold label is the main CPC label of the application, not of the grant.
 *
 * @module
 */
import { pyStrip } from "../../core/python_strip.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";
import type { TaskLiteral } from "../task_literal.ts";

const SECTIONS: readonly string[] = [..."ABCDEFGH"];
const SUBCLASS = /^[A-H]\d\d[A-Z]/;

function text(doc: Fields): string {
  return `Title: ${doc.title}\nAbstract: ${doc.abstract}\nFirst claim: ${doc.claims.split("\n")[0]}\n`;
}

function uspto(name: string, literal: Omit<TaskLiteral, "name">): Task {
  return defineTask({
    version: 1,
    data: {
      path: "HUPD/hupd",
      config: "sample",
      local: "uspto_classification",
      columns: {
        title: "string",
        abstract: "string",
        claims: "string",
        "main_cpc_label": "string",
        decision: "string",
      },
    },
    trainingSplit: "train",
    testSplit: "test",
    ...literal,
    name,
  });
}

const section = uspto("uspto_classification", {
  outputType: "multiple_choice",
  processDocs: (docs) => docs.filter((doc) => SECTIONS.includes(doc.main_cpc_label?.[0])),
  prompt: (doc) => `${text(doc)}CPC section:`,
  choices: SECTIONS,
  target: (doc) => SECTIONS.indexOf(doc.main_cpc_label[0]),
  metrics: ["acc", { metric: "macro_f1", args: { labels: SECTIONS } }],
  primaryMetric: "acc",
  answer: "letter",
});

const subclass = uspto("uspto_classification_subclass", {
  processDocs: (docs) => docs.filter((doc) => SUBCLASS.test(doc.main_cpc_label ?? "")),
  prompt: (doc) => `${text(doc)}CPC subclass (such as A01B):`,
  target: (doc) => doc.main_cpc_label.slice(0, 4),
  generation: { until: ["\n"], maxTokens: 32, doSample: false, temperature: 0 },
  filters: [{
    name: "first_subclass",
    steps: [{ function: "regex", args: { "regex_pattern": "[A-H]\\d\\d[A-Z]" } }, { function: "take_first" }],
  }],
  metrics: ["exact_match"],
  primaryMetric: "exact_match",
});

const acceptance = uspto("uspto_classification_acceptance", {
  outputType: "multiple_choice",
  processDocs: (docs) => docs.filter((doc) => ["ACCEPTED", "REJECTED"].includes(pyStrip(doc.decision ?? ""))),
  prompt: (doc) => `${text(doc)}Was a patent granted (yes or no)?`,
  choices: ["no", "yes"],
  target: (doc) => Number(pyStrip(doc.decision) === "ACCEPTED"),
  metrics: ["acc", { metric: "macro_f1", args: { labels: ["no", "yes"] } }],
  primaryMetric: "acc",
  answer: "choice_text",
});

/** Section, subclass, acceptance. */
export const tasks: readonly Task[] = [section, subclass, acceptance];
