/** @module */
import { type LedgerScan, scanLedger } from "./scan_ledger.ts";
import { parseLedgerLine } from "./ledger_line.ts";
import { UNIT_ERROR } from "./ordinal_states.ts";

/** Options of {@linkcode resumeState}. */
export interface ResumeOptions {
  /** Tries after which an errored unit is left as it is; default 5. */
  readonly maxAttempts?: number;
}

/** What an earlier start of a run leaves to do; fits the options of `runUnits`. */
export interface ResumeState {
  /** Whether the unit needs no further run. */
  readonly isDone: (ordinal: number) => boolean;
  /** Tries of the unit so far. */
  readonly attemptsBefore: (ordinal: number) => number;
  /** The scan behind it: counts, torn and damaged lines. */
  readonly scan: LedgerScan;
}

/**
 * Says which units of a plan are done. Scored and limited units are; errored
 * ones are asked again, up to `maxAttempts` tries in all.
 *
 * @throws {ResultError} `ledger_missing`, `ledger_unreadable`
 *
 * @example
 * ```ts
 * import { resumeState } from "./resume_state.ts";
 * import { assert } from "@std/assert";
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"i":0,"st":"ok","id":"a"}\n{"i":1,"st":"error","id":"b","attempts":1}\n');
 * const state = await resumeState(path);
 * assert(state.isDone(0) && !state.isDone(1) && state.attemptsBefore(1) === 1);
 * await Deno.remove(path);
 * ```
 */
export async function resumeState(path: string, options: ResumeOptions = {}): Promise<ResumeState> {
  const maxAttempts = options.maxAttempts ?? 5;
  const attempts = new Map<number, number>();
  const decoder = new TextDecoder();
  const scan = await scanLedger(path, (ordinal, state, _offset, bytes) => {
    if (state !== UNIT_ERROR) return;
    const row = parseLedgerLine(decoder.decode(bytes));
    attempts.set(ordinal, row !== null && "ordinal" in row ? row.attempts : 1);
  });
  return {
    scan,
    attemptsBefore: (ordinal) => attempts.get(ordinal) ?? 0,
    isDone: (ordinal) =>
      scan.states.isDone(ordinal) ||
      (scan.states.get(ordinal) === UNIT_ERROR && (attempts.get(ordinal) ?? 0) >= maxAttempts),
  };
}
