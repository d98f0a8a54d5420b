/**
 * Deadlines of many calls with one timer.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` per call cost 2 to 9 µs and keep
 * memory until they fire; a sweep over the live set costs well under one.
 *
 * @module
 */

/** A call with a deadline. */
export interface Deadline {
  /** Hand this to the work. */
  readonly signal: AbortSignal;
  /** True once the time limit, not the caller, ended it. */
  readonly timedOut: boolean;
}

interface Live extends Deadline {
  timedOut: boolean;
  readonly controller: AbortController;
  readonly dueMs: number;
  readonly group: Set<Live> | undefined;
}

/**
 * The live set. The sweep timer runs only while a deadline is open, and one
 * listener per caller's signal serves all its calls.
 *
 * @example
 * ```ts
 * import { Deadlines } from "./deadlines.ts";
 * import { assert } from "@std/assert";
 * const deadlines = new Deadlines();
 * const stop = new AbortController();
 * const deadline = deadlines.open(60_000, stop.signal);
 * stop.abort();
 * assert(deadline.signal.aborted && !deadline.timedOut);
 * deadlines.close(deadline);
 * ```
 */
export class Deadlines {
  readonly #live = new Set<Live>();
  readonly #groups = new WeakMap<AbortSignal, Set<Live>>();
  readonly #sweepMs: number;
  readonly #nowMs: () => number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Sweeps every `sweepMs` (default 250, the resolution of all limits) by `nowMs`, a clock that never runs back. */
  constructor(sweepMs = 250, nowMs: () => number = () => performance.now()) {
    this.#sweepMs = sweepMs;
    this.#nowMs = nowMs;
  }

  /** Number of open deadlines. */
  get size(): number {
    return this.#live.size;
  }

  /** Opens one, `timeoutMs` from now (Infinity: none); `outer` aborts it too, with its own reason. */
  open(timeoutMs: number, outer?: AbortSignal): Deadline {
    const controller = new AbortController();
    const group = outer === undefined ? undefined : this.#groupOf(outer);
    const live: Live = {
      controller,
      signal: controller.signal,
      timedOut: false,
      dueMs: this.#nowMs() + timeoutMs,
      group,
    };
    this.#live.add(live);
    group?.add(live);
    if (outer?.aborted) controller.abort(outer.reason);
    this.#timer ??= setInterval(() => this.sweep(), this.#sweepMs);
    return live;
  }

  /** Closes one; it never fires afterwards. */
  close(deadline: Deadline): void {
    const live = deadline as Live;
    this.#live.delete(live);
    live.group?.delete(live);
    if (this.#live.size === 0 && this.#timer !== undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** Aborts what is late. Runs by itself; public for tests with their own clock. */
  sweep(): void {
    const now = this.#nowMs();
    for (const live of this.#live) {
      if (now < live.dueMs || live.signal.aborted) continue;
      live.timedOut = true;
      live.controller.abort(new DOMException("The time limit is over", "TimeoutError"));
    }
  }

  #groupOf(outer: AbortSignal): Set<Live> {
    let group = this.#groups.get(outer);
    if (group === undefined) {
      const made = new Set<Live>();
      outer.addEventListener("abort", () => {
        for (const live of made) live.controller.abort(outer.reason);
      }, { once: true });
      this.#groups.set(outer, group = made);
    }
    return group;
  }
}
