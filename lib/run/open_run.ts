/** @module */
import { ResultError } from "../core/errors.ts";
import { SeenIds } from "../dataset/seen_ids.ts";
import type { RunWarningEvent } from "./events.ts";
import { openLedger } from "./ledger.ts";
import type { Ledger } from "./ledger_types.ts";
import { lockRun } from "./lock_run.ts";
import { comparePlans, type PlanGroup, planHash, readPlan, type RunPlan, writePlan } from "./plan.ts";
import { renumberLedger } from "./renumber_ledger.ts";
import { type ResumeState, resumeState } from "./resume_state.ts";
import { claimRunId, findRunId } from "./run_id.ts";

/** What {@linkcode openRun} needs to know. */
export interface OpenRunOptions {
  /** Folder of all runs, such as `artifacts/runs`. */
  readonly runsDir: string;
  /** Ids of all units, in plan order. */
  readonly ids: readonly string[];
  /** The units by task. */
  readonly groups: readonly PlanGroup[];
  /** Everything that changes an answer or a score; see {@linkcode RunPlan}. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `latest` or a run id: continue that run instead of starting one. */
  readonly resume?: string;
  /** Tries after which an errored unit is left as it is; default 5. */
  readonly maxAttempts?: number;
  /** Receives warnings about repaired or damaged lines. */
  readonly onEvent?: (event: RunWarningEvent) => void;
}

/** A run folder this process holds: plan on disk, ledger open. */
export interface OpenRun extends AsyncDisposable {
  /** The run's folder. */
  readonly folder: string;
  /** Path of the ledger. */
  readonly ledgerPath: string;
  /** The plan on disk. */
  readonly plan: RunPlan;
  /** Open for appending; closed by disposing. */
  readonly ledger: Ledger;
  /** What is left to do; everything for a new run. */
  readonly state: ResumeState;
}

/**
 * Starts a run (id, folder, lock, plan, ledger, in this order) or continues
 * one. To continue, the settings must be the same; a plan whose units are the
 * same in another order is renumbered by the units' ids.
 *
 * @throws {ResultError} `plan_mismatch` with the list of differences, `run_locked`, `ledger_unwritable`, `disk_full`
 * @throws {UsageError} `run_not_found`, `bad_run_id`
 *
 * @example
 * ```ts
 * import { openRun } from "./open_run.ts";
 * import { assert } from "@std/assert";
 * const runsDir = await Deno.makeTempDir();
 * {
 *   await using run = await openRun({ runsDir, ids: ["a"], groups: [], settings: { seed: 1 } });
 *   assert(run.plan.units === 1 && !run.state.isDone(0));
 * }
 * await Deno.remove(runsDir, { recursive: true });
 * ```
 */
export async function openRun(options: OpenRunOptions): Promise<OpenRun> {
  const { runsDir, ids, groups, settings } = options;
  assertDistinct(ids);
  // As it will be read back: without undefined, plain JSON.
  const plainSettings = JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
  const hash = planHash(plainSettings, ids);
  const runId = options.resume === undefined
    ? await claimRunId(runsDir)
    : await findRunId(runsDir, options.resume);
  const folder = `${runsDir}/${runId}`;
  const ledgerPath = `${folder}/ledger.jsonl`;
  const plan: RunPlan = {
    runId,
    planHash: hash,
    units: ids.length,
    groups,
    settings: plainSettings,
    createdUtc: new Date().toISOString(),
  };
  const lock = await lockRun(folder);
  let ledger: Ledger | null = null;
  try {
    if (options.resume === undefined) await writePlan(folder, plan);
    else await continuePlan(folder, plan, ids);
    ledger = await openLedger(ledgerPath, { runId, planHash: hash });
    const limits = options.maxAttempts === undefined ? {} : { maxAttempts: options.maxAttempts };
    const state = await resumeState(ledgerPath, limits);
    const { damagedLines } = state.scan;
    if (damagedLines > 0) {
      options.onEvent?.({
        kind: "warning",
        code: "ledger_damaged_lines",
        message: `${damagedLines} damaged line(s) in "${ledgerPath}"; their units are asked again`,
      });
    }
    const opened = ledger;
    return {
      folder,
      ledgerPath,
      plan,
      ledger: opened,
      state,
      [Symbol.asyncDispose]: async () => {
        try {
          await closeLedger(opened);
        } finally {
          lock[Symbol.dispose]();
        }
      },
    };
  } catch (error) {
    await ledger?.close().catch(() => {});
    lock[Symbol.dispose]();
    throw error;
  }
}

/** A setting for an error message; of a record only that it is there. */
function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : typeof value === "object" ? "set" : `${text.slice(0, 80)}…`;
}

/** Checks a plan on disk against the one asked for; renumbers when only the order differs. */
async function continuePlan(folder: string, plan: RunPlan, ids: readonly string[]): Promise<void> {
  const before = await readPlan(folder);
  const differences = comparePlans(before.settings, plan.settings);
  if (before.units !== plan.units) differences.push({ path: "units", before: before.units, now: plan.units });
  if (differences.length > 0) {
    const list = differences.slice(0, 8).map(({ path, before, now }) =>
      `${path} was ${shown(before)}, is ${shown(now)}`
    );
    const more = differences.length > list.length ? `; and ${differences.length - list.length} more` : "";
    throw new ResultError(
      `Cannot resume run "${plan.runId}" with other settings: ${list.join("; ")}${more}`,
      {
        code: "plan_mismatch",
        hint: "Resume with the settings of that run, or start a new run without --resume",
        details: { differences },
      },
    );
  }
  if (before.planHash === plan.planHash) return;
  await renumberLedger(`${folder}/ledger.jsonl`, { runId: plan.runId, planHash: plan.planHash, ids });
  await writePlan(folder, { ...plan, createdUtc: before.createdUtc });
}

function assertDistinct(ids: readonly string[]): void {
  // Fingerprints take a fraction of a set's memory; only when they meet are the texts themselves compared.
  const prints = new SeenIds();
  if (!ids.some((id) => prints.add(id))) return;
  const seen = new Set<string>();
  const repeated = ids.find((id) => seen.size === seen.add(id).size);
  if (repeated === undefined) return;
  throw new RangeError(`Cannot plan a run: unit ids must differ, found "${repeated}" twice`);
}

/** A failure that came before was thrown by the run's last flush: again, it would hide that one. */
async function closeLedger(ledger: Ledger): Promise<void> {
  const before = ledger.failure;
  try {
    await ledger.close();
  } catch (error) {
    if (error !== before) throw error;
  }
}
