/**
 * The run engine: bounded, resumable, in completion order.
 *
 * @module
 */
import type { BenchEvent } from "../core/context.ts";
import { AbortRegistry } from "./abort_registry.ts";
import type { RunEvent, StopReason } from "./events.ts";
import type { Ledger } from "./ledger_types.ts";
import type { PlannedUnit } from "./prefix_queue.ts";
import { runOne } from "./run_one.ts";
import type { Unit, UnitOutcome } from "./unit.ts";
import { UnitSource } from "./unit_source.ts";

/** Options of {@linkcode runUnits}. */
export interface RunUnitsOptions {
  /** Most units in flight; a positive integer. */
  readonly concurrency: number;
  /** A limit that may move during the run, such as an adaptive rate limit; never above `concurrency`. */
  readonly limiter?: { readonly max: number };
  /** Ends the run cleanly: no new units; those in flight get `graceMs`, then are aborted. */
  readonly signal?: AbortSignal;
  /** Aborts what is in flight at once, for a second Ctrl-C. */
  readonly hardSignal?: AbortSignal;
  /** Time limit of one try of one unit; default none. Resolution `sweepMs`. */
  readonly unitTimeoutMs?: number;
  /** Time units in flight have after `signal`; default 5000. */
  readonly graceMs?: number;
  /** Time an aborted unit has to settle before it is given up; default 1000. */
  readonly settleMs?: number;
  /** Resolution of time limits; default 250. */
  readonly sweepMs?: number;
  /** Further tries of a unit that ends in `error`; default 0. */
  readonly retries?: number;
  /** Where outcomes go. The caller opens and closes it; it is flushed before the return. */
  readonly ledger?: Ledger;
  /** Leaves out units that are done; see `resumeState`. */
  readonly isDone?: (ordinal: number, unit: Unit) => boolean;
  /** Tries of a unit in earlier starts of the run; default 0. */
  readonly attemptsBefore?: (ordinal: number, unit: Unit) => number;
  /** No new units once `exhausted` is true. */
  readonly budget?: { readonly exhausted: boolean };
  /** Ends the run after this many errors in a row without one success; default never. */
  readonly maxErrorsInRow?: number;
  /** Receives events; must not throw. */
  readonly onEvent?: (event: RunEvent | BenchEvent) => void;
  /** Receives every outcome in completion order, for callers without a ledger. */
  readonly onOutcome?: (planned: PlannedUnit, outcome: UnitOutcome) => void;
  /** Units that may be looked at ahead for prefix order; default 8 x concurrency. */
  readonly lookAhead?: number;
  /** Monotonic clock; default `performance.now`. */
  readonly nowMs?: () => number;
}

/** What {@linkcode runUnits} did. */
export interface RunUnitsSummary {
  /** Units that got an outcome in this call. */
  readonly finished: number;
  /** Of these: scored. */
  readonly ok: number;
  /** Of these: scored at a limit. */
  readonly limited: number;
  /** Of these: not scored. */
  readonly errored: number;
  /** Units left out since they were done before. */
  readonly skipped: number;
  /** Units aborted in flight; they have no outcome and are asked again on resume. */
  readonly aborted: number;
  /** Reason to number of units that are not plainly scored. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Why the run ended early, or null when every unit had its turn. */
  readonly stopped: StopReason | null;
  /** Wall time, by a monotonic clock. */
  readonly durationMs: number;
}

/**
 * Runs units with at most `concurrency` in flight; each exactly once, results
 * in completion order. A unit that throws or outlives its time limit becomes an
 * `error` outcome and never costs its siblings. The plan may be a generator of
 * any length: memory does not grow with it.
 *
 * @param units The plan, in order; a unit's ordinal is its position here.
 * @throws {RangeError} for a concurrency that is not a positive integer
 * @throws {ResultError} when the ledger cannot be written; what is on disk is kept
 * @throws what the iterator of `units` throws, after the units in flight ended
 *
 * @example Three units, two at a time
 * ```ts
 * import { runUnits } from "./run_units.ts";
 * import { assert } from "@std/assert";
 * const unit = (id: string) => ({ id, run: () => Promise.resolve({ status: "ok" as const, data: { id } }) });
 * const summary = await runUnits(["a", "b", "c"].map(unit), { concurrency: 2 });
 * assert(summary.ok === 3 && summary.stopped === null);
 * ```
 */
