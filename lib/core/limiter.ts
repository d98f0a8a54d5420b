/**
 * How many calls may be under way, and how fast new ones may start, learned
 * from what the other side refuses.
 *
 * @module
 */
import { ServedRate } from "./served_rate.ts";

/** Options of {@linkcode Limiter}. */
export interface LimiterOptions {
  /** Most calls at once; default 256. */
  readonly max?: number;
  /** Calls at once in the beginning; default 8. */
  readonly start?: number;
  /** Fixed upper bound of starts per second; default none. */
  readonly perSecond?: number;
  /** Clock that never runs back; default `performance.now`. */
  readonly nowMs?: () => number;
  /** Timers that go with `nowMs`; default `setTimeout` and `clearTimeout`. */
  readonly timers?: {
    /** Calls `run` after `ms`; gives a handle. */
    set(run: () => void, ms: number): number;
    /** Takes a call back. */
    clear(handle: number): void;
  };
  /** Told after each cut. */
  readonly onCut?: (limit: number, perSecond: number) => void;
}

interface Waiter {
  start(nowMs: number): void;
}

/** Refusals closer together than this are one event even on the fastest line. */
const SHORTEST_TRIP_MS = 60;
/** Starts missed by a late timer that may be made up for. */
const CATCH_UP_MS = 60;

/**
 * Adaptive limit: one more call per success until the first refusal. A refusal,
 * counted once per round trip, cuts the limit to 85 %; it comes back fast to
 * where it was refused, then slowly, and probes beyond, the bolder the longer
 * nothing is refused. When refusals go on well below what was served a moment
 * ago, the quota is one of a rate: then the pace of starts is set to what is
 * served, returns to where it was refused within two seconds and probes
 * likewise. A refused call makes no room: the next start waits for a served one.
 *
 * Source of the constants: simulated and real servers that refuse above 16, 48
 * or 200 calls at once and above 50, 150 or 1000 a second, at 5 to 1000 ms.
 *
 * @example
 * ```ts
 * import { Limiter } from "./limiter.ts";
 * import { assertEquals } from "@std/assert";
 * const limiter = new Limiter({ start: 1 });
 * const startedMs = await limiter.acquire();
 * limiter.release(startedMs, "ok");
 * assertEquals(limiter.limit, 2);
 * ```
 */
export class Limiter {
  readonly #max: number;
  readonly #nowMs: () => number;
  readonly #ceiling: number;
  readonly #onCut: ((limit: number, perSecond: number) => void) | undefined;
  readonly #waiting: Waiter[] = [];
  readonly #served = new ServedRate();
  #head = 0;
  #limit: number;
  #rate: number;
  #active = 0;
  #isPaced = false;
  #refusedAt = Infinity;
  #lowest = 1;
  #inRow = 0;
  #servedAtOnce = 0;
  #nextStartMs = -Infinity;
  #pausedUntilMs = -Infinity;
  #haltedUntilMs = -Infinity;
  #lastCutMs = -Infinity;
  #refusedRate = Infinity;
  #grownMs = 0;
  #tripMs = 0;
  readonly #timers: NonNullable<LimiterOptions["timers"]>;
  #timer: number | undefined;

  /**
   * Starts with the lower of `start` and `max`.
   * @throws {RangeError} when a bound is not at least 1 (`perSecond`: above 0).
   */
  constructor(options: LimiterOptions = {}) {
    const { max = 256, start = 8, perSecond = Infinity } = options;
    if (!(max >= 1) || !(start >= 1) || !(perSecond > 0)) {
      throw new RangeError(
        `Cannot limit calls: wanted bounds of at least 1, found ${max}, ${start}, ${perSecond}`,
      );
    }
    this.#max = max;
    this.#limit = Math.min(start, max);
    this.#ceiling = perSecond;
    this.#rate = perSecond;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#timers = options.timers ??
      { set: (run, ms) => setTimeout(run, ms) as unknown as number, clear: clearTimeout };
    this.#onCut = options.onCut;
  }

