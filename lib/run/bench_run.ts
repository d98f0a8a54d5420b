/** @module */
import type { Entry } from "../result/entry.ts";
import type { TaskResult } from "../result/task_result.ts";
import type { SampleQuery } from "./run_jobs.ts";
import type { RunUnitsSummary } from "./run_units.ts";
import type { Sample } from "./sample.ts";

/** One benchmark of a finished run. */
export interface BenchTask {
  /** Its result. */
  readonly result: TaskResult;
  /** Reads its samples from the ledger, in the order of the docs. */
  readonly samples: (query?: SampleQuery) => Promise<Sample[]>;
}

/** A finished run: JSON-safe data, and readers that JSON leaves out. */
export interface BenchRun {
  /** Id of the run. */
  readonly runId: string;
  /** The run's folder, with plan and ledger. */
  readonly folder: string;
  /** Niche, or `custom`. */
  readonly niche: string;
  /** `canonical` only when nothing stands against it. */
  readonly mode: "canonical" | "diagnostic";
  /** Where the rows came from. */
  readonly source: string;
  /** The model. */
  readonly model: { readonly id: string; readonly baseUrl: string | null; readonly floor: boolean };
  /** Why the run is not canonical. */
  readonly notCanonicalBecause: readonly string[];
  /** `ok` when every benchmark is; else `incomplete`: see their status and reason. */
  readonly status: "ok" | "incomplete";
  /** One result a benchmark, in order; what was not run is there with its reason. */
  readonly results: readonly TaskResult[];
  /** The same as result files. */
  readonly entries: readonly Entry[];
  /** Paths of the result files. */
  readonly files: readonly string[];
  /** What the engine did. */
  readonly summary: RunUnitsSummary;
  /** Gives one benchmark, or one leaf of a group. @throws {RangeError} for an unknown name */
  readonly task: (name: string) => BenchTask;
}
