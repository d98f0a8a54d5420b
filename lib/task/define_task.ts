/**
 * From a literal to a {@linkcode Task}: lm-eval's defaults filled in, mistakes
 * refused before anything runs.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import type { Fields } from "../dataset/doc.ts";
import type {
  FewshotConfig,
  FilterPipeline,
  GenerationOptions,
  MetricConfig,
  MetricLike,
  OutputType,
} from "./task.ts";
import type { Target, Task } from "./task.ts";

/** What is written down for a task; everything but name, prompt and target has a default. */
export interface TaskLiteral<F extends Fields = Fields> extends
  Partial<
    Omit<Task, "name" | "prompt" | "target" | "choices" | "metrics" | "fewshot" | "description" | "genPrefix">
  > {
  /** Unique name; letters, digits, `_ . : -`. */
  readonly name: string;
  /** Text of the question from the fields of a row. */
  readonly prompt: (doc: F) => string | number;
  /** Right answer: an index of the choices, the text of one, or a free text. */
  readonly target: (doc: F) => Target;
  /** The choices, the same for every row or made from it. */
  readonly choices?: readonly string[] | ((doc: F) => readonly string[]);
  /** Put before the first shot; brings its own line breaks. */
  readonly description?: string | ((doc: F) => string);
  /** Start of the answer that is put into the model's mouth. */
  readonly genPrefix?: string | ((doc: F) => string);
  /** Metrics by name, by configuration or by value; lm-eval's of the output type by default. */
  readonly metrics?: readonly (string | MetricConfig | MetricLike)[];
  /** How shots are drawn; the caller's number of them by default. */
  readonly fewshot?: Partial<FewshotConfig>;
}

const OUTPUT_TYPES: readonly OutputType[] = [
  "multiple_choice",
  "loglikelihood",
  "loglikelihood_rolling",
  "generate_until",
];

const METRICS: Readonly<Record<OutputType, readonly string[]>> = {
  "multiple_choice": ["acc", "acc_norm"],
  "loglikelihood": ["perplexity", "acc"],
  "loglikelihood_rolling": ["word_perplexity", "byte_perplexity", "bits_per_byte"],
  "generate_until": ["exact_match"],
};

const KEYS = new Set<string>([
  ...["name", "alias", "version", "outputType", "data", "trainingSplit", "validationSplit", "testSplit"],
  ...["fewshotSplit", "processDocs", "prompt", "target", "choices", "description", "targetDelimiter"],
  ...[
    "fewshotDelimiter",
    "genPrefix",
    "fewshot",
    "generation",
    "repeats",
    "filters",
    "metrics",
    "processResults",
  ],
  ...["primaryMetric", "answer", "unsafeCode", "parity", "metadata"],
]);

function fail(name: string, wanted: string, found: unknown): never {
  const shown = typeof found === "string" ? found : JSON.stringify(found) ?? typeof found;
  throw new TaskError(`Cannot define task "${name}": wanted ${wanted}, found "${shown}"`, {
    code: "bad_task",
  });
}

function checkChoices(name: string, literal: TaskLiteral): void {
  const { choices } = literal;
  if (literal.outputType === "multiple_choice" && choices === undefined) fail(name, "choices", "none");
  if (choices === undefined && (literal.answer === "letter" || literal.answer === "choice_text")) {
    fail(name, `choices for answer "${literal.answer}"`, "none");
  }
  if (choices === undefined || typeof choices === "function") return;
  if (choices.length < 2) fail(name, "at least two choices", choices);
  if (new Set(choices).size < choices.length) fail(name, "choices that differ", choices);
  if (literal.answer === "letter" && choices.some((choice) => !/^\(?[A-Z0-9]\)?$/i.test(choice))) {
    fail(name, 'one-letter choices for answer "letter"', choices);
  }
}

function checkFilters(name: string, filters: readonly FilterPipeline[], primary: string | undefined): void {
  const names = filters.map((filter) => filter.name);
  if (filters.length === 0) fail(name, "at least one filter pipeline", filters);
  if (new Set(names).size < names.length) {
    fail(name, "filter pipelines with names that differ", names.join(", "));
  }
  const filter = primary?.split(",")[1];
  if (filter !== undefined && !names.includes(filter)) {
    fail(name, `primaryMetric under one of the filters ${names.join(", ")}`, primary);
  }
}

