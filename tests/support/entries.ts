/** Results and run facts for tests of everything that writes, reads or shows them. */
import { blankResult } from "../../lib/result/blank_result.ts";
import { type Entry, type RunFacts, toEntry } from "../../lib/result/entry.ts";
import type { TaskResult } from "../../lib/result/task_result.ts";

/** A scored result; `known` replaces fields. */
export function sampleResult(task: string, known: Partial<TaskResult> = {}): TaskResult {
  return {
    ...blankResult(task, {
      version: 1,
      status: "ok",
      score: 0.5,
      stderr: 0.1,
      interval: { low: 0.3, high: 0.7, level: 0.95, method: "wilson" },
      primaryMetric: "acc,none",
      metrics: [{ metric: "acc", filter: "none", value: 0.5, stderr: 0.1, higherIsBetter: true, n: 20 }],
      counts: { total: 20, scored: 20, errored: 0, unparsed: 0, limited: 0, cached: 0 },
      choiceProtocol: "loglikelihood",
      answerExtraction: "loglikelihood",
      promptHash: "ab".repeat(32),
    }),
    ...known,
    task,
  };
}

/** Facts of a run on the samples; `known` replaces fields. */
export function sampleFacts(known: Partial<RunFacts> = {}): RunFacts {
  return {
    runId: "20260102-030405",
    timestampUtc: "2026-01-02T03:04:05Z",
    niche: "medical",
    mode: "diagnostic",
    source: "sample",
    modelVersion: "builtin:floor",
    quantizationConfig: null,
    quantized: false,
    notCanonicalBecause: ["source sample"],
    model: { id: "builtin:floor", baseUrl: null, floor: true },
    serving: null,
    settings: { limit: null, seed: 1234, epochs: 1, api: null, system: null },
    fingerprint: { harnessCommit: "benchbook 0.1.0 (lm-eval 0.4.13)", generationParams: {} },
    ...known,
  };
}

/** An entry of one task. */
export function sampleEntry(
  task: string,
  result: Partial<TaskResult> = {},
  facts: Partial<RunFacts> = {},
): Promise<Entry> {
  return toEntry(sampleResult(task, result), sampleFacts(facts));
}
