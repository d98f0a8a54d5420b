/**
 * What a run says about one task: the record between the run engine and
 * everything that writes, compares or shows results.
 *
 * @module
 */

/** One aggregated metric under one filter. */
export interface MetricResult {
  /** Bare metric name, such as `acc`. */
  readonly metric: string;
  /** Filter name, `none` without one. */
  readonly filter: string;
  /** Null when nothing was scored. Fractions are 0..1 unless the metric has its own scale. */
  readonly value: number | null;
  /** Standard error as lm-eval computes it; null where it gives `N/A`. */
  readonly stderr: number | null;
  /** Whether more is better. */
  readonly higherIsBetter: boolean;
  /** Samples behind the value. */
  readonly n: number;
}

/** Outcome class counts of a task. `total` = scored + errored. */
export interface SampleCounts {
  /** Samples of the plan that have an outcome. */
  readonly total: number;
  /** Scored samples, `unparsed` and `limited` among them. */
  readonly scored: number;
  /** Not scored: infrastructure, judge or harness failed. */
  readonly errored: number;
  /** Scored 0 since no answer could be read. */
  readonly unparsed: number;
  /** Scored although a limit (token limit) was reached. */
  readonly limited: number;
  /** Answered from the response cache. */
  readonly cached: number;
}

/** A confidence interval of a score. */
export interface Interval {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
  /** 0.95 unless asked otherwise. */
  readonly level: number;
  /** `wilson`, `t`, `bootstrap`. */
  readonly method: string;
}

/** Result of one task. JSON-safe, camelCase; the file codec makes snake_case of it. */
export interface TaskResult {
  /** Name of the task. */
  readonly task: string;
  /** Version of the task definition. */
  readonly version: string | number;
  /** Whether the score may be used. */
  readonly status: "ok" | "incomplete" | "skipped" | "error";
  /** Stable reason when the status is not `ok`. */
  readonly reason: string | null;
  /** Sentence for people when the status is not `ok`. */
  readonly message: string | null;
  /** Mean over scored samples of the primary metric; null when nothing was scored. */
  readonly score: number | null;
  /** Standard error of the score. */
  readonly stderr: number | null;
  /** Confidence interval of the score. */
  readonly interval: Interval | null;
  /** `score` with every errored sample counted as wrong; null when there are none. */
  readonly scoreIfErrorsWrong: number | null;
  /** `metric,filter` of the score. */
  readonly primaryMetric: string | null;
  /** Every metric under every filter. */
  readonly metrics: readonly MetricResult[];
  /** Outcome classes. */
  readonly counts: SampleCounts;
  /** Pieces of code by verdict under the first filter, canonical mode, and how many were flagged; absent for tasks without code. */
  readonly verdicts?: Readonly<Record<string, number>>;
  /** Reason to number of samples, for all that are not plainly scored. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Category (MMLU: subject without prefix) to score; null when nothing was scored. */
  readonly perCategory: Readonly<Record<string, number | null>>;
  /** Results of groups below this one (`mmlu_stem` …), same keys as lm-eval. */
  readonly groups: Readonly<Record<string, MetricResult>>;
  /** Shots actually used. */
  readonly numFewshot: number;
  /** Seed of the few-shot sampler; 1234 as in lm-eval. */
  readonly fewshotSeed: number;
  /** How a multiple-choice score was obtained; null for plain generation. */
  readonly choiceProtocol: string | null;
  /** Name and version of the answer extractor, or `loglikelihood`. */
  readonly answerExtraction: string;
  /** Whether a gate may fail on this task. */
  readonly blocking: boolean;
  /** Rows that were evaluated. */
  readonly dataset: {
    readonly name: string;
    readonly revision: string | null;
    /** SHA-256 of the canonical rows that were evaluated. */
    readonly sha256: string | null;
    readonly rows: number;
  };
  /** Faults found in the data that parity forbids to mend: code, count, sentence. */
  readonly dataWarnings: readonly {
    readonly code: string;
    readonly count: number;
    readonly message: string;
  }[];
  /** lm-eval's task hash over all samples (doc, prompt and target hashes). */
  readonly promptHash: string | null;
  /** Tokens of all replies; null where the server did not say. */
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null };
  /** Null when the price is unknown. */
  readonly costUsd: number | null;
  /** Wall time from first to last sample, measured by a monotonic clock. */
  readonly durationMs: number;
}
