/**
 * The one source of chance over docs: a pure function of seed and row id.
 *
 * @module
 */
import { sha256 } from "../core/hash.ts";

/**
 * A 52-bit key (hex) of a seed and an id. The same in every process; another
 * row never changes it. Sorting by it is a fair shuffle.
 *
 * @throws {RangeError} when the seed is not a safe integer.
 *
 * @example
 * ```ts
 * import { orderKey } from "./order_key.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(orderKey(1, "a"), orderKey(1, "a"));
 * ```
 */
export function orderKey(seed: number, id: string): string {
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot draw with the seed ${seed}: wanted an integer within ±(2^53 - 1)`);
  }
  return sha256(`${seed}\n${id}`).slice(0, 13);
}

/**
 * The same key as a fraction in [0, 1).
 *
 * @throws {RangeError} when the seed is not a safe integer.
 *
 * @example
 * ```ts
 * import { orderFraction } from "./order_key.ts";
 * import { assert } from "@std/assert";
 * const x = orderFraction(1, "a");
 * assert(x >= 0 && x < 1);
 * ```
 */
export function orderFraction(seed: number, id: string): number {
  return Number.parseInt(orderKey(seed, id), 16) / 2 ** 52;
}
