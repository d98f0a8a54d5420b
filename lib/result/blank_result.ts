/**
 * A task's result before anything was scored: what skipped and failed tasks
 * report, and what older files leave out.
 *
 * @module
 */
import type { TaskResult } from "./task_result.ts";

/**
 * A {@linkcode TaskResult} in which nothing is known: no score, zero counts,
 * status `error`. Fields given in `known` replace the blanks.
 *
 * @example A task that was skipped
 * ```ts
 * import { blankResult } from "./blank_result.ts";
 * import { assertEquals } from "@std/assert";
 * const result = blankResult("medhelm", { status: "skipped", reason: "needs_judge" });
 * assertEquals([result.status, result.score], ["skipped", null]);
 * ```
 */
export function blankResult(task: string, known: Partial<Omit<TaskResult, "task">> = {}): TaskResult {
  return {
    task,
    version: "",
    status: "error",
    reason: null,
    message: null,
    score: null,
    stderr: null,
    interval: null,
    scoreIfErrorsWrong: null,
    primaryMetric: null,
    metrics: [],
    counts: { total: 0, scored: 0, errored: 0, unparsed: 0, limited: 0, cached: 0 },
    reasons: {},
    perCategory: {},
    groups: {},
    numFewshot: 0,
    fewshotSeed: 1234,
    choiceProtocol: null,
    answerExtraction: "",
    blocking: true,
    dataset: { name: task, revision: null, sha256: null, rows: 0 },
    dataWarnings: [],
    promptHash: null,
    usage: { inputTokens: null, outputTokens: null },
    costUsd: null,
    durationMs: 0,
    ...known,
  };
}
