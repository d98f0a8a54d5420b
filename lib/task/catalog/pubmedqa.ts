/**
 * # PubMedQA: yes, no or maybe from an abstract
 *
 * | | |
 * |---|---|
 * | source | hub `bigbio/pubmed_qa`, config `pubmed_qa_labeled_fold0_source`; splits train (450), validation (50), test (500) |
 * | revision | none on the hub (a script set); pinned by the SHA-256 of the canonical rows |
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
    sha256: {
      train: "005cb37f4694a066650f3d70175a93cf08236af7d9b62c941376f2ffe5313e9b",
      validation: "31ff77304919bab8f1d01751dcc874b609e63fd783479d2fb7b421a745451db7",
      test: "f56c675c1195e9c6fcc0f0d8ddc436683755a1f7d2f6b93a0c2c4ec89bdec49b",
    },
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
