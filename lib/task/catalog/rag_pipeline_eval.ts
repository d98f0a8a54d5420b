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
 * faithfulness (`--source api --judge-model`, or `judge` of `runBenchmark`); precision is over k, so with one gold
 * passage it cannot reach 1; retrieval metrics leave unanswerable questions out.
 *
 * @module
 */
import type { Catalog } from "../catalogs.ts";
import type { Task } from "../task.ts";
import { ragTask } from "./rag_task.ts";
import { parseTaskName } from "./task_params.ts";

/** The one task. */
export const tasks: readonly Task[] = [ragTask()];

/** The catalog with the task a name with parameters stands for. */
export function catalogFor(name: string): Catalog {
  if (!name.includes(":")) return { tasks };
  const { params } = parseTaskName(name, { k: /^[1-9]\d?$/ });
  return { tasks: [...tasks, ragTask({ name, k: Number(params.k ?? 3) })] };
}
