import { assert, assertEquals, assertThrows } from "@std/assert";
import { TaskError } from "../../lib/core/errors.ts";
import { defineTask, type TaskLiteral } from "../../lib/task/define_task.ts";
import type { MetricLike } from "../../lib/task/task.ts";

const base = { name: "t", prompt: () => "q", target: () => "a" } as const;

function refused(literal: unknown, ...words: string[]): void {
  const error = assertThrows(() => defineTask(literal as TaskLiteral), TaskError);
  assertEquals(error.code, "bad_task");
  for (const word of words) assert(error.message.includes(word), `"${error.message}" has no "${word}"`);
}

Deno.test("lm-eval's defaults are filled in", () => {
  const task = defineTask(base);
  assertEquals(task.outputType, "generate_until");
  assertEquals(task.generation, { temperature: 0, doSample: false, maxTokens: 256, until: ["\n\n"] });
  assertEquals(task.filters, [{ name: "none", steps: [{ function: "take_first" }] }]);
  assertEquals(task.metrics, [{ metric: "exact_match" }]);
  assertEquals([task.targetDelimiter, task.fewshotDelimiter, task.repeats, task.version], [
    " ",
    "\n\n",
    1,
    "Yaml",
  ]);
  assertEquals(task.fewshot, { sampler: "default", count: null });
  assertEquals(task.testSplit, "test");
});

Deno.test("metrics of every output type, as lm-eval has them", () => {
  const names = (literal: Partial<TaskLiteral>): unknown[] =>
    defineTask({ ...base, ...literal }).metrics.map((metric) => (metric as { metric: string }).metric);
  assertEquals(names({ outputType: "multiple_choice", choices: ["a", "b"] }), ["acc", "acc_norm"]);
  assertEquals(names({ outputType: "loglikelihood" }), ["perplexity", "acc"]);
  assertEquals(names({ outputType: "loglikelihood_rolling" }), [
    "word_perplexity",
    "byte_perplexity",
    "bits_per_byte",
  ]);
});

Deno.test("stops: the shot delimiter is added when none are given, an empty list stays empty", () => {
  assertEquals(defineTask({ ...base, generation: { maxTokens: 3 } }).generation, {
    maxTokens: 3,
    until: ["\n\n"],
  });
  assertEquals(defineTask({ ...base, generation: { until: [] } }).generation, { until: [] });
  assertEquals(defineTask({ ...base, outputType: "loglikelihood" }).generation, undefined);
});

Deno.test("metrics by name, by configuration and by value", () => {
  const own: MetricLike = {
    name: "mine",
    higherIsBetter: true,
    score: () => 1,
    aggregate: () => 1,
    stderr: "none",
  };
  const task = defineTask({ ...base, metrics: ["exact_match", { metric: "f1" }, own] });
  assertEquals(task.metrics, [{ metric: "exact_match" }, { metric: "f1" }, own]);
});

Deno.test("mistakes are refused with what was wanted and found", () => {
  refused({ ...base, name: "a b" }, '"a b"');
  refused({ ...base, name: "../x" }, "letters");
  refused({ ...base, promt: () => "" }, '"promt"', "prompt");
  refused({ ...base, outputType: "classification" }, "multiple_choice", '"classification"');
  refused({ ...base, prompt: "text" }, "prompt", '"text"');
  refused({ ...base, outputType: "multiple_choice" }, "choices", "none");
  refused({ ...base, choices: ["a"] }, "two choices");
  refused({ ...base, choices: ["a", "a"] }, "differ");
  refused({ ...base, repeats: 0 }, "repeats", '"0"');
  refused({ ...base, fewshot: { count: -1 } }, "shot count");
  refused({ ...base, metrics: [] }, "metric");
  refused({ ...base, filters: [] }, "filter");
});

Deno.test("S12: two filters or two metrics of one name are refused, full names are kept apart", () => {
  const steps = [{ function: "take_first" }];
  refused({ ...base, filters: [{ name: "strict", steps }, { name: "strict", steps }] }, "differ");
  refused({ ...base, metrics: ["f1", { metric: "f1" }] }, "differ");
  refused({ ...base, primaryMetric: "exact_match,flexible" }, "none", "flexible");
  const filters = [{ name: "strict-match", steps }, { name: "flexible-extract", steps }];
  const task = defineTask({ ...base, filters, primaryMetric: "exact_match,strict-match" });
  assertEquals(task.filters.map((filter) => filter.name), ["strict-match", "flexible-extract"]);
  assertEquals(task.primaryMetric, "exact_match,strict-match");
});

Deno.test("P22: an answer reader that does not fit the choices is refused when the task is made", () => {
  refused({ ...base, answer: "letter" }, "choices", "letter");
  refused({ ...base, answer: "choice_text" }, "choices");
  refused({ ...base, answer: "letter", choices: ["yes", "no"] }, "one-letter");
  assertEquals(defineTask({ ...base, answer: "letter", choices: ["A", "B"] }).answer, "letter");
});

Deno.test("the task is frozen", () => {
  const task = defineTask(base);
  assertThrows(() => ((task as { name: string }).name = "other"), TypeError);
});
