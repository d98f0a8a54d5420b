/**
 * How far a run is, as a notebook shows it.
 *
 * @module
 */
import type { Shown } from "../core/show_as.ts";

/** How far a run is. */
export interface ProgressState {
  /** Units in all. */
  readonly units: number;
  /** Finished ones. */
  readonly done: number;
  /** Those among them that could not be scored. */
  readonly errored: number;
  /** Time since the start. */
  readonly elapsedMs: number;
  /** Finished before this start; they say nothing about the speed. */
  readonly before?: number;
}

/**
 * Gives a bar and a sentence with the time that is left.
 *
 * @example
 * ```ts
 * import { showProgress } from "./progress_shown.ts";
 * import { assertEquals } from "@std/assert";
 * const { text } = showProgress({ units: 10, done: 5, errored: 0, elapsedMs: 2000 });
 * assertEquals(text, "5 of 10 (50%), 0 errored, about 2 s left");
 * ```
 */
export function showProgress(state: ProgressState): Shown {
  const { units, done, errored, elapsedMs, before = 0 } = state;
  const percent = units === 0 ? 100 : Math.floor((100 * done) / units);
  const made = done - before;
  const left = done >= units
    ? `took ${span(elapsedMs)}`
    : made > 0
    ? `about ${span((elapsedMs * (units - done)) / made)} left`
    : "time left unknown";
  const text = `${done} of ${units} (${percent}%), ${errored} errored, ${left}`;
  return { html: `<progress value="${done}" max="${Math.max(1, units)}"></progress> ${text}`, text };
}

function span(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(ms < 1000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
