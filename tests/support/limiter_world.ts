/**
 * A world on a simulated clock in which a limiter meets a server with a quota:
 * nothing waits for real, so the same options always give the same counts.
 *
 * @module
 */
import { Limiter, type LimiterOptions } from "../../lib/core/limiter.ts";

/** What the server allows, and how many ask. */
export interface WorldOptions {
  /** Calls at once; more are refused. */
  readonly concurrent?: number;
  /** Refill of the token bucket per second, which holds `burst` tokens (default: one second). */
  readonly perSecond?: number;
  /** Tokens the bucket holds. */
  readonly burst?: number;
  /** Time of a served call, ± 10 %. */
  readonly latencyMs: number;
  /** Callers, each with one call at a time; default 256. */
  readonly callers?: number;
  /** Wait of a refused call; default 250 to 500 ms. */
  readonly retryAfterMs?: number;
  /** Refused calls keep their place and are tried again, as by a retry further in. */
  readonly inside?: boolean;
  /** When to stop; default 20,000. */
  readonly untilMs?: number;
  /** When to begin to count; default 0. */
  readonly fromMs?: number;
  /** Changes the quota at a time. */
  readonly change?: { readonly atMs: number; readonly concurrent?: number; readonly perSecond?: number };
  /** Options of the limiter. */
  readonly limiter?: LimiterOptions;
}

/** What came of it. */
export interface WorldResult {
  /** Calls served. */
  readonly served: number;
  /** Calls refused. */
  readonly refused: number;
  /** Served against what the quota allows in this time. */
  readonly share: number;
  /** Refused against all calls. */
  readonly refusedShare: number;
  /** Limit and pace at the end. */
  readonly limit: number;
  /** Starts per second at the end. */
  readonly perSecond: number;
}

/** Runs callers against the quota until the time is over. */
export async function limiterWorld(options: WorldOptions): Promise<WorldResult> {
  const { latencyMs, callers = 256, untilMs = 20_000, fromMs = 0 } = options;
  const clock = simulatedClock();
  const limiter = new Limiter({ ...options.limiter, nowMs: () => clock.nowMs, timers: clock });
  let { concurrent = Infinity, perSecond = Infinity } = options;
  let burst = options.burst ?? perSecond;
  let tokens = burst;
  let filledMs = 0;
  let inFlight = 0;
  let served = 0;
  let refused = 0;
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const counts = () => clock.nowMs >= fromMs;

  function admit(): boolean {
    if (perSecond !== Infinity) {
      tokens = Math.min(burst, tokens + (clock.nowMs - filledMs) / 1000 * perSecond);
      filledMs = clock.nowMs;
    }
    if (inFlight >= concurrent || tokens < 1) return false;
    tokens -= 1;
    inFlight++;
    return true;
  }

  function call(): void {
    if (clock.nowMs >= untilMs) return;
    limiter.acquire().then((startedMs) => send(startedMs, 1));
  }

  function send(startedMs: number, attempt: number): void {
    clock.set(() => {
      if (admit()) {
        clock.set(() => {
          inFlight--;
          if (counts()) served++;
          clock.set(() => {
            limiter.release(startedMs, attempt === 1 ? "ok" : "late");
            call();
          }, 0.5);
        }, latencyMs * (0.9 + 0.2 * random()));
        return;
      }
      if (counts()) refused++;
      const waitMs = options.retryAfterMs ?? 250 + 250 * random();
      clock.set(() => {
        if (options.inside) {
          limiter.refused();
          clock.set(() => send(startedMs, attempt + 1), waitMs);
        } else {
          limiter.release(startedMs, "limited");
          clock.set(call, waitMs);
        }
      }, 0.5);
    }, 0.5);
  }

  const { change } = options;
  if (change !== undefined) {
    clock.set(() => {
      concurrent = change.concurrent ?? concurrent;
      perSecond = change.perSecond ?? perSecond;
      burst = Math.min(burst, perSecond);
    }, change.atMs);
  }
  for (let i = 0; i < callers; i++) call();
  await clock.run(untilMs);
  const { limit, perSecond: pace } = limiter;
  const seconds = (untilMs - fromMs) / 1000;
  const byRate = (fromMs === 0 ? burst : 0) + perSecond * seconds;
  const ideal = Math.min(byRate, Math.min(concurrent, callers) / (latencyMs + 1) * 1000 * seconds);
  return {
    served,
    refused,
    share: served / ideal,
    refusedShare: refused / (served + refused),
    limit,
    perSecond: pace,
  };
}

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock with timers, moved by `run`; fits `nowMs` and `timers` of a limiter. */
export interface SimulatedClock {
  /** Milliseconds so far. */
  readonly nowMs: number;
  /** Calls `run` after `ms`. */
  set(run: () => void, ms: number): number;
  /** Takes a call back. */
  clear(handle: number): void;
  /** Runs all timers up to a time, promises in between. */
  run(untilMs: number): Promise<void>;
}

/** Makes a clock that stands at 0. */
export function simulatedClock(): SimulatedClock {
  const timers: Timer[] = []; // latest first
  let order = 0;
  let nowMs = 0;
  const isBefore = (a: Timer, b: Timer) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  return {
    get nowMs() {
      return nowMs;
    },
    set(run, ms) {
      const timer = { atMs: nowMs + ms, order: ++order, run };
      let [low, high] = [0, timers.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(timer, timers[middle] ?? timer)) low = middle + 1;
        else high = middle;
      }
      timers.splice(low, 0, timer);
      return timer.order;
    },
    clear(handle) {
      const at = timers.findIndex((timer) => timer.order === handle);
      if (at >= 0) timers.splice(at, 1);
    },
    async run(untilMs) {
      for (;;) {
        for (let i = 0; i < 4; i++) await Promise.resolve();
        if ((timers.at(-1)?.atMs ?? Infinity) > untilMs) {
          for (let i = 0; i < 100; i++) await Promise.resolve();
        }
        if ((timers.at(-1)?.atMs ?? Infinity) > untilMs) break;
        const next = timers.pop();
        nowMs = next?.atMs ?? nowMs;
        next?.run();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
  };
}
