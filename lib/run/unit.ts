/**
 * The unit of work of the run engine: a benchmark sample, an environment
 * rollout, an agent cell. Anything with an id that yields an outcome.
 *
 * @module
 */
import type { Context } from "../core/context.ts";

/**
 * Outcome class:
 * `ok` scored · `limited` a limit was reached, scored and counted ·
 * `error` not scored (infrastructure, judge or harness failed).
 */
export type UnitStatus = "ok" | "limited" | "error";

/** What a unit yields; JSON-safe, becomes one ledger line. */
export interface UnitOutcome {
  /** Outcome class. */
  readonly status: UnitStatus;
  /** Stable reason in snake_case; required for `limited` and `error`. */
  readonly reason?: string;
  /** Sentence for people. */
  readonly message?: string;
  /** What the unit's kind records: prompt, reply, answer, scores, tokens, time. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A unit of work. */
export interface Unit {
  /** Stable across runs of the same plan. */
  readonly id: string;
  /** Chain of prefix keys, outermost first, for prefix-aware ordering; optional. */
  readonly prefixes?: readonly string[];
  /** What the unit belongs to (task, eval file), for progress; optional. */
  readonly group?: string;
  /** Does the work once. May throw: the engine turns it into an `error` outcome. */
  run(context: Context): Promise<UnitOutcome>;
}
