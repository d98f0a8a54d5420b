/**
 * Progress with the time that is left: a bar in place on a terminal, plain
 * lines elsewhere.
 *
 * @module
 */
import type { BenchEvent } from "../core/context.ts";
import { visibleText } from "../core/redact.ts";

/** Options of {@linkcode openProgress}. */
export interface ProgressOptions {
  /** Writes text as it is. */
  readonly write: (text: string) => void;
  /** True for a terminal that understands control codes; false gives plain lines. */
  readonly inPlace: boolean;
  /** Milliseconds of a clock that never runs backwards. @default {performance.now} */
  readonly nowMs?: () => number;
  /** Columns of the terminal. @default {80} */
  readonly width?: number;
}

/** Draws a run's events. */
export interface Progress {
  /** Takes an event of the run. */
  event(event: BenchEvent): void;
  /** Writes a line without breaking the bar. */
  line(text: string): void;
  /** Draws the last state and leaves the line. */
  end(): void;
}

const BAR_MS = 100;
const LINE_MS = 10_000;
const WARNINGS = 3;

/**
 * Minutes and seconds, hours when there are any.
 *
 * @example
 * ```ts
 * import { clockText } from "./progress.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([clockText(61_000), clockText(3_600_000)], ["1:01", "1:00:00"]);
 * ```
 */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * Opens the progress display of a run. It draws only when events come: it has
 * no timer.
 *
 * @example Plain lines
 * ```ts
 * import { openProgress } from "./progress.ts";
 * import { assertEquals } from "@std/assert";
 * const lines: string[] = [];
 * const progress = openProgress({ write: (text) => lines.push(text), inPlace: false, nowMs: () => 0 });
 * progress.event({ kind: "run.planned", units: 2, done: 0 });
 * progress.event({ kind: "unit.done", status: "ok" });
 * progress.event({ kind: "unit.done", status: "ok" });
 * progress.end();
 * assertEquals(lines.at(-1), "2 of 2 (100%), 0 errored, took 0:00\n");
 * ```
 */
export function openProgress(options: ProgressOptions): Progress {
  const { write, inPlace } = options;
  const nowMs = options.nowMs ?? (() => performance.now());
  const state = {
    units: 0,
    before: 0,
    done: 0,
    errored: 0,
    startMs: nowMs(),
    drawnMs: -Infinity,
    shown: "",
    step: 0,
    warnings: new Map<string, number>(),
  };

  const describe = (): string => {
    const { units, before, done, errored, startMs } = state;
    const elapsed = nowMs() - startMs;
    const finished = before + done;
    const part = units === 0 ? 1 : finished / units;
    const rate = done > 0 && elapsed > 0 ? done / elapsed : 0;
    const left = finished >= units
      ? `took ${clockText(elapsed)}`
      : rate > 0
      ? `eta ${clockText((units - finished) / rate)}`
      : "eta unknown";
    const text = `${finished} of ${units} (${Math.floor(part * 100)}%), ${errored} errored, ${left}`;
    if (!inPlace) return text;
    const cells = 24;
    const full = Math.floor(part * cells);
    return `[${"#".repeat(full)}${".".repeat(cells - full)}] ${text}`.slice(0, (options.width ?? 80) - 1);
  };
  const draw = (): void => {
    const text = describe();
    if (text === state.shown) return;
    state.shown = text;
    state.drawnMs = nowMs();
    write(inPlace ? `\r\u001b[K${text}` : `${text}\n`);
  };
  const line = (text: string): void => {
    write(`${inPlace && state.shown !== "" ? "\r\u001b[K" : ""}${visibleText(text)}\n`);
    state.shown = "";
    if (inPlace && state.units > 0) draw();
  };
  const due = (): boolean => {
    const since = nowMs() - state.drawnMs;
    if (inPlace) return since >= BAR_MS;
    // A line per tenth of the run, or when the last one is long ago.
    const step = state.units === 0 ? 0 : Math.floor((10 * (state.before + state.done)) / state.units);
    const next = step > state.step;
    state.step = step;
    return next || since >= LINE_MS;
  };
  return {
    event(event) {
      if (event.kind === "run.planned") {
        state.units = Number(event.units ?? 0);
        state.before = Number(event.done ?? 0);
        state.startMs = nowMs();
        state.drawnMs = nowMs();
        if (inPlace) draw();
      } else if (event.kind === "unit.done") {
        state.done++;
        if (event.status === "error") state.errored++;
        if (due()) draw();
      } else if (event.kind === "warning") {
        const code = String(event.code ?? "unknown");
        const seen = (state.warnings.get(code) ?? 0) + 1;
        state.warnings.set(code, seen);
        // The same about a thousand samples is said three times, and counted.
        if (seen <= WARNINGS) line(`warning ${code}: ${event.message ?? ""}`);
      }
    },
    line,
    end() {
      if (state.units > 0) draw();
      if (inPlace && state.shown !== "") write("\n");
      state.shown = "";
      for (const [code, seen] of state.warnings) {
        if (seen > WARNINGS) write(`warning ${visibleText(code)}: ${seen - WARNINGS} more\n`);
      }
      state.warnings.clear();
    },
  };
}
