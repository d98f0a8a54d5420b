/** @module */
import type { LedgerRecord } from "./ledger_line.ts";
import type { PlanGroup } from "./plan.ts";
import { decodeSample, type Sample } from "./sample.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { type TallyOptions, tallyTask, type TaskCollector, type TaskTally } from "./tally_task.ts";
import type { TaskJob } from "./task_job.ts";

/** What the tallies are made from. */
export interface TallySource {
  /** Last record of every unit, in plan order. */
  readonly records: AsyncIterable<LedgerRecord>;
  /** Price and bootstrap of the run. */
  readonly engine: Pick<TallyOptions, "priceUsd" | "bootstrapIters">;
  /** Wall times. */
  readonly watch: Stopwatch;
}

/**
 * Sums up the jobs of a run in one pass over its records.
 *
 * @example
 * ```ts
 * import { tallyJobs } from "./tally_jobs.ts";
 * import { stopwatch } from "./stopwatch.ts";
 * import { assert } from "@std/assert";
 * async function* records() {}
 * const { tallies } = await tallyJobs([], [], { records: records(), engine: {}, watch: stopwatch() });
 * assert(tallies.size === 0);
 * ```
 */
export async function tallyJobs(
  jobs: readonly TaskJob[],
  groups: readonly PlanGroup[],
  from: TallySource,
): Promise<{ tallies: Map<string, TaskTally>; serving: Sample["serving"] }> {
  const tallies = new Map<string, TaskTally>();
  let serving: Sample["serving"] = null;
  let at = -1;
  let collector: TaskCollector | null = null;
  // Records come in plan order, so one collector is open at a time.
  const next = (): void => {
    const done = groups[at];
    if (collector !== null && done !== undefined) {
      tallies.set(done.group, withPromptHash(collector.finish(), jobs[at]));
    }
    const job = jobs[++at];
    collector = job === undefined ? null : open(job, from);
  };
  next();
  for await (const record of from.records) {
    while (at < groups.length - 1 && record.ordinal >= (groups[at + 1]?.start ?? Infinity)) next();
    const sample = decodeSample(record);
    serving ??= sample.serving;
    (collector as TaskCollector | null)?.add(sample);
  }
  while (at < groups.length) next();
  return { tallies, serving };
}

function open(job: TaskJob, { engine, watch }: TallySource): TaskCollector {
  const { prepared, dataset, epochs, blocking, judgedBy } = job;
  return tallyTask(prepared.task, {
    planned: prepared.evalDocs.length * epochs,
    epochs,
    facts: {
      numFewshot: prepared.numFewshot,
      fewshotSeed: prepared.fewshotSeed ?? 1234,
      blocking,
      // A jury's scores are only comparable with those of the same jury.
      ...(judgedBy?.startsWith("jury:") ? { answerExtraction: judgedBy } : {}),
      dataset,
      dataWarnings: prepared.warnings,
      durationMs: watch.durationMs(prepared.task.name),
    },
    ...(engine.priceUsd === undefined ? {} : { priceUsd: engine.priceUsd }),
    ...(engine.bootstrapIters === undefined ? {} : { bootstrapIters: engine.bootstrapIters }),
  });
}

/** With samples missing or failed before their prompt was known, the hash comes from the task itself. */
function withPromptHash(tally: TaskTally, job: TaskJob | undefined): TaskTally {
  if (tally.result.promptHash !== null || job === undefined) return tally;
  try {
    return { ...tally, result: { ...tally.result, promptHash: job.prepared.hash() } };
  } catch {
    return tally;
  }
}
