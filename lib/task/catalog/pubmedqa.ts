/**
 * # PubMedQA: yes, no or maybe from an abstract
 *
 * | | |
 * |---|---|
 * | source | hub `bigbio/pubmed_qa`, config `pubmed_qa_labeled_fold0_source`; splits train (450), validation (50), test (500) |
 * | licence | MIT |
 * | prompt | `Abstract: ` and the contexts, one a line, `Question: …`, `Answer:` |
 * | shots | none by custom; otherwise drawn from train by the default sampler |
 * | asked | log-likelihood of ` yes`, ` no`, ` maybe`; a chat model without log-likelihoods is asked for the word |
 * | metric | `acc` |
 *
 * Known traps: the authors' `ori_pqal.json` has PMIDs as keys, which JSON
 * readers of JavaScript put in another order; the conclusion of the abstract
 * (`LONG_ANSWER`) is not part of the prompt; "yes" is the gold answer of 55 %
 * of the rows, so a constant answer looks good.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";

function prompt(doc: Fields): string {
  return `Abstract: ${doc.CONTEXTS.join("\n")}\nQuestion: ${doc.QUESTION}\nAnswer:`;
}

/** The one task. */
export const tasks: readonly Task[] = [defineTask({
  name: "pubmedqa",
  version: "1.0",
  outputType: "multiple_choice",
  data: {
    path: "bigbio/pubmed_qa",
    config: "pubmed_qa_labeled_fold0_source",
    rows: { train: 450, validation: 50, test: 500 },
    columns: { QUESTION: "string", CONTEXTS: "list of strings", "final_decision": "string" },
  },
  trainingSplit: "train",
  validationSplit: "validation",
  testSplit: "test",
  prompt,
  choices: ["yes", "no", "maybe"],
  target: (doc) => doc.final_decision,
  metrics: [{ metric: "acc", aggregation: "mean", higherIsBetter: true }],
  primaryMetric: "acc",
  answer: "choice_text",
  parity: true,
})];
