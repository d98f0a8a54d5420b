/** @module */
import type { Model } from "../model/model.ts";
import { priceOf, priceUsd } from "../model/price.ts";
import type { RunPlannedEvent } from "./events.ts";
import type { LedgerRecord } from "./ledger_line.ts";
import { memoryLedger } from "./memory_ledger.ts";
import { openNotebookProgress } from "./notebook_progress.ts";
import { openRun } from "./open_run.ts";
import type { PlanGroup } from "./plan.ts";
import { readLedger } from "./read_ledger.ts";
import { runUnits, type RunUnitsOptions, type RunUnitsSummary } from "./run_units.ts";
import { decodeSample, type Sample } from "./sample.ts";
import { stopwatch } from "./stopwatch.ts";
import { tallyJobs } from "./tally_jobs.ts";
import type { TallyOptions, TaskTally } from "./tally_task.ts";
import { jobUnits, planJobs, type TaskJob } from "./task_job.ts";

/** Options of a run that are the engine's. */
export type EngineOptions =
  & Omit<RunUnitsOptions, "ledger" | "isDone" | "attemptsBefore" | "onOutcome" | "lookAhead" | "nowMs">
  & Pick<TallyOptions, "priceUsd" | "bootstrapIters">;

/** Where a run leaves its files. */
export interface RunPlace {
  /** Folder of all runs, such as `artifacts/runs`. */
  readonly runsDir: string;
  /** Everything that changes an answer or a score. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `latest` or a run id. */
  readonly resume?: string;
  /** Tries after which an errored sample is left as it is; default 5. */
  readonly maxAttempts?: number;
}

/** What to look for among samples. */
export interface SampleQuery {
  /** Keeps samples for which it gives true; all by default. */
  readonly where?: (sample: Sample) => boolean;
  /** Most samples given; all by default. */
  readonly limit?: number;
}

/** What {@linkcode runJobs} gives. */
export interface JobsRun {
  /** Id of the run; null without files. */
  readonly runId: string | null;
  /** The run's folder; null without files. */
  readonly folder: string | null;
  /** UTC time of the first start. */
  readonly startedUtc: string;
  /** What the engine did. */
  readonly summary: RunUnitsSummary;
  /** Tally per task, in order. */
  readonly tallies: ReadonlyMap<string, TaskTally>;
  /** What a server said about itself, as the first sample that has it. */
  readonly serving: Sample["serving"];
  /** Reads samples of a task, in plan order. */
  readonly samples: (task: string, query?: SampleQuery) => Promise<Sample[]>;
}

/**
 * Runs jobs on one model as one plan, on files or in memory, and sums each
 * task up from what the ledger holds.
 *
 * @throws {ResultError} what the ledger, the plan or the lock throw
 *
 * @example
 * ```ts
 * import { runJobs } from "./run_jobs.ts";
 * import { floorModel } from "../model/floor_model.ts";
 * import { assert } from "@std/assert";
 * const run = await runJobs([], { model: floorModel(), engine: { concurrency: 1 } });
 * assert(run.summary.finished === 0 && run.runId === null);
 * ```
 */
export async function runJobs(
  jobs: readonly TaskJob[],
  options: { readonly model: Model; readonly engine: EngineOptions; readonly place?: RunPlace },
): Promise<JobsRun> {
  const { model, place } = options;
  const price = priceOf(model.info);
  const engine: EngineOptions = { priceUsd: (tokens) => priceUsd(price, tokens), ...options.engine };
  const { ids, groups } = planJobs(jobs);
  await using progress = openNotebookProgress();
  const watch = stopwatch(
    progress === undefined ? engine.onEvent : (event) => {
      progress.event(event);
      engine.onEvent?.(event);
    },
  );
  const units = jobUnits(jobs, model);
  if (place === undefined) {
    const ledger = memoryLedger();
    watch.onEvent(planned(null, groups, () => false));
    const summary = await runUnits(units, { ...engine, onEvent: watch.onEvent, ledger });
    const records = (group: PlanGroup | null): AsyncIterable<LedgerRecord> =>
      fromArray(ledger.records, group);
    const { tallies, serving } = await tallyJobs(jobs, groups, { records: records(null), engine, watch });
    const startedUtc = new Date().toISOString();
    return {
      runId: null,
      folder: null,
      startedUtc,
      summary,
      tallies,
      serving,
      samples: reader(groups, records),
    };
  }
  await using run = await openRun({ ...place, ids, groups, onEvent: watch.onEvent });
  watch.onEvent(planned(run.plan.runId, groups, run.state.isDone));
  const { isDone, attemptsBefore } = run.state;
  const summary = await runUnits(units, {
    ...engine,
    onEvent: watch.onEvent,
    ledger: run.ledger,
    isDone,
    attemptsBefore,
  });
  const { ledgerPath, folder } = run;
  const records = ({ start, units }: PlanGroup): AsyncIterable<LedgerRecord> =>
    readLedger(ledgerPath, { from: start, to: start + units });
  const brief = readLedger(ledgerPath, { brief: true });
  const { tallies, serving } = await tallyJobs(jobs, groups, { records: brief, engine, watch });
  const { runId, createdUtc } = run.plan;
  return {
    runId,
    folder,
    startedUtc: createdUtc,
    summary,
    tallies,
    serving,
    samples: reader(groups, records),
  };
}

function planned(
  runId: string | null,
  groups: readonly PlanGroup[],
  isDone: (ordinal: number) => boolean,
): RunPlannedEvent {
  const counted = groups.map(({ group, start, units }) => {
    let done = 0;
    for (let ordinal = start; ordinal < start + units; ordinal++) if (isDone(ordinal)) done++;
    return { group, units, done };
  });
  const sum = (key: "units" | "done"): number => counted.reduce((total, one) => total + one[key], 0);
  return { kind: "run.planned", runId, units: sum("units"), done: sum("done"), groups: counted };
}

function reader(
  groups: readonly PlanGroup[],
  records: (group: PlanGroup) => AsyncIterable<LedgerRecord>,
): JobsRun["samples"] {
  return async (task, query = {}) => {
    const group = groups.find((one) => one.group === task);
    const found: Sample[] = [];
    if (group === undefined) return found;
    const { where = () => true, limit = Infinity } = query;
    if (limit <= 0) return found;
    for await (const record of records(group)) {
      const sample = decodeSample(record);
      if (where(sample) && found.push(sample) >= limit) break;
    }
    return found;
  };
}

async function* fromArray(
  records: readonly (LedgerRecord | undefined)[],
  group: PlanGroup | null,
): AsyncGenerator<LedgerRecord> {
  const end = group === null ? records.length : group.start + group.units;
  for (let ordinal = group?.start ?? 0; ordinal < end; ordinal++) {
    const record = records[ordinal];
    if (record !== undefined) yield record;
  }
}
