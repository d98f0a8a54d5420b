/**
 * What every long call carries along: who may stop it, what time it is, and
 * where events go. There is no global state beside it.
 *
 * @module
 */

/** Something that happened during a run; plain and JSON-safe. */
export interface BenchEvent {
  /** Dotted kind, such as `unit.done`, `model.retry`, `limit.changed`, `warning`. */
  readonly kind: string;
  /** What belongs to this kind of event. */
  readonly [key: string]: unknown;
}

/** The circumstances of a call. All parts are optional for callers. */
export interface Context {
  /** Aborts the call; a call that sees it aborted throws its reason. */
  readonly signal?: AbortSignal;
  /** Receives events; must not throw. */
  readonly emit?: (event: BenchEvent) => void;
  /** Milliseconds of a clock that never runs backwards; default `performance.now`. */
  readonly nowMs?: () => number;
  /** Which repetition of the same request this is, 0-based; part of cache keys. */
  readonly epoch?: number;
  /** Id of the unit of work, for logs, auth providers and request ids. */
  readonly unitId?: string;
}
