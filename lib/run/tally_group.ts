/** @module */
import { aggregateGroup } from "../metric/group.ts";
import { scoreInterval } from "../metric/interval.ts";
import { blankResult } from "../result/blank_result.ts";
import type { MetricResult, TaskResult } from "../result/task_result.ts";
import type { Task, TaskGroup } from "../task/task.ts";
import { addCounts, addReasons, addWarnings, joinDatasets, joinHashes, sameOrMixed } from "./join_results.ts";
import type { TaskTally } from "./tally_task.ts";

/** A leaf of a group: its task and its tally. */
export interface GroupLeaf {
  /** The task. */
  readonly task: Task;
  /** Its tally. */
  readonly tally: TaskTally;
}

/** What a group is made of. */
export interface TallyGroupOptions {
  /** All groups at or below this one. */
  readonly groups: readonly TaskGroup[];
  /** Leaves that were run, in order. */
  readonly leaves: readonly GroupLeaf[];
  /** Facts of the result that are no matter of samples. */
  readonly facts: Partial<Omit<TaskResult, "task">>;
}

/**
 * Sums leaves up to the result of their group: the group's own metrics over
 * all leaves at any depth, the same for every group below it, one score a
 * category (the leaf's `metadata.category`, else its alias or name), counts
 * and tokens added up. A group with a leaf without value has no score.
 *
 * @example
 * ```ts
 * import { tallyGroup } from "./tally_group.ts";
 * import { assert } from "@std/assert";
 * const group = { group: "g", members: [], aggregate: [{ metric: "acc", weightBySize: true }] };
 * const result = tallyGroup(group, { groups: [group], leaves: [], facts: {} });
 * assert(result.score === null && result.status === "error");
 * ```
 */
export function tallyGroup(group: TaskGroup, options: TallyGroupOptions): TaskResult {
  const { groups, leaves, facts } = options;
  if (leaves.length === 0) {
    return blankResult(group.group, {
      reason: "no_tasks",
      message: "No task of the group was run",
      ...facts,
    });
  }
  const results = leaves.map(({ tally }) => tally.result);
  const metrics = pool(group, leaves);
  const primary = metrics[0];
  const first = results[0] as TaskResult;
  const bySize = group.aggregate[0]?.weightBySize === true;
  const primaryKey = primary === undefined ? null : `${primary.metric},${primary.filter}`;
  // Pooled values say the interval only where every sample weighs the same.
  const values = bySize && results.every((result) => result.primaryMetric === primaryKey)
    ? leaves.flatMap(({ tally }) => tally.values)
    : [];
  const counts = addCounts(results);
  const bad = results.filter((result) => result.status !== "ok");
  const unfinished = bad.some((result) => result.reason === "not_finished");
  const below = groups.filter((one) => one.group !== group.group);
  const sum = (of: (result: TaskResult) => number | null): number | null =>
    results.reduce<number | null>((total, result) => {
      const value = of(result);
      return value === null ? total : (total ?? 0) + value;
    }, null);
  return blankResult(group.group, {
    version: group.version ?? first.version,
    numFewshot: first.numFewshot,
    fewshotSeed: first.fewshotSeed,
    answerExtraction: first.answerExtraction,
    choiceProtocol: sameOrMixed(results.map((result) => result.choiceProtocol)),
    dataWarnings: addWarnings(results),
    dataset: joinDatasets(group.group, results),
    promptHash: joinHashes(results.map((result) => result.promptHash)),
    durationMs: Math.max(...results.map((result) => result.durationMs)),
    ...facts,
    status: bad.length === 0 ? "ok" : "incomplete",
    reason: bad.length === 0 ? null : unfinished ? "not_finished" : "samples_errored",
    message: bad.length === 0
      ? null
      : `${bad.length} of ${results.length} tasks are incomplete, the first is ${bad[0]?.task}: ${
        bad[0]?.message
      }`,
    score: primary?.value ?? null,
    stderr: primary?.stderr ?? null,
    interval: primary === undefined
      ? null
      : scoreInterval(values, primary, { stderr: values.length > 0 ? "mean" : "bootstrap" }),
    scoreIfErrorsWrong: counts.errored === 0 ? null : ifErrorsWrong(results, bySize),
    primaryMetric: primaryKey,
    metrics,
    counts,
    reasons: addReasons(results),
    perCategory: Object.fromEntries(leaves.map(({ task, tally }) => [categoryOf(task), tally.result.score])),
    groups: Object.fromEntries(below.flatMap((one) => {
      const [metric] = pool(one, leaves.filter(({ task }) => leavesOf(one, groups).has(task.name)));
      return metric === undefined ? [] : [[one.group, metric]];
    })),
    usage: {
      inputTokens: sum((one) => one.usage.inputTokens),
      outputTokens: sum((one) => one.usage.outputTokens),
    },
    costUsd: sum((one) => one.costUsd),
  });
}

function categoryOf(task: Task): string {
  const category = task.metadata?.category;
  return typeof category === "string" ? category : task.alias ?? task.name;
}

function leavesOf(group: TaskGroup, groups: readonly TaskGroup[]): Set<string> {
  const names = new Set<string>();
  const visit = (member: string): void => {
    const inner = groups.find((one) => one.group === member);
    if (inner === undefined) names.add(member);
    else inner.members.forEach(visit);
  };
  group.members.forEach(visit);
  return names;
}

/** Pools every metric the group declares, under every filter its leaves have it. */
function pool(group: TaskGroup, leaves: readonly GroupLeaf[]): MetricResult[] {
  return group.aggregate.flatMap(({ metric, weightBySize, filters }) => {
    // A group may name each leaf's own score, whatever metric that is.
    const of = ({ tally: { result } }: GroupLeaf, filter: string): MetricResult | undefined =>
      metric === "primary"
        ? result.metrics.find((one) => `${one.metric},${one.filter}` === result.primaryMetric)
        : result.metrics.find((one) => one.metric === metric && one.filter === filter);
    const found = leaves.flatMap(({ tally }) => tally.result.metrics.filter((one) => one.metric === metric));
    const names = metric === "primary" ? ["none"] : filters ?? [...new Set(found.map((one) => one.filter))];
    return names.flatMap((filter): MetricResult[] => {
      const parts = leaves.map((leaf) => of(leaf, filter));
      if (parts.every((part) => part === undefined)) return [];
      const members = parts.map((part) => ({
        value: part?.value ?? null,
        stderr: part?.stderr ?? null,
        n: part?.n ?? 0,
      }));
      const { value, stderr, n } = aggregateGroup(members, { weightBySize });
      const higherIsBetter = parts.find((part) => part !== undefined)?.higherIsBetter ?? true;
      return [{ metric, filter, value, stderr, n, higherIsBetter }];
    });
  });
}

function ifErrorsWrong(results: readonly TaskResult[], bySize: boolean): number | null {
  const parts = results.map((one) => ({
    value: one.scoreIfErrorsWrong ?? one.score,
    stderr: null,
    n: one.counts.total,
  }));
  return aggregateGroup(parts, { weightBySize: bySize }).value;
}
