/**
 * Which metric is the score of a task.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import type { Task } from "../task/task.ts";
import { parseMetricKey } from "./metric_key.ts";

/** Order in which an undeclared primary metric is looked for. */
export const PRIMARY_ORDER: readonly string[] = [
  "acc_norm",
  "acc",
  "pass@1",
  "f1",
  "exact_match",
  "rouge1",
  "rougeL",
  "rouge",
];

/**
 * The `metric,filter` key that is the task's score: the declared one, else the
 * first of {@linkcode PRIMARY_ORDER} that is there, else the first metric of
 * the task's list. Names are compared whole, on the text before the first comma.
 *
 * @param names Keys of the task's results (`metric,filter`), in order.
 * @throws {TaskError} `no_primary_metric` when the declared one is missing or there is none at all.
 *
 * @example Declared, and by order
 * ```ts
 * import { primaryMetric } from "./primary.ts";
 * import { assertEquals } from "@std/assert";
 * const names = ["acc,none", "acc_stderr,none", "acc_norm,none"];
 * assertEquals(primaryMetric({ name: "t", metrics: [], primaryMetric: "acc" }, names), "acc,none");
 * assertEquals(primaryMetric({ name: "t", metrics: [] }, names), "acc_norm,none");
 * ```
 */
export function primaryMetric(
  task: Pick<Task, "name" | "metrics" | "primaryMetric">,
  names: readonly string[],
): string {
  const keys = names.flatMap((name) => {
    const key = parseMetricKey(name);
    return key === null || key.isStderr ? [] : [{ name, ...key }];
  });
  const wanted = task.primaryMetric;
  const found = wanted === undefined
    ? [...PRIMARY_ORDER, ...task.metrics.map((one) => "metric" in one ? one.metric : one.name)]
      .map((metric) => keys.find((key) => key.metric === metric))
      .find((key) => key !== undefined)
    : keys.find((key) => key.name === wanted) ?? keys.find((key) => key.metric === wanted);
  const chosen = found ?? (wanted === undefined ? keys[0] : undefined);
  if (chosen === undefined) {
    throw new TaskError(
      `Cannot name the score of "${task.name}": wanted ${
        wanted === undefined ? "a metric" : `"${wanted}"`
      }, ` +
        `found "${names.join('", "')}"`,
      { code: "no_primary_metric", hint: "Declare primaryMetric, or add the metric to the task" },
    );
  }
  return chosen.name;
}
