/** @module */
import { UsageError } from "../core/errors.ts";
import { aggregateGroup } from "../metric/group.ts";
import { blankResult } from "../result/blank_result.ts";
import type { StoredGroup, StoredRun } from "../result/stored_run.ts";
import type { MetricResult, TaskResult } from "../result/task_result.ts";
import { type RescoreOptions, type ScoredTask, scoreStored } from "./score_stored.ts";
import { answersOf } from "./stored_answers.ts";
import { tallyGroup } from "./tally_group.ts";
import { storedFolder, type StoredFolderOptions } from "./stored_folder.ts";

/** A run with new scores. */
export interface RescoredRun {
  /** One result a task. */
  readonly results: readonly TaskResult[];
  /** Results of the groups the run had, when they can be pooled. */
  readonly groups: readonly TaskResult[];
  /** The answers with their new scores. */
  readonly stored: StoredRun;
}

function leavesOf(group: StoredGroup, groups: readonly StoredGroup[]): string[] {
  return group.members.flatMap((member) => {
    const inner = groups.find((one) => one.group === member);
    return inner === undefined ? [member] : leavesOf(inner, groups);
  });
}

function pool(key: string, leaves: readonly TaskResult[]): MetricResult[] {
  const comma = key.lastIndexOf(",");
  const [metric, filter] = [key.slice(0, comma), key.slice(comma + 1)];
  const found = leaves.map((leaf) =>
    leaf.metrics.find((one) => one.metric === metric && one.filter === filter)
  );
  const first = found[0];
  if (first === undefined || found.includes(undefined)) return [];
  const members = found.map((one) => one ?? first);
  const { value, stderr, n } = aggregateGroup(members, { weightBySize: true });
  return [{ metric, filter, value, stderr, n, higherIsBetter: first.higherIsBetter }];
}

function groupResult(group: StoredGroup, stored: StoredRun, tasks: readonly ScoredTask[]): TaskResult {
  const names = leavesOf(group, stored.groups);
  const members = tasks.filter((task) => names.includes(task.stored.name));
  const own = group.defined?.find((one) => one.group === group.group);
  if (own !== undefined) return tallyGroup(own, { groups: group.defined ?? [], leaves: members, facts: {} });
  const leaves = members.map((task) => task.result);
  const metrics = group.metrics.flatMap((key) => pool(key, leaves));
  return blankResult(group.group, {
    status: leaves.every((leaf) => leaf.status === "ok") ? "ok" : "incomplete",
    metrics,
    score: metrics[0]?.value ?? null,
    stderr: metrics[0]?.stderr ?? null,
    primaryMetric: metrics[0] === undefined ? null : `${metrics[0].metric},${metrics[0].filter}`,
  });
}

async function answers(
  source: StoredRun | string | object,
  options: StoredFolderOptions,
): Promise<StoredRun> {
  if (typeof source === "string") return await storedFolder(source, options);
  const read = answersOf(source);
  if (read !== undefined) return await read();
  if ("from" in source && "tasks" in source) return source as StoredRun;
  throw new UsageError(
    "Cannot score a run anew: wanted a run, its folder or stored answers, found something else",
    {
      code: "no_answers",
    },
  );
}

/**
 * Scores stored answers anew: other metrics, other filters, no model call.
 *
 * @param source A run of this process, the folder of a run, or answers from
 * `readLmEval` and `importInspect`.
 * @throws {UsageError} `no_answers`
 * @throws {TaskError} `unknown_metric`, `unknown_filter`, and what scoring throws
 *
 * @example Without regard to case
 * ```ts
 * import { rescore } from "./rescore.ts";
 * import { runTask } from "./run_task.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { exactMatch } from "../metric/exact_match.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const run = await runTask(task, { docs: [{ q: "Sky?", a: "blue" }], model: scriptedModel(() => "Blue") });
 * const again = await rescore(run, { metrics: [exactMatch({ ignoreCase: true })] });
 * assertEquals([run.result.score, again.results[0]?.score], [0, 1]);
 * ```
 */
export async function rescore(
  source: StoredRun | string | object,
  options: RescoreOptions & StoredFolderOptions = {},
): Promise<RescoredRun> {
  const stored = await answers(source, options);
  const tasks = stored.tasks.map((task) => scoreStored(task, options));
  const rescored = { ...stored, tasks: tasks.map((task) => task.stored) };
  return {
    results: tasks.map((task) => task.result),
    groups: stored.groups.map((group) => groupResult(group, stored, tasks)).filter(({ metrics }, i) =>
      metrics.length > 0 || stored.groups[i]?.defined === undefined
    ),
    stored: rescored,
  };
}