  /** Calls that may be under way now. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** Starts per second; Infinity before the first refusal. */
  get perSecond(): number {
    return this.#rate;
  }

  /** Calls under way. */
  get active(): number {
    return this.#active;
  }

  /** Waits for a place; gives the time to hand to `release`. Rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<number> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const now = this.#nowMs();
    this.#served.start(now);
    if (this.#head === this.#waiting.length && this.#mayStart(now) <= 0) {
      return Promise.resolve(this.#begin(now));
    }
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        const at = this.#waiting.indexOf(waiter, this.#head);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        start: (nowMs) => {
          signal?.removeEventListener("abort", stop);
          resolve(nowMs);
        },
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.#waiting.push(waiter);
      this.#pump();
    });
  }

  /** Gives the place back: `ok` served, `late` served after refusals further in, `limited` refused for load, `error` none of these. */
  release(startedMs: number, outcome: "ok" | "late" | "limited" | "error"): void {
    const now = this.#nowMs();
    const wasFull = this.#active >= this.limit * 0.7;
    const level = Math.min(this.#active, this.#limit);
    this.#active--;
    if (outcome === "ok") {
      const trip = Math.max(0, now - startedMs);
      this.#tripMs = this.#tripMs === 0 ? trip : this.#tripMs * 0.9 + trip * 0.1;
      this.#haltedUntilMs = -Infinity;
      this.#servedAtOnce = Math.max(level, this.#servedAtOnce * 0.999);
      this.#served.add(now);
      this.#grow(now, wasFull);
    } else if (outcome === "late") {
      this.#haltedUntilMs = -Infinity;
      this.#served.add(now);
    } else if (outcome === "limited") {
      this.#refuse(now, Number.isFinite(this.#rate) && this.#active + 1 < this.#limit);
    }
    this.#pump();
  }

  /** Reports a refusal that a wrapper further in has dealt with; that call keeps its place. */
  refused(): void {
    const now = this.#nowMs();
    if (now - this.#lastCutMs < Math.max(SHORTEST_TRIP_MS, this.#tripMs)) return;
    const calmMs = now - this.#lastCutMs;
    this.#lastCutMs = this.#grownMs = now;
    const limit = Math.max(1, Math.min(this.#limit, this.#active + 1) * 0.85);
    if (this.#rate === Infinity && this.#tripMs > 0) {
      // How many were served at once cannot be seen here: a pace just below what was tried serves both quotas.
      this.#refusedRate = this.#limit * 1000 / this.#tripMs;
      this.#rate = Math.min(this.#ceiling, this.#refusedRate * 0.85);
    } else this.#slow(now, calmMs, 1);
    // The next tries of that call are out of reach of the pace: fewer at once leave room for them.
    this.#limit = limit;
    this.#refusedAt = 0;
    this.#onCut?.(this.limit, this.#rate);
  }

  /** `wasPaced`: the pace held this start back, not the number of calls. */
  #refuse(now: number, wasPaced: boolean): void {
    const level = Math.min(this.#limit, this.#active + 1);
    // The next start waits for a served call, or at most this long: a refused one makes no room.
    this.#haltedUntilMs = now + Math.min(SHORTEST_TRIP_MS, Math.max(5, this.#tripMs));
    if (now - this.#lastCutMs < Math.max(SHORTEST_TRIP_MS, this.#tripMs)) {
      // Still the same event.
      if (!this.#isPaced) this.#limit = Math.max(this.#lowest, Math.min(this.#limit, this.#active));
      return;
    }
    const calmMs = now - this.#lastCutMs;
    this.#lastCutMs = now;
    this.#grownMs = now;
    // A late timer starts many together: a pace may be refused for that alone.
    const usual = this.#rate * this.#tripMs / 1000;
    const isBurst = wasPaced && this.#active + 1 > Math.max(8, 2 * usual);
    this.#inRow = calmMs < 4 * Math.max(SHORTEST_TRIP_MS, this.#tripMs) ? this.#inRow + 1 : 1;
    // Refused again and again, well below what was served a moment ago, or alone: no matter of how many at once.
    const isBelow = this.#inRow > 3 && level < 0.7 * this.#servedAtOnce;
    this.#isPaced = !isBurst && (wasPaced || isBelow || this.#limit < 2);
    if (this.#isPaced) this.#slow(now, calmMs, 0.85);
    else {
      if (isBurst) {
        this.#servedAtOnce = level;
        this.#refusedRate = Math.max(this.#refusedRate, this.#rate * 1.5);
      }
      this.#refusedAt = level;
      this.#lowest = Math.max(1, level * 0.5);
      this.#limit = Math.max(1, level * 0.85);
    }
    this.#onCut?.(this.limit, this.#rate);
  }

  #slow(now: number, calmMs: number, most: number): void {
    const served = this.#served.perSecond(now, Math.max(1000, 4 * this.#tripMs));
    this.#limit = Math.max(this.#limit, Math.min(this.#max, this.#servedAtOnce));
    if (served <= 0) return;
    const isFirst = !Number.isFinite(this.#rate);
    const tried = isFirst ? served * 1.2 : this.#rate;
    if (isFirst || calmMs > 250 || tried < this.#refusedRate) this.#refusedRate = tried;
    const cut = Math.max(tried * 0.5, Math.min(tried * most, served * 0.96));
    this.#rate = Math.min(this.#ceiling, Math.max(0.5, cut));
  }

  /** No starts for a while, such as until a quota is filled again. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }

  #grow(now: number, wasFull: boolean): void {
    const calmMs = now - this.#lastCutMs;
    const boost = 2 ** Math.min(6, Math.floor(Math.min(calmMs, 10_000) / 1000));
    if (wasFull) {
      const steps = this.#limit < this.#refusedAt * 0.94 ? 3 : 0.5 * boost;
      const step = this.#refusedAt === Infinity ? 1 : Math.min(1, steps / this.#limit);
      this.#limit = Math.min(this.#max, this.#limit + step);
    }
    if (this.#rate >= this.#ceiling) return;
    const seconds = Math.min(250, now - this.#grownMs) / 1000;
    this.#grownMs = now;
    const back = this.#rate < this.#refusedRate * 0.95;
    const grown = back
      ? this.#rate + (this.#refusedRate - this.#rate) * Math.min(1, 1.5 * seconds)
      : this.#rate * (1 + 0.03 * boost * seconds);
    this.#rate = Math.min(this.#ceiling, grown);
  }

  /** Milliseconds until a start is allowed; 0 or less is now, Infinity waits for a release. */
  #mayStart(now: number): number {
    if (this.#active >= this.limit) return Infinity;
    const pacedMs = this.#rate === Infinity ? -Infinity : this.#nextStartMs;
    return Math.max(this.#pausedUntilMs, this.#haltedUntilMs, pacedMs) - now;
  }

  #begin(now: number): number {
    this.#active++;
    if (this.#rate !== Infinity) {
      // Late timers may catch up a little, an idle time may not be saved up.
      this.#nextStartMs = Math.max(this.#nextStartMs, now - CATCH_UP_MS) + 1000 / this.#rate;
    }
    return now;
  }

  #pump(): void {
    let now = this.#nowMs();
    while (this.#head < this.#waiting.length) {
      const wait = this.#mayStart(now);
      if (wait > 0) {
        if (wait !== Infinity && this.#timer === undefined) {
          this.#timer = this.#timers.set(() => {
            this.#timer = undefined;
            this.#pump();
          }, Math.ceil(wait));
        }
        return;
      }
      const waiter = this.#waiting[this.#head++];
      if (this.#head > 1024) this.#waiting.splice(0, this.#head), this.#head = 0;
      waiter?.start(this.#begin(now));
      now = this.#nowMs();
    }
    if (this.#timer !== undefined) this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }
}
