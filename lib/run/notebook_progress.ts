/** @module */
import type { BenchEvent } from "../core/context.ts";
import { type NotebookKernel, notebookKernel } from "../report/jupyter.ts";
import { openPlace } from "../report/open_place.ts";
import { showProgress } from "../report/progress_shown.ts";
import type { RunEvent } from "./events.ts";

/** Draws a run's events in the output of the cell that runs it. */
export interface NotebookProgress extends AsyncDisposable {
  /** Takes an event of the run. */
  event(event: RunEvent | BenchEvent): void;
  /** Draws the last state; resolves when it has arrived. */
  end(): Promise<void>;
}

/** Least time between two drawings. */
const DRAW_MS = 200;

/**
 * Opens the progress display of a notebook: one place in the cell's output
 * that is drawn again, at most five times a second. Undefined outside a
 * notebook. It has no timer, so nothing is left behind by a cell that stops.
 *
 * @example Outside a notebook there is none
 * ```ts
 * import { openNotebookProgress } from "./notebook_progress.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(openNotebookProgress(), undefined);
 * ```
 */
export function openNotebookProgress(
  kernel: NotebookKernel | undefined = notebookKernel(),
  nowMs: () => number = () => performance.now(),
): NotebookProgress | undefined {
  if (kernel === undefined) return undefined;
  const place = openPlace(kernel);
  const state = { units: 0, before: 0, done: 0, errored: 0, startMs: nowMs(), drawnMs: -Infinity };
  const end = async () => {
    if (state.units > 0) draw();
    await place.settled();
  };
  const draw = () => {
    state.drawnMs = nowMs();
    place.draw(showProgress({ ...state, elapsedMs: state.drawnMs - state.startMs }));
  };
  return {
    event(event) {
      if (event.kind === "run.planned") {
        state.units = Number(event.units ?? 0);
        state.before = state.done = Number(event.done ?? 0);
        state.startMs = nowMs();
        draw();
      } else if (event.kind === "unit.done") {
        state.done++;
        if (event.status === "error") state.errored++;
        if (nowMs() - state.drawnMs >= DRAW_MS) draw();
      }
    },
    end,
    [Symbol.asyncDispose]: end,
  };
}
