import { assertAlmostEquals, assertEquals } from "@std/assert";
import { quoteJobs } from "../../lib/run/quote.ts";
import { datasetFacts, type TaskJob } from "../../lib/run/task_job.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";

const price = { input: 1, output: 10 };

function job(count: number, more: Partial<TaskJob> = {}, choices?: readonly string[]): TaskJob {
  const task = defineTask({
    name: "t",
    prompt: () => "x".repeat(4000),
    target: () => (choices === undefined ? "a" : 0),
    ...(choices === undefined ? {} : { outputType: "multiple_choice" as const, choices: [...choices] }),
  });
  const prepared = prepareTask(task, { test: Array.from({ length: count }, (_, i) => ({ i })) });
  const dataset = datasetFacts({ name: "t", revision: null }, prepared.evalDocs);
  return { prepared, dataset, epochs: 1, choiceProtocol: null, blocking: true, ...more };
}

Deno.test("quoteJobs() takes prompts by length, replies by limit, docs and epochs by number", () => {
  const generation = { maxTokens: 100 };
  // 1000 tokens in at $1, 100 out at $10, a million.
  assertAlmostEquals(quoteJobs([job(1, { generation })], price) ?? NaN, 0.002, 1e-12);
  assertAlmostEquals(quoteJobs([job(1000, { generation, epochs: 2 })], price) ?? NaN, 4, 1e-9);
  // Each choice is a request of one token.
  assertAlmostEquals(quoteJobs([job(10, {}, ["a", "b"])], price) ?? NaN, 20 * 0.00101, 1e-9);
});

Deno.test("quoteJobs() gives null without a price, and nothing for models in process", () => {
  assertEquals(quoteJobs([job(3)], null), null);
  assertEquals(quoteJobs([job(3)], { input: 0, output: 0 }), 0);
});
