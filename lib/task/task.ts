/**
 * What a benchmark is: how a row becomes a prompt, what counts as right, and
 * which metrics sum it up. A task is a literal; nothing in it does I/O.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";

/** What is asked of the model. Names as in lm-eval. */
export type OutputType = "multiple_choice" | "loglikelihood" | "loglikelihood_rolling" | "generate_until";

/** A chat message as it goes over the wire. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** Decoding parameters of a generation. Unknown keys are passed on as they are. */
export interface GenerationOptions {
  /** Texts that end the reply; the reply does not contain them. */
  readonly until?: readonly string[];
  /** Limit of new tokens. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** lm-eval's `do_sample`; never sent. */
  readonly doSample?: boolean;
  /** Anything else for the request body, in the server's own names. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Right answer of a doc: a text, several accepted texts, or an index into the choices. */
export type Target = string | number | readonly string[] | readonly number[];

/** A metric by name, as in lm-eval's `metric_list`; resolved through the metric registry. */
export interface MetricConfig {
  readonly metric: string;
  /** Name of the aggregation; the metric's own when absent. */
  readonly aggregation?: string;
  readonly higherIsBetter?: boolean;
  /** Keyword arguments, in lm-eval's snake_case names. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A filter step by name, as in lm-eval's `filter_list`. */
export interface FilterConfig {
  readonly function: string;
  /** Keyword arguments, in lm-eval's snake_case names. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A named pipeline of filter steps. */
export interface FilterPipeline {
  readonly name: string;
  readonly steps: readonly FilterConfig[];
}

/**
 * Everything a metric may look at for one doc under one filter. JSON-safe.
 */
export interface SampleView {
  readonly outputType: OutputType;
  readonly fields: Fields;
  /** Right answer after resolution; an index for multiple choice. */
  readonly target: Target;
  /** The bare choices (without delimiter) of a multiple-choice doc. */
  readonly choices: readonly string[];
  /** Log-likelihood per request (choice order), natural log. */
  readonly logliks: readonly number[];
  /** Whether the continuation was the greedy one, per request. */
  readonly greedy: readonly boolean[];
  /** Log-likelihoods of the bare choices after an empty context, when asked for. */
  readonly unconditional: readonly number[];
  /**
   * Filtered replies, one per repeat; the last filter step usually leaves one.
   * `null` where no answer could be read (counted as unparsed, scored 0).
   */
  readonly responses: readonly (string | null)[];
  /**
   * Index of the choice a reply names, for multiple choice answered in words
   * (no log-likelihoods); null where none could be read. Absent otherwise.
   */
  readonly picked?: number | null;
}

/** A per-sample value: a number, or what the aggregation needs (pair, tuple). */
export type SampleValue = number | boolean | string | null | readonly SampleValue[];

/**
 * A metric: `score` per sample, `aggregate` over samples.
 * `score` may give a record to feed several metric names at once (`pass@1`).
 */
export interface MetricLike {
  readonly name: string;
  readonly higherIsBetter: boolean;
  score(sample: SampleView): SampleValue | Readonly<Record<string, SampleValue>>;
  aggregate(values: readonly SampleValue[]): number | null;
  /** `mean`: sample standard error; `bootstrap`; `none`: not available. */
  readonly stderr: "mean" | "bootstrap" | "none";
}

/** How shots are drawn. */
export interface FewshotConfig {
  /** Number of shots; null lets the caller choose (0 without one). A fixed 0 stays 0. */
  readonly count: number | null;
  readonly sampler?: "default" | "first_n";
  /** Split of the pool; see the rules of `buildRequests`. */
  readonly split?: string;
  /** Fixed shots instead of a split. */
  readonly samples?: readonly Fields[];
  readonly prompt?: (doc: Fields) => string | number;
  readonly target?: (doc: Fields) => Target;
  readonly choices?: readonly string[] | ((doc: Fields) => readonly string[]);
  readonly processDocs?: (docs: readonly Fields[]) => readonly Fields[];
  readonly targetDelimiter?: string;
  readonly fewshotDelimiter?: string;
  readonly genPrefix?: string | ((doc: Fields) => string);
}

/** Where the rows of a task come from. */
export interface TaskData {
  /** Hub repository. */
  readonly path: string;
  /** Hub config. */
  readonly config?: string;
  /** Pinned hub commit; null = not pinned yet. */
  readonly revision?: string | null;
  /** Folder under the local data root; the task's name when absent. */
  readonly local?: string;
  /** Rows expected per split, for canonical runs. */
  readonly rows?: Readonly<Record<string, number>>;
  /** SHA-256 of the canonical rows per split, where known. */
  readonly sha256?: Readonly<Record<string, string>>;
  /** Columns a row must have, with the wanted type in words. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A benchmark task. Made by `defineTask`, a catalog file or `loadTaskYaml`. */
export interface Task {
  readonly name: string;
  readonly alias?: string;
  /** lm-eval's `metadata.version`, as printed; `Yaml` when it has none. */
  readonly version: string | number;
  readonly outputType: OutputType;
  readonly data?: TaskData;
  readonly trainingSplit?: string;
  readonly validationSplit?: string;
  readonly testSplit?: string;
  readonly fewshotSplit?: string;
  readonly processDocs?: (docs: readonly Fields[]) => readonly Fields[];
  /** Question text; a number means "this index of the choices" (multiple-input mode). */
  readonly prompt: (doc: Fields) => string | number;
  readonly target: (doc: Fields) => Target;
  readonly choices?: readonly string[] | ((doc: Fields) => readonly string[]);
  readonly description?: string | ((doc: Fields) => string);
  readonly targetDelimiter: string;
  readonly fewshotDelimiter: string;
  readonly genPrefix?: string | ((doc: Fields) => string);
  readonly fewshot: FewshotConfig;
  readonly generation?: GenerationOptions;
  readonly repeats: number;
  readonly filters: readonly FilterPipeline[];
  readonly metrics: readonly (MetricConfig | MetricLike)[];
  /** Replaces the built-in per-sample scoring: metric name to value. */
  readonly processResults?: (sample: SampleView) => Readonly<Record<string, SampleValue>>;
  /** Metric whose value is the task's score, `metric` or `metric,filter`. */
  readonly primaryMetric?: string;
  /** How a free reply of a chat model is read; `letter` reads one of the labels. */
  readonly answer?: "letter" | "choice_text" | "raw";
  /** True for tasks whose score needs to run model-written code. */
  readonly unsafeCode?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A group of tasks with a pooled score. Members are names of tasks or groups. */
export interface TaskGroup {
  readonly group: string;
  readonly alias?: string;
  readonly members: readonly string[];
  readonly aggregate: readonly { metric: string; weightBySize: boolean; filters?: readonly string[] }[];
  readonly version?: string | number;
}
