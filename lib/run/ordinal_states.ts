/**
 * One byte a unit: whether it is open, scored, limited or errored.
 *
 * @module
 */

/** State of a unit that has no line yet. */
export const UNIT_OPEN = 0;
/** State of a unit whose last line is `ok`. */
export const UNIT_OK = 1;
/** State of a unit whose last line is `limited`. */
export const UNIT_LIMITED = 2;
/** State of a unit whose last line is `error`. */
export const UNIT_ERROR = 3;

/**
 * States by ordinal, growing as needed.
 *
 * @example
 * ```ts
 * import { OrdinalStates, UNIT_OK } from "./ordinal_states.ts";
 * import { assert } from "@std/assert";
 * const states = new OrdinalStates();
 * states.set(1_000_000, UNIT_OK);
 * assert(states.isDone(1_000_000) && !states.isDone(0));
 * ```
 */
export class OrdinalStates {
  #bytes = new Uint8Array(1024);
  readonly #counts = [0, 0, 0, 0];

  /** State of an ordinal; open for one never set. */
  get(ordinal: number): number {
    return this.#bytes[ordinal] ?? UNIT_OPEN;
  }

  /** Sets the state; a later one replaces an earlier one. */
  set(ordinal: number, state: number): void {
    if (ordinal >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(ordinal + 1, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const old = this.#bytes[ordinal] ?? UNIT_OPEN;
    this.#counts[old] = (this.#counts[old] ?? 0) - 1;
    this.#counts[state] = (this.#counts[state] ?? 0) + 1;
    this.#bytes[ordinal] = state;
  }

  /** Whether the unit needs no further run: scored or limited. */
  isDone(ordinal: number): boolean {
    const state = this.get(ordinal);
    return state === UNIT_OK || state === UNIT_LIMITED;
  }

  /** How many ordinals are in a state (not for `UNIT_OPEN`). */
  count(state: number): number {
    return this.#counts[state] ?? 0;
  }

  /** One more than the highest ordinal that may be set. */
  get capacity(): number {
    return this.#bytes.length;
  }
}
