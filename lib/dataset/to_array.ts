/**
 * All docs at once.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";

/**
 * Reads a data set into memory, in order.
 *
 * @throws {DataError} what reading throws; `empty_dataset` when nothing is left.
 *
 * @example
 * ```ts
 * import { fromArray } from "./from_array.ts";
 * import { toArray } from "./to_array.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await toArray(fromArray([{ q: "?" }])))[0]?.index, 0);
 * ```
 */
export async function toArray<F extends Fields>(dataset: Dataset<F>): Promise<Doc<F>[]> {
  return await Array.fromAsync(dataset);
}
