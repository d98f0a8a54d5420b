/**
 * Which unit may start next, so that a server's prefix cache is filled once.
 *
 * Rule: a unit carries a chain of prefix keys. It may start if each of its keys
 * is warm (a unit with that key has finished) or nobody with that key is in
 * flight (it then leads). Else the next unit within the look-ahead is tried.
 * Grouping by prefix without this rule costs 5 to 12 times the prefill of the
 * minimum, since all C first units of a group miss together.
 *
 * @module
 */
import type { Unit } from "./unit.ts";

/** A unit with its place in the plan. */
export interface PlannedUnit {
  /** 0-based position in the plan. */
  readonly ordinal: number;
  /** The unit. */
  readonly unit: Unit;
}

const NO_KEYS: readonly string[] = [];

/** Warm keys are forgotten beyond this many, oldest first: a forgotten key only costs one more leader. */
const WARM_CAP = 65_536;

/**
 * Holds up to `lookAhead` units and gives the first that may start.
 *
 * @example
 * ```ts
 * import { PrefixQueue } from "./prefix_queue.ts";
 * import { assert } from "@std/assert";
 * const run = () => Promise.reject(new Error("not run here"));
 * const queue = new PrefixQueue(8);
 * for (const id of ["a", "b"]) queue.push({ ordinal: 0, unit: { id, prefixes: ["p"], run } });
 * assert(queue.take()?.unit.id === "a" && queue.take() === null); // "b" waits for its leader
 * ```
 */
export class PrefixQueue {
  readonly #waiting: PlannedUnit[] = [];
  readonly #warm = new Map<string, true>();
  readonly #inFlight = new Map<string, number>();

  /** Makes an empty queue that looks at most this many units ahead. */
  constructor(readonly lookAhead: number) {}

  /** Units that wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Whether another unit may be pushed. */
  get hasRoom(): boolean {
    return this.#waiting.length < this.lookAhead;
  }

  /** Adds a unit at the end. */
  push(planned: PlannedUnit): void {
    this.#waiting.push(planned);
  }

  /** Takes the first unit that may start now, or null. Its keys then count as in flight. */
  take(): PlannedUnit | null {
    for (let at = 0; at < this.#waiting.length; at++) {
      const planned = this.#waiting[at];
      if (planned === undefined || !this.#mayStart(planned.unit.prefixes ?? NO_KEYS)) continue;
      this.#waiting.splice(at, 1);
      for (const key of planned.unit.prefixes ?? NO_KEYS) {
        this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1);
      }
      return planned;
    }
    return null;
  }

  /** Takes the first unit back out, whatever its keys, without starting it. */
  drop(): PlannedUnit | null {
    return this.#waiting.shift() ?? null;
  }

  /** Ends a unit. Its keys become warm when it got its answer; after a failure another leads. */
  finish(unit: Unit, answered: boolean): void {
    for (const key of unit.prefixes ?? NO_KEYS) {
      const count = (this.#inFlight.get(key) ?? 1) - 1;
      if (count <= 0) this.#inFlight.delete(key);
      else this.#inFlight.set(key, count);
      if (!answered) continue;
      this.#warm.delete(key);
      this.#warm.set(key, true);
      if (this.#warm.size > WARM_CAP) {
        const oldest = this.#warm.keys().next();
        if (!oldest.done) this.#warm.delete(oldest.value);
      }
    }
  }

  #mayStart(keys: readonly string[]): boolean {
    for (const key of keys) if (!this.#warm.has(key) && this.#inFlight.has(key)) return false;
    return true;
  }
}
