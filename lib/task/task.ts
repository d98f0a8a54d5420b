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
  /** Who speaks. */
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The text. */
  readonly content: string;
}

/** Decoding parameters of a generation. Unknown keys are passed on as they are. */
export interface GenerationOptions {
  /** Texts that end the reply; the reply does not contain them. */
  readonly until?: readonly string[];
  /** Limit of new tokens. */
  readonly maxTokens?: number;
  /** Sampling temperature; 0 is greedy. */
  readonly temperature?: number;
  /** Nucleus mass, 0..1. */
  readonly topP?: number;
  /** Seed for servers that honour one. */
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
  /** Name in the metric registry. */
  readonly metric: string;
  /** Name of the aggregation; the metric's own when absent. */
  readonly aggregation?: string;
  /** An aggregation of one's own; replaces the named one. */
  readonly aggregate?: (values: readonly SampleValue[]) => number | null;
  /** Direction; the metric's own when absent. */
  readonly higherIsBetter?: boolean;
  /** Keyword arguments, in lm-eval's snake_case names. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A filter step by name, as in lm-eval's `filter_list`. */
export interface FilterConfig {
  /** Name in the filter registry. */
  readonly function: string;
  /** Keyword arguments, in lm-eval's snake_case names. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A named pipeline of filter steps. */
export interface FilterPipeline {
  /** Name of the pipeline, as in `metric,filter`. */
  readonly name: string;
  /** Steps, first to last. */
  readonly steps: readonly FilterConfig[];
}

/**
 * Everything a metric may look at for one doc under one filter. JSON-safe.
 */
export interface SampleView {
  /** What was asked of the model. */
  readonly outputType: OutputType;
  /** The row. */
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
  /**
   * Whether the code of each response passed its tests; null for one that could
   * not be run. Absent while nothing was run.
   */
  readonly verdicts?: readonly (boolean | null)[];
}

/** A per-sample value: a number, or what the aggregation needs (pair, tuple). */
export type SampleValue = number | boolean | string | null | readonly SampleValue[];

/**
 * A metric: `score` per sample, `aggregate` over samples.
 * `score` may give a record to feed several metric names at once (`pass@1`).
 */
export interface MetricLike {
  /** Name, as in `metric,filter`. */
  readonly name: string;
  /** Direction of the metric. */
  readonly higherIsBetter: boolean;
  /** Value of one sample. */
  score(sample: SampleView): SampleValue | Readonly<Record<string, SampleValue>>;
  /** Value over all samples; null for none. */
  aggregate(values: readonly SampleValue[]): number | null;
  /** `mean`: sample standard error; `bootstrap`; `none`: not available. */
  readonly stderr: "mean" | "bootstrap" | "none";
}

/** How shots are drawn. */
export interface FewshotConfig {
  /** Number of shots; null lets the caller choose (0 without one). A fixed 0 stays 0. */
  readonly count: number | null;
  /** `default` draws at random with the seed; `first_n` takes the first. */
  readonly sampler?: "default" | "first_n";
  /** Split of the pool; see the rules of `buildRequests`. */
  readonly split?: string;
  /** Fixed shots instead of a split. */
  readonly samples?: readonly Fields[];
  /** Question text of a shot; the task's own when absent. */
  readonly prompt?: (doc: Fields) => string | number;
  /** Answer of a shot; the task's own when absent. */
  readonly target?: (doc: Fields) => Target;
  /** Choices of a shot; the task's own when absent. */
  readonly choices?: readonly string[] | ((doc: Fields) => readonly string[]);
  /** Changes the rows of the pool before drawing. */
  readonly processDocs?: (docs: readonly Fields[]) => readonly Fields[];
  /** Between question and answer of a shot. */
  readonly targetDelimiter?: string;
  /** Between shots. */
  readonly fewshotDelimiter?: string;
  /** Start of the answer of a shot. */
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
  /**
   * True when the rows are the user's own: they are read from the local root
   * whatever the source.
   */
  readonly own?: boolean;
  /**
   * Plain files per split for data that is not on the hub; then `path` names
   * the place for people and the hub is not asked.
   */
  readonly urls?: Readonly<Record<string, string>>;
}

/** How a task is put to a model that only takes messages, where the plain form makes no sense to it. */
export interface ChatForm {
  /** Name of the form, for results. */
  readonly name: string;
  /** True when the benchmark itself defines the form, so that it may be canonical. */
  readonly canonical: boolean;
  /** Replaces the task's `diagnostic`; null = nothing stands against this form. */
  readonly diagnostic?: string | null;
  /** Question text. */
  readonly prompt: (doc: Fields) => string;
  /** System message; none when absent. */
  readonly description?: string;
  /** Decoding parameters. */
  readonly generation: GenerationOptions;
  /** Pipelines that turn a reply into an answer. */
  readonly filters: readonly FilterPipeline[];
}

/** Rows by the name of their split. */
export type RowsBySplit = Readonly<Record<string, readonly Fields[]>>;

/** A benchmark task. Made by `defineTask`, a catalog file or `loadTaskYaml`. */
export interface Task {
  /** Name, as on the command line. */
  readonly name: string;
  /** Name shown in tables. */
  readonly alias?: string;
  /** lm-eval's `metadata.version`, as printed; `Yaml` when it has none. */
  readonly version: string | number;
  /** What is asked of the model. */
  readonly outputType: OutputType;
  /** Where the rows come from; absent when the caller gives docs. */
  readonly data?: TaskData;
  /** Split for shots, first choice. */
  readonly trainingSplit?: string;
  /** Evaluated when there is no test split. */
  readonly validationSplit?: string;
  /** Evaluated split. */
  readonly testSplit?: string;
  /** Split of the pool when it is none of the usual. */
  readonly fewshotSplit?: string;
  /** Makes the rows itself, by split; then `data` is not asked. */
  readonly loadRows?: () => RowsBySplit | Promise<RowsBySplit>;
  /** Changes the rows before anything else: filter, derive, reorder. */
  readonly processDocs?: (docs: readonly Fields[]) => readonly Fields[];
  /** Question text; a number means "this index of the choices" (multiple-input mode). */
  readonly prompt: (doc: Fields) => string | number;
  /** Right answer. */
  readonly target: (doc: Fields) => Target;
  /** Answers to choose from. */
  readonly choices?: readonly string[] | ((doc: Fields) => readonly string[]);
  /** Text before everything else. */
  readonly description?: string | ((doc: Fields) => string);
  /** Between question and answer; a space by default. */
  readonly targetDelimiter: string;
  /** Between shots; an empty line by default. */
  readonly fewshotDelimiter: string;
  /** Start of the answer, given to the model. */
  readonly genPrefix?: string | ((doc: Fields) => string);
  /** How shots are drawn. */
  readonly fewshot: FewshotConfig;
  /** Decoding parameters of a generating task. */
  readonly generation?: GenerationOptions;
  /** How often each doc is asked. */
  readonly repeats: number;
  /** Pipelines that turn a reply into an answer. */
  readonly filters: readonly FilterPipeline[];
  /** Metrics, by name or by value. */
  readonly metrics: readonly (MetricConfig | MetricLike)[];
  /** Replaces the built-in per-sample scoring: metric name to value. */
  readonly processResults?: (sample: SampleView) => Readonly<Record<string, SampleValue>>;
  /** Metric whose value is the task's score, `metric` or `metric,filter`. */
  readonly primaryMetric?: string;
  /** How a free reply of a chat model is read; `letter` reads one of the labels. */
  readonly answer?: "letter" | "choice_text" | "raw";
  /** Texts the labels of a multiple-choice row stand for; two equal ones are a fault of the row. */
  readonly optionTexts?: (doc: Fields) => readonly (string | number | null | undefined)[];
  /** Form for chat models in benchmark runs; the plain form as messages when absent. */
  readonly chatForm?: ChatForm;
  /** Splits read beside the evaluated one, such as a corpus. */
  readonly resources?: readonly string[];
  /** Joins the resources to the rows once all are read; runs before anything else. */
  readonly joinResources?: (
    splits: Readonly<Record<string, readonly Fields[]>>,
  ) => Promise<Readonly<Record<string, readonly Fields[]>>>;
  /** A judge's part in the score: it is the score (`jury`), or a metric beside it (`faithfulness`). */
  readonly judgedBy?: "jury" | "faithfulness";
  /** True for tasks whose score needs to run model-written code. */
  readonly unsafeCode?: boolean;
  /**
   * True for benchmarks lm-eval ships and for its YAML files: its data, shots
   * and exclusion win byte for byte, faults of the data are counted only.
   */
  readonly parity?: boolean;
  /** Anything else; kept in results. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Why no run of the task in this form is canonical, in a few words for the result. */
  readonly diagnostic?: string;
}

/** A group of tasks with a pooled score. Members are names of tasks or groups. */
export interface TaskGroup {
  /** Name of the group. */
  readonly group: string;
  /** Name shown in tables. */
  readonly alias?: string;
  /** Names of tasks or groups. */
  readonly members: readonly string[];
  /** Metrics pooled over the members, by size or evenly. */
  readonly aggregate: readonly { metric: string; weightBySize: boolean; filters?: readonly string[] }[];
  /** Version, as printed. */
  readonly version?: string | number;
}
