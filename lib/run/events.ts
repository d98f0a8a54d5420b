/**
 * What a run tells those who watch it. Every event is plain and JSON-safe.
 *
 * @module
 */
import type { UnitStatus } from "./unit.ts";

/** Why a run ended before all its units did; see {@linkcode RunEvent}. */
export type StopReason = "aborted" | "budget" | "errors" | "ledger" | "source";

/** The plan stands: what will run. */
export interface RunPlannedEvent {
  /** Kind of the event. */
  readonly kind: "run.planned";
  /** Id of the run; null for a run without a folder. */
  readonly runId: string | null;
  /** Units of the plan. */
  readonly units: number;
  /** Units finished by an earlier start of the same run. */
  readonly done: number;
  /** The same per task. */
  readonly groups: readonly { readonly group: string; readonly units: number; readonly done: number }[];
}

/** A unit was started. */
export interface UnitStartedEvent {
  /** Kind of the event. */
  readonly kind: "unit.started";
  /** Position in the plan. */
  readonly ordinal: number;
  /** Id of the unit. */
  readonly id: string;
  /** What it belongs to. */
  readonly group?: string;
}

/** A unit's outcome is on disk (or, without a ledger, known). */
export interface UnitDoneEvent {
  /** Kind of the event. */
  readonly kind: "unit.done";
  /** Position in the plan. */
  readonly ordinal: number;
  /** Id of the unit. */
  readonly id: string;
  /** What it belongs to. */
  readonly group?: string;
  /** Outcome class. */
  readonly status: UnitStatus;
  /** Stable reason, when not plainly scored. */
  readonly reason?: string;
  /** Sentence for people, when there is one. */
  readonly message?: string;
  /** Time it took. */
  readonly durationMs: number;
  /** Times it was run, this one included. */
  readonly attempts: number;
}

/** No new unit will start; what is in flight is finished or aborted. */
export interface RunStoppingEvent {
  /** Kind of the event. */
  readonly kind: "run.stopping";
  /** Why. */
  readonly reason: StopReason;
  /** Units in flight. */
  readonly inFlight: number;
}

/** Everything of the run is on disk. */
export interface RunDoneEvent {
  /** Kind of the event. */
  readonly kind: "run.done";
  /** Why it ended early, or null. */
  readonly stopped: StopReason | null;
  /** Wall time. */
  readonly durationMs: number;
}

/** Something worth a line that stops nothing. */
export interface RunWarningEvent {
  /** Kind of the event. */
  readonly kind: "warning";
  /** Stable code. */
  readonly code: string;
  /** Sentence for people. */
  readonly message: string;
}

/** Any event of the run engine; models and tasks emit kinds of their own beside these. */
export type RunEvent =
  | RunPlannedEvent
  | UnitStartedEvent
  | UnitDoneEvent
  | RunStoppingEvent
  | RunDoneEvent
  | RunWarningEvent;