export async function runUnits(
  units: Iterable<Unit> | AsyncIterable<Unit>,
  options: RunUnitsOptions,
): Promise<RunUnitsSummary> {
  const { concurrency, limiter, signal, hardSignal, ledger, budget } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`Cannot run units: wanted a concurrency of at least 1, found ${concurrency}`);
  }
  const nowMs = options.nowMs ?? (() => performance.now());
  const startMs = nowMs();
  const registry = new AbortRegistry({
    nowMs,
    ...(options.sweepMs === undefined ? {} : { sweepMs: options.sweepMs }),
    ...(options.settleMs === undefined ? {} : { settleMs: options.settleMs }),
  });
  const source = new UnitSource(units, options.lookAhead ?? 8 * concurrency, options.isDone ?? (() => false));
  const counts = { ok: 0, limited: 0, error: 0, aborted: 0 };
  const reasons: Record<string, number> = {};
  let stopped: StopReason | null = null;
  let sourceError: unknown;
  let inFlight = 0;
  let errorsInRow = 0;
  let changes = 0;
  let change: PromiseWithResolvers<void> | null = null; // made only when somebody waits
  let graceTimer: ReturnType<typeof setTimeout> | undefined;

  const wake = (): void => {
    changes++;
    change?.resolve();
    change = null;
  };
  const nextChange = (): Promise<void> => (change ??= Promise.withResolvers<void>()).promise;
  const stop = (reason: StopReason): void => {
    if (stopped !== null) return;
    stopped = reason;
    options.onEvent?.({ kind: "run.stopping", reason, inFlight });
    wake();
  };
  const abortInFlight = (): void => registry.abortAll(new DOMException("The run was stopped", "AbortError"));
  const onSignal = (): void => {
    stop("aborted");
    graceTimer ??= setTimeout(abortInFlight, options.graceMs ?? 5000);
  };
  const onHardSignal = (): void => {
    stop("aborted");
    abortInFlight();
  };
  const mayStart = (): boolean => {
    if (stopped !== null) return false;
    if (ledger?.failure) stop("ledger");
    else if (budget?.exhausted) stop("budget");
    return stopped === null;
  };

  const work = async (planned: PlannedUnit): Promise<void> => {
    const done = await runOne(planned, { registry, options, nowMs });
    source.finish(planned.unit, done !== null && done.outcome.status !== "error");
    if (done === null) return void counts.aborted++;
    const { outcome } = done;
    counts[outcome.status]++;
    if (outcome.reason !== undefined) reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1;
    errorsInRow = outcome.status === "error" ? errorsInRow + 1 : 0;
    options.onOutcome?.(planned, outcome);
    const event = done.event;
    if (!ledger) options.onEvent?.(event);
    else if (ledger.failure === null) ledger.append(done.record, () => options.onEvent?.(event));
    if (ledger?.failure) abortInFlight();
    if (errorsInRow >= (options.maxErrorsInRow ?? Infinity)) stop("errors");
  };

  const worker = async (): Promise<void> => {
    while (mayStart()) {
      const room = ledger?.ready();
      if (room) {
        await room;
        continue;
      }
      if (limiter && inFlight >= Math.max(1, limiter.max)) {
        await nextChange();
        continue;
      }
      const seen = changes; // before asking, so that no change is missed
      inFlight++; // taken before the first await, so the limit holds
      let blocked = false;
      try {
        const next = await source.next();
        if (next === "end") return;
        blocked = next === "blocked";
        if (next !== "blocked" && stopped === null) await work(next);
      } catch (error) {
        sourceError = error;
        stop("source");
      } finally {
        inFlight--;
        if (!blocked) wake(); // blocked workers must not wake each other in a circle
      }
      if (blocked && changes === seen) await nextChange();
    }
  };

  signal?.addEventListener("abort", onSignal, { once: true });
  hardSignal?.addEventListener("abort", onHardSignal, { once: true });
  if (hardSignal?.aborted) onHardSignal();
  else if (signal?.aborted) onSignal();
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    if (stopped !== null) await source.close();
    await ledger?.flush();
  } finally {
    clearTimeout(graceTimer);
    signal?.removeEventListener("abort", onSignal);
    hardSignal?.removeEventListener("abort", onHardSignal);
  }
  if (stopped === "source") throw sourceError;
  const durationMs = Math.max(0, nowMs() - startMs);
  options.onEvent?.({ kind: "run.done", stopped, durationMs });
  const { ok, limited, error, aborted } = counts;
  const finished = ok + limited + error;
  return {
    finished,
    ok,
    limited,
    errored: error,
    skipped: source.skipped,
    aborted,
    reasons,
    stopped,
    durationMs,
  };
}
