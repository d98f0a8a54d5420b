/** @module */
import type { Context } from "../core/context.ts";
import type { AbortRegistry, LiveEntry } from "./abort_registry.ts";
import type { UnitDoneEvent, UnitStartedEvent } from "./events.ts";
import type { LedgerRecord } from "./ledger_line.ts";
import type { PlannedUnit } from "./prefix_queue.ts";
import type { RunUnitsOptions } from "./run_units.ts";
import type { UnitOutcome } from "./unit.ts";
import { outcomeOfError, safeOutcome } from "./unit_outcome.ts";

/** What {@linkcode runOne} needs beside the unit. */
export interface RunOneSetting {
  /** The live set of the run. */
  readonly registry: AbortRegistry;
  /** Options of the run. */
  readonly options: RunUnitsOptions;
  /** Monotonic clock. */
  readonly nowMs: () => number;
}

/** A unit's outcome with its ledger record and its event. */
export interface UnitDone {
  /** What the unit yielded. */
  readonly outcome: UnitOutcome;
  /** The same for the ledger. */
  readonly record: LedgerRecord;
  /** The same for those who watch. */
  readonly event: UnitDoneEvent;
}

/**
 * Runs one unit under its time limit, with further tries as asked. Never
 * rejects. Null means the run was stopped and the unit has no outcome.
 *
 * @example
 * ```ts
 * import { AbortRegistry } from "./abort_registry.ts";
 * import { runOne } from "./run_one.ts";
 * import { assert } from "@std/assert";
 * const unit = { id: "a", run: () => Promise.reject(new Error("no luck")) };
 * const setting = { registry: new AbortRegistry(), options: { concurrency: 1 }, nowMs: () => 0 };
 * const done = await runOne({ ordinal: 0, unit }, setting);
 * assert(done?.outcome.status === "error");
 * ```
 */
export async function runOne(planned: PlannedUnit, setting: RunOneSetting): Promise<UnitDone | null> {
  const { options, nowMs } = setting;
  const { ordinal, unit } = planned;
  options.onEvent?.(startedEvent(planned));
  const before = options.attemptsBefore?.(ordinal, unit) ?? 0;
  const startMs = nowMs();
  let tries = 0;
  let outcome: UnitOutcome | null;
  do {
    tries++;
    outcome = await attempt(planned, setting);
  } while (outcome?.status === "error" && tries <= (options.retries ?? 0) && !options.signal?.aborted);
  if (outcome === null) return null;
  const { status, reason, message, data } = outcome;
  const { id, group } = unit;
  const durationMs = Math.max(0, nowMs() - startMs);
  const attempts = before + tries;
  // Filled in, not spread: a spread costs more than the rest of the record.
  const record: Writable<LedgerRecord> = {
    ordinal,
    status,
    id,
    attempts,
    finishedUtc: utcNow(),
    durationMs,
    data,
  };
  const event: Writable<UnitDoneEvent> = { kind: "unit.done", ordinal, id, status, durationMs, attempts };
  if (reason !== undefined) record.reason = event.reason = reason;
  if (message !== undefined) record.message = event.message = message;
  if (group !== undefined) event.group = group;
  return { outcome, record, event };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function startedEvent({ ordinal, unit }: PlannedUnit): UnitStartedEvent {
  const { id, group } = unit;
  return group === undefined
    ? { kind: "unit.started", ordinal, id }
    : { kind: "unit.started", ordinal, id, group };
}

let stampMs = -1;
let stamp = "";

/** The time as text; made once a millisecond. */
function utcNow(): string {
  const ms = Date.now();
  if (ms !== stampMs) {
    stampMs = ms;
    stamp = new Date(ms).toISOString();
  }
  return stamp;
}

/** One try. Null when it was aborted by the stop of the run. */
function attempt({ unit }: PlannedUnit, { registry, options }: RunOneSetting): Promise<UnitOutcome | null> {
  return new Promise((resolve) => {
    const limitMs = options.unitTimeoutMs ?? Infinity;
    const entry: LiveEntry = registry.open(
      limitMs,
      () => resolve(settled(entry, timedOut(limitMs), limitMs)),
    );
    const onEvent = options.onEvent;
    const context: Context = onEvent
      ? { signal: entry.signal, unitId: unit.id, emit: onEvent }
      : { signal: entry.signal, unitId: unit.id };
    const end = (outcome: UnitOutcome): void => {
      registry.close(entry);
      resolve(settled(entry, outcome, limitMs));
    };
    let running: Promise<UnitOutcome>;
    try {
      running = unit.run(context);
    } catch (error) {
      return end(outcomeOfError(error));
    }
    Promise.resolve(running).then(
      (outcome) => end(safeOutcome(outcome)),
      (error) => end(outcomeOfError(error)),
    );
  });
}

/** An answer that came in spite of the abort counts; a failure after it is the abort's. */
function settled(entry: LiveEntry, outcome: UnitOutcome, limitMs: number): UnitOutcome | null {
  if (entry.cause === null || outcome.status !== "error") return outcome;
  if (entry.cause === "aborted") return null;
  return { ...timedOut(limitMs), data: outcome.data };
}

function timedOut(limitMs: number): UnitOutcome {
  return {
    status: "error",
    reason: "timeout",
    message: `Unit did not end within its limit of ${limitMs} ms`,
    data: {},
  };
}
