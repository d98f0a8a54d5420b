/**
 * The first docs.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { deriveDataset } from "./derive_dataset.ts";

/**
 * The first `count` docs; reading stops there. Fewer docs than asked is no
 * error: the count is an upper bound.
 *
 * @throws {RangeError} unless `count` is an integer of at least 1: a limit of 0
 * would be an evaluation of nothing.
 *
 * @example
 * ```ts
 * import { fromArray, limit, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await toArray(limit(fromArray([{ n: 1 }, { n: 2 }]), 1))).length, 1);
 * ```
 */
export function limit<F extends Fields>(dataset: Dataset<F>, count: number): Dataset<F> {
  checkCount(count, "limit");
  return deriveDataset(dataset, `the limit of ${count}`, async function* (batches) {
    let left = count;
    for await (const docs of batches) {
      yield docs.length > left ? docs.slice(0, left) : docs;
      left -= docs.length;
      if (left <= 0) return;
    }
  });
}

/**
 * Refuses a number of docs that is not an integer of at least 1.
 *
 * @throws {RangeError} naming the verb and what was found.
 *
 * @example
 * ```ts
 * import { checkCount } from "./limit.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => checkCount(0, "limit"), RangeError, "at least 1");
 * ```
 */
export function checkCount(count: number, verb: string): void {
  if (Number.isSafeInteger(count) && count >= 1) return;
  throw new RangeError(`Cannot ${verb} docs: wanted an integer of at least 1, found ${count}`);
}
