/**
 * Questions over retrieved passages as a task; what is known of it stands in
 * `rag_pipeline_eval.ts`.
 *
 * @module
 */
import { DataError } from "../../core/errors.ts";
import { bm25 } from "../../dataset/bm25.ts";
import type { Fields } from "../../dataset/doc.ts";
import type { Passage, Retriever } from "../../dataset/retriever.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";

const INSTRUCTION =
  "Answer the question using only the passages. Cite passages as [n]. If they do not contain the " +
  "answer, say that the passages do not contain it.";

/** Options of {@linkcode ragTask}. */
export interface RagTaskOptions {
  /** Name of the task. */
  readonly name?: string;
  /** Passages per question. Default 3. */
  readonly k?: number;
  /** Finds passages; BM25 over the corpus by default. */
  readonly retriever?: Retriever;
}

/**
 * Adds what a retriever finds to questions: `passages` (what is shown) and
 * `ranking` (their ids). Answers are not looked at.
 *
 * @example
 * ```ts
 * import { withPassages } from "./rag_task.ts";
 * import { bm25 } from "../../dataset/bm25.ts";
 * import { assertEquals } from "@std/assert";
 * const retriever = bm25([{ id: "a", title: "Lake", text: "It is deep." }]);
 * const [doc] = await withPassages([{ question: "How deep is the lake?" }], { retriever, k: 3 });
 * assertEquals(doc?.ranking, ["a"]);
 * ```
 */
export async function withPassages(
  questions: readonly Fields[],
  options: { readonly retriever: Retriever; readonly k: number },
): Promise<Fields[]> {
  const docs: Fields[] = [];
  for (const question of questions) {
    const found = await options.retriever(question.question, options.k);
    const passages = found.map(({ id, title, text }) => ({ id, title, text }));
    docs.push({ ...question, passages, ranking: passages.map(({ id }) => id) });
  }
  return docs;
}

function prompt(doc: Fields): string {
  const passages: readonly Passage[] = doc.passages ?? [];
  const blocks = passages.map(({ title, text }, at) => `[${at + 1}] ${title}\n${text}\n\n`).join("");
  return `${INSTRUCTION}\n\n${blocks}Question: ${doc.question}\nAnswer:`;
}

/** A gold id that is in no corpus makes recall unreachable: a mistake in the file, not in the model. */
function checkGold(questions: readonly Fields[], corpus: readonly Passage[]): void {
  const ids = new Set(corpus.map((passage) => passage.id));
  for (const doc of questions) {
    const lost = (doc.gold_ids as readonly string[]).find((id) => !ids.has(id));
    if (lost === undefined) continue;
    throw new DataError(`Cannot use question "${doc.id}": wanted gold ids of the corpus, found "${lost}"`, {
      code: "unknown_gold_id",
      details: { question: doc.id, gold: lost },
    });
  }
}

/**
 * Makes the task. Its rows are the questions; the split `corpus` holds the
 * passages. Rows that already have `passages` and `ranking` need no corpus.
 *
 * @example A retriever of one's own
 * ```ts
 * import { ragTask } from "./rag_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = ragTask({ k: 5, retriever: () => [{ id: "a", title: "", text: "Always this.", score: 1 }] });
 * assertEquals(task.name, "rag_pipeline_eval:k=5");
 * ```
 */
export function ragTask(options: RagTaskOptions = {}): Task {
  const { k = 3, retriever } = options;
  return defineTask({
    name: options.name ?? (k === 3 ? "rag_pipeline_eval" : `rag_pipeline_eval:k=${k}`),
    version: 1,
    data: {
      path: "your own corpus",
      own: true,
      local: "rag_pipeline_eval",
      columns: { question: "string", answers: "list of strings", "gold_ids": "list of strings" },
    },
    testSplit: "test",
    resources: ["corpus"],
    joinResources: async ({ corpus = [], ...splits }) => {
      const passages = corpus.map(({ id, title, text }) => ({ id, title, text }));
      const find = retriever ?? bm25(passages);
      const joined: Record<string, Fields[]> = {};
      for (const [split, questions] of Object.entries(splits)) {
        if (passages.length > 0) checkGold(questions, passages);
        joined[split] = await withPassages(questions, { retriever: find, k });
      }
      return joined;
    },
    fewshot: { count: 0 },
    prompt,
    target: (doc) => doc.answers,
    generation: { until: ["\n\n"], maxTokens: 256, doSample: false, temperature: 0 },
    metrics: [{ metric: "grounded_answer" }, { metric: "retrieval", args: { k } }],
    primaryMetric: "f1",
    answer: "raw",
    judgedBy: "faithfulness",
    metadata: { k, retriever: retriever === undefined ? "bm25" : "own" },
  });
}