function completeMetrics(literal: TaskLiteral, outputType: OutputType): (MetricConfig | MetricLike)[] {
  const given = literal.metrics ?? METRICS[outputType];
  const metrics = given.map((metric) => typeof metric === "string" ? { metric } : metric);
  const names = metrics.map((metric) => "metric" in metric ? metric.metric : metric.name);
  if (names.length === 0) fail(literal.name, "at least one metric", names);
  if (names.some((metric) => typeof metric !== "string" || metric === "")) {
    fail(literal.name, "named metrics", names);
  }
  if (new Set(names).size < names.length) {
    fail(literal.name, "metrics with names that differ", names.join(", "));
  }
  return metrics;
}

function completeGeneration(given: GenerationOptions | undefined, delimiter: string): GenerationOptions {
  if (given === undefined) return { temperature: 0, doSample: false, maxTokens: 256, until: [delimiter] };
  return given.until === undefined ? { ...given, until: [delimiter] } : given;
}

function checkNumbers(name: string, literal: TaskLiteral): void {
  const { repeats = 1 } = literal;
  if (!Number.isInteger(repeats) || repeats < 1) fail(name, "repeats of 1 or more", repeats);
  const count = literal.fewshot?.count ?? null;
  if (count !== null && (!Number.isInteger(count) || count < 0)) {
    fail(name, "a shot count of 0 or more", count);
  }
}

/**
 * Completes and checks a task. Defaults are lm-eval's: `generate_until`, the
 * target after one blank, shots apart by an empty line, greedy decoding of up
 * to 256 tokens that stops at an empty line, one filter `none` that takes the
 * first reply, and the metrics of the output type. Without any split the rows
 * are expected in `test`.
 *
 * @throws {TaskError} With code `bad_task` on an unknown key, a missing part
 * or parts that do not fit each other.
 *
 * @example A task of one's own
 * ```ts
 * import { defineTask } from "./define_task.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const task = defineTask({
 *   name: "yes_no_maybe",
 *   outputType: "multiple_choice",
 *   prompt: (doc) => `Question: ${doc.question}\nAnswer:`,
 *   choices: ["yes", "no", "maybe"],
 *   target: (doc) => doc.final_decision,
 *   metrics: ["acc"],
 * });
 * assertEquals(task.targetDelimiter, " ");
 * assertEquals(task.metrics, [{ metric: "acc" }]);
 * ```
 */
// deno-lint-ignore no-explicit-any
export function defineTask<F extends Fields = Record<string, any>>(literal: TaskLiteral<F>): Task {
  const given = literal as unknown as TaskLiteral;
  const name = given.name;
  if (typeof name !== "string" || !/^[\w.:-]+$/.test(name)) {
    fail(String(name), "a name of letters, digits and _ . : -", name);
  }
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown !== undefined) fail(name, `one of the keys ${[...KEYS].join(", ")}`, unknown);
  const outputType = given.outputType ?? "generate_until";
  if (!OUTPUT_TYPES.includes(outputType)) fail(name, `outputType ${OUTPUT_TYPES.join(", ")}`, outputType);
  for (const key of ["prompt", "target"] as const) {
    if (typeof given[key] !== "function") fail(name, `a function as ${key}`, given[key]);
  }
  checkChoices(name, given);
  checkNumbers(name, given);
  const filters = given.filters ?? [{ name: "none", steps: [{ function: "take_first" }] }];
  checkFilters(name, filters, given.primaryMetric);
  const fewshotDelimiter = given.fewshotDelimiter ?? "\n\n";
  const noSplit = !given.testSplit && !given.validationSplit && !given.trainingSplit;
  return Object.freeze({
    ...given,
    version: given.version ?? "Yaml",
    outputType,
    ...(noSplit ? { testSplit: "test" } : {}),
    targetDelimiter: given.targetDelimiter ?? " ",
    fewshotDelimiter,
    fewshot: { sampler: "default" as const, ...given.fewshot, count: given.fewshot?.count ?? null },
    ...(outputType === "generate_until"
      ? { generation: completeGeneration(given.generation, fewshotDelimiter) }
      : {}),
    repeats: given.repeats ?? 1,
    filters,
    metrics: completeMetrics(given, outputType),
  });
}
