/**
 * From a literal to a {@linkcode Task}: lm-eval's defaults filled in, mistakes
 * refused before anything runs.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import { checkFilters, checkLiteral, refuseTask } from "./check_literal.ts";
import type { GenerationOptions, MetricConfig, MetricLike, OutputType, Task } from "./task.ts";
import type { TaskLiteral } from "./task_literal.ts";

export type { TaskLiteral } from "./task_literal.ts";

const METRICS: Readonly<Record<OutputType, readonly string[]>> = {
  "multiple_choice": ["acc", "acc_norm"],
  "loglikelihood": ["perplexity", "acc"],
  "loglikelihood_rolling": ["word_perplexity", "byte_perplexity", "bits_per_byte"],
  "generate_until": ["exact_match"],
};

function completeMetrics(literal: TaskLiteral, outputType: OutputType): (MetricConfig | MetricLike)[] {
  const given = literal.metrics ?? METRICS[outputType];
  const metrics = given.map((metric) => typeof metric === "string" ? { metric } : metric);
  const names = metrics.map((metric) => "metric" in metric ? metric.metric : metric.name);
  if (names.length === 0) refuseTask(literal.name, "at least one metric", names);
  if (names.some((metric) => typeof metric !== "string" || metric === "")) {
    refuseTask(literal.name, "named metrics", names);
  }
  if (new Set(names).size < names.length) {
    refuseTask(literal.name, "metrics with names that differ", names.join(", "));
  }
  return metrics;
}

function completeGeneration(given: GenerationOptions | undefined, delimiter: string): GenerationOptions {
  if (given === undefined) return { temperature: 0, doSample: false, maxTokens: 256, until: [delimiter] };
  return given.until === undefined ? { ...given, until: [delimiter] } : given;
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
  checkLiteral(given);
  const { name, outputType = "generate_until" } = given;
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
