/**
 * Stored answers: what a run of any framework leaves behind, in one shape, so
 * that it can be scored again without asking a model.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import type {
  FilterPipeline,
  MetricConfig,
  MetricLike,
  OutputType,
  SampleValue,
  SampleView,
  Target,
  TaskGroup,
} from "../task/task.ts";

/** One answered doc. */
export interface StoredSample {
  /** Id of the doc. */
  readonly docId: string;
  /** 0-based position among the evaluated docs. */
  readonly docIndex: number;
  /** 0-based repetition. */
  readonly epoch: number;
  /** Columns of the row; empty where the run does not keep them. */
  readonly fields: Fields;
  /** Right answer; an index for multiple choice. */
  readonly target: Target;
  /** Bare choices of a multiple-choice doc. */
  readonly choices: readonly string[];
  /** What was asked, per request: context and what followed it (a continuation, or decoding parameters). */
  readonly requests: readonly (readonly [context: string, rest: unknown])[];
  /** Replies as received, one per repeat; null for log-likelihoods. */
  readonly replies: readonly string[] | null;
  /** Log-likelihood and whether it was greedy, per request; null for replies. */
  readonly logliks: readonly (readonly [loglik: number, isGreedy: boolean])[] | null;
  /** Index of the choice that was read from the reply; null when none could be read; absent for log-likelihoods. */
  readonly picked?: number | null;
  /** Replies after each filter, by name; kept for filters that cannot be run here. */
  readonly filtered: Readonly<Record<string, readonly (string | null)[]>>;
  /** Whether the code of each reply passed its tests, by filter; absent where none was run. */
  readonly verdicts?: Readonly<Record<string, readonly boolean[]>>;
  /** Scores as the run gave them, by `metric,filter`. */
  readonly scores: Readonly<Record<string, SampleValue>>;
  /** lm-eval's hashes; null when unknown. */
  readonly hashes: { readonly doc: string; readonly prompt: string; readonly target: string } | null;
  /** Reason of a sample that was not answered; null for an answered one. */
  readonly error: string | null;
}

/** The answers to one task, with what its scores are made by. */
export interface StoredTask {
  /** Name. */
  readonly name: string;
  /** Name shown in tables. */
  readonly alias: string;
  /** Version of the task. */
  readonly version: string | number;
  /** What was asked of the model. */
  readonly outputType: OutputType;
  /** Shots per prompt. */
  readonly numFewshot: number;
  /** Docs before limit; null when unknown. */
  readonly totalDocs: number | null;
  /** Filter pipelines. */
  readonly filters: readonly FilterPipeline[];
  /** Names of filters that are code of another program: their stored output is used. */
  readonly opaqueFilters: readonly string[];
  /** Metrics. */
  readonly metrics: readonly (MetricConfig | MetricLike)[];
  /** Metric whose value is the score. */
  readonly primaryMetric?: string;
  /** The task's own scoring, where the task is known here; lost when written as JSON. */
  readonly processResults?: (sample: SampleView) => Readonly<Record<string, SampleValue>>;
  /** The answers, in the order of the docs. */
  readonly samples: readonly StoredSample[];
}

/** A group of stored tasks. */
export interface StoredGroup {
  /** Name. */
  readonly group: string;
  /** Name shown in tables. */
  readonly alias: string;
  /** Names of tasks and groups. */
  readonly members: readonly string[];
  /** Metrics that are pooled, by `metric,filter`. */
  readonly metrics: readonly string[];
  /** The definition of this group and those below it, where known; it says how values are pooled. */
  readonly defined?: readonly TaskGroup[];
}

/** A run as stored answers. */
export interface StoredRun {
  /** Program that made it. */
  readonly from: "benchbook" | "lm-eval" | "inspect";
  /** The model. */
  readonly model: string;
  /** UTC time of the run; null when unknown. */
  readonly createdUtc: string | null;
  /** Tasks in order. */
  readonly tasks: readonly StoredTask[];
  /** Groups, the outermost first. */
  readonly groups: readonly StoredGroup[];
}
