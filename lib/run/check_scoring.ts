/** @module */
import { makeFilter } from "../filter/filter.ts";
import { resolveMetric } from "../metric/registry.ts";
import type { Task } from "../task/task.ts";

/**
 * Makes every metric and filter a task names, so that a misspelt one is found
 * before the first question and not after the last.
 *
 * @throws {TaskError} `unknown_metric`, `unknown_aggregation`, `unknown_filter`, and what a
 * filter says of its arguments
 *
 * @example
 * ```ts
 * import { checkScoring } from "./check_scoring.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assertThrows } from "@std/assert";
 * const metrics = [{ metric: "acurracy" }];
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a, metrics });
 * assertThrows(() => checkScoring(task), Error, "acurracy");
 * ```
 */
export function checkScoring(task: Pick<Task, "filters" | "metrics" | "processResults">): void {
  if (task.processResults === undefined) task.metrics.forEach(resolveMetric);
  for (const { steps } of task.filters) for (const one of steps) makeFilter(one.function, one.args ?? {});
}
