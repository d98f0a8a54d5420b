/** @module */
import { type PlannedUnit, PrefixQueue } from "./prefix_queue.ts";
import type { Unit } from "./unit.ts";

/** Result of {@linkcode UnitSource.next}: a unit, nothing startable now, or nothing left. */
export type NextUnit = PlannedUnit | "blocked" | "end";

/**
 * Numbers the units of a lazily read plan, leaves out what is done, and hands
 * out the rest in an order that respects prefix leaders. It holds at most
 * `lookAhead` units, so a plan of any length costs the same memory.
 *
 * @example
 * ```ts
 * import { UnitSource } from "./unit_source.ts";
 * import { assert } from "@std/assert";
 * const run = () => Promise.reject(new Error("not run here"));
 * const source = new UnitSource([{ id: "a", run }, { id: "b", run }], 8, (ordinal) => ordinal === 0);
 * const next = await source.next();
 * assert(typeof next === "object" && next.unit.id === "b" && source.skipped === 1);
 * ```
 */
export class UnitSource {
  /** Units left out as done. */
  skipped = 0;
  #ordinal = 0;
  #ended = false;
  #lock: Promise<void> = Promise.resolve();
  readonly #queue: PrefixQueue;
  readonly #sync: Iterator<Unit> | null;
  readonly #async: AsyncIterator<Unit> | null;

  /** `isDone` is asked once per unit, in plan order. */
  constructor(
    units: Iterable<Unit> | AsyncIterable<Unit>,
    lookAhead: number,
    private readonly isDone: (ordinal: number, unit: Unit) => boolean,
  ) {
    this.#queue = new PrefixQueue(lookAhead);
    this.#sync = Symbol.iterator in units ? units[Symbol.iterator]() : null;
    this.#async = Symbol.iterator in units ? null : units[Symbol.asyncIterator]();
  }

  /** Gives the next unit to start. Rejects with what the plan's iterator throws. */
  async next(): Promise<NextUnit> {
    if (this.#sync) return this.#nextFrom(this.#sync);
    // An async iterator need not bear overlapping calls: one at a time.
    const before = this.#lock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lock = promise;
    await before;
    try {
      return await this.#nextAsync();
    } finally {
      resolve();
    }
  }

  /** Ends a unit that `next` gave. */
  finish(unit: Unit, answered: boolean): void {
    if (unit.prefixes) this.#queue.finish(unit, answered);
  }

  /** Lets the plan's iterator clean up when the run ends early. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await (this.#sync ?? this.#async)?.return?.();
  }

  #nextFrom(iterator: Iterator<Unit>): NextUnit {
    for (;;) {
      const waiting = this.#queue.take();
      if (waiting) return waiting;
      if (this.#ended) return this.#queue.size > 0 ? "blocked" : "end";
      if (!this.#queue.hasRoom) return "blocked";
      this.#accept(iterator.next());
    }
  }

  async #nextAsync(): Promise<NextUnit> {
    for (;;) {
      const waiting = this.#queue.take();
      if (waiting) return waiting;
      if (this.#ended) return this.#queue.size > 0 ? "blocked" : "end";
      if (!this.#queue.hasRoom) return "blocked";
      const result = await this.#async?.next();
      this.#accept(result ?? { done: true, value: undefined });
    }
  }

  #accept(result: IteratorResult<Unit>): void {
    if (result.done) {
      this.#ended = true;
      return;
    }
    const ordinal = this.#ordinal++;
    if (this.isDone(ordinal, result.value)) this.skipped++;
    else this.#queue.push({ ordinal, unit: result.value });
  }
}
