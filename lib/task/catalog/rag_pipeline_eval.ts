/**
 * # RAG pipeline: questions over your own corpus
 *
 * | | |
 * |---|---|
 * | source | yours: `data/benchmarks/rag_pipeline_eval/test.jsonl` with the questions and `corpus.jsonl`, or a folder `corpus/` of .md and .txt files |
 * | rows | `id`, `question`, `answers` (list; empty when there is none), `gold_ids` (ids of the passages that hold the answer; empty: it cannot be answered) |
 * | revision | none; every run is diagnostic unless you pin rows and hash |
 * | licence | that of your corpus |
 * | prompt | an instruction, the passages numbered from 1, `Question:`, `Answer:` |
 * | retrieval | BM25 (k1 1.2, b 0.75), 3 passages; any {@linkcode Retriever} in its place; `rag_pipeline_eval:k=5` for another number |
 * | asked | up to 256 tokens, greedy, until an empty line |
 * | metric | `f1`; beside it em, k_precision, citations, abstention, and hit, recall, precision, MRR, nDCG, MAP at k |
 *
 * Known traps: an unanswerable question scores 1 when the model abstains, so a
 * model that always abstains does not score 0; `k_precision` says that words
 * stand in the passages, not that the statement is right: name a judge for
 * faithfulness (`scoreFaithfulness`); precision is over k, so with one gold
 * passage it cannot reach 1; retrieval metrics leave unanswerable questions out.
 *
 * @module
 */
import { DataError } from "../../core/errors.ts";
import { bm25 } from "../../dataset/bm25.ts";
import type { Fields } from "../../dataset/doc.ts";
import type { Passage, Retriever } from "../../dataset/retriever.ts";
import type { Catalog } from "../catalogs.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";
import { parseTaskName } from "./task_params.ts";

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
 * import { withPassages } from "./rag_pipeline_eval.ts";
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
 * import { ragTask } from "./rag_pipeline_eval.ts";
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
    metadata: { k, retriever: retriever === undefined ? "bm25" : "own" },
  });
}

/** The one task. */
export const tasks: readonly Task[] = [ragTask()];

/** The catalog with the task a name with parameters stands for. */
export function catalogFor(name: string): Catalog {
  if (!name.includes(":")) return { tasks };
  const { params } = parseTaskName(name, { k: /^[1-9]\d?$/ });
  return { tasks: [...tasks, ragTask({ name, k: Number(params.k ?? 3) })] };
}
