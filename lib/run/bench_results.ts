/** @module */
import { DataError } from "../core/errors.ts";
import type { TaskResult } from "../result/task_result.ts";
import type { BenchPlan, PlannedBenchmark } from "./bench_plan.ts";
import type { JobsRun } from "./run_jobs.ts";
import { tallyGroup } from "./tally_group.ts";

/** Sums up one benchmark: its task, its group, or the reason why it did not run. */
export function benchResult(benchmark: PlannedBenchmark, plan: BenchPlan, run: JobsRun): TaskResult {
  if (benchmark.blank !== null) return benchmark.blank;
  const leaves = benchmark.jobs.map((job) => {
    const tally = run.tallies.get(job.prepared.task.name);
    if (tally === undefined) {
      throw new DataError(`No tally of "${job.prepared.task.name}"`, { code: "internal" });
    }
    return { task: job.prepared.task, tally };
  });
  const { group, skipped, jobs } = benchmark;
  if (group === null) return (leaves[0] as { tally: { result: TaskResult } }).tally.result;
  const result = tallyGroup(group, {
    groups: plan.groups,
    leaves,
    facts: { blocking: jobs[0]?.blocking ?? true },
  });
  if (skipped.length === 0) return result;
  const codes = Map.groupBy(skipped, (one) => one.code);
  return {
    ...result,
    perCategory: {
      ...result.perCategory,
      ...Object.fromEntries(skipped.map(({ name }) => [name.replace(`${group.group}_`, ""), null])),
    },
    dataWarnings: [
      ...result.dataWarnings,
      ...[...codes].map(([code, list]) => ({
        code: `skipped_${code}`,
        count: list.length,
        message: `${list.length} tasks of the group were skipped: ${list[0]?.message}`,
      })),
    ],
  };
}
