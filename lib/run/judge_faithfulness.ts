/**
 * Faithfulness of the answers of a RAG run, by a judge that was named.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { Passage } from "../dataset/retriever.ts";
import { withoutCitations } from "../metric/grounded_answer.ts";
import { faithfulness } from "../reward/faithfulness.ts";
import type { Judge } from "../reward/judge.ts";
import type { StoredRun, StoredSample } from "../result/stored_run.ts";
import { answersOf } from "./stored_answers.ts";
import { storedFolder } from "./stored_folder.ts";

/** Faithfulness of one answer. */
export interface JudgedAnswer {
  /** Id of the question. */
  readonly docId: string;
  /** Share of the answer's statements the shown passages support; null for none, or when it could not be judged. */
  readonly score: number | null;
  /** Why it could not be judged; null when it could. */
  readonly error: string | null;
}

/** Faithfulness of a run. */
export interface JudgedRun {
  /** Mean over the answers with a score; null without one. */
  readonly score: number | null;
  /** Answers with a score. */
  readonly n: number;
  /** Answers the judge failed on: not scored, never 0. */
  readonly errored: number;
  /** One an answered question. */
  readonly answers: readonly JudgedAnswer[];
}

async function judged(sample: StoredSample, judge: Judge): Promise<JudgedAnswer> {
  const passages = (sample.fields.passages ?? []) as readonly Passage[];
  const { docId } = sample;
  try {
    const { score } = await faithfulness(withoutCitations(sample.replies?.[0] ?? ""), {
      question: String(sample.fields.question ?? ""),
      passages: passages.map(({ title, text }) => `${title}\n${text}`),
      judge,
    });
    return { docId, score, error: null };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return { docId, score: null, error: error.message };
  }
}

/**
 * Asks a judge how much of each stored answer the shown passages bear out. The
 * model under test is not asked again. A judge that fails leaves that answer
 * without a score.
 *
 * @param source A run of this process, the folder of a run, or stored answers; their rows need `passages`.
 * @throws {ResultError} what reading a folder throws
 *
 * @example
 * ```ts
 * import { judgeFaithfulness } from "./judge_faithfulness.ts";
 * import { runTask } from "./run_task.ts";
 * import { ragTask } from "../task/catalog/rag_task.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { defineJudge } from "../reward/judge.ts";
 * import { assertEquals } from "@std/assert";
 * const passages = [{ id: "a", title: "Lake", text: "It is deep." }];
 * const docs = [{ id: "q", question: "Deep?", answers: ["yes"], "gold_ids": ["a"], passages, ranking: ["a"] }];
 * const run = await runTask(ragTask(), { docs, model: scriptedModel(() => "It is deep [1].") });
 * const replies = ['{"statements": ["It is deep."]}', '{"verdicts": [{"index": 0, "supported": true}]}'];
 * assertEquals((await judgeFaithfulness(run, defineJudge({ model: scriptedModel(replies) }))).score, 1);
 * ```
 */
export async function judgeFaithfulness(
  source: StoredRun | string | object,
  judge: Judge,
): Promise<JudgedRun> {
  const stored = typeof source === "string"
    ? await storedFolder(source)
    : await (answersOf(source)?.() ?? source as StoredRun);
  const samples = stored.tasks.flatMap((task) => task.samples)
    .filter((sample) => sample.error === null && Array.isArray(sample.fields.passages));
  const answers: JudgedAnswer[] = [];
  for (const sample of samples) answers.push(await judged(sample, judge));
  const scores = answers.flatMap(({ score }) => score === null ? [] : [score]);
  return {
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    n: scores.length,
    errored: answers.filter(({ error }) => error !== null).length,
    answers,
  };
}
