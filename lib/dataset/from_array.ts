/**
 * Docs from rows in memory.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { makeDataset } from "./make_dataset.ts";
import type { SourceOptions } from "./row_source.ts";

/** Options of {@linkcode fromArray}. */
export interface FromArrayOptions extends SourceOptions {
  /** Name in messages and results; default `array`. */
  readonly name?: string;
  /** Kind of source in results; default `array`. */
  readonly kind?: string;
}

/**
 * A data set over an array of rows. The order is the array's; the array is
 * copied, the rows are not.
 *
 * @throws {DataError} while reading: `duplicate_id`, `bad_type`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromArray } from "./from_array.ts";
 * import { toArray } from "./to_array.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = await toArray(fromArray([{ id: "a", q: "1+1" }, { id: "b", q: "2+2" }]));
 * assertEquals(docs.map((doc) => doc.id), ["a", "b"]);
 * ```
 */
export function fromArray<F extends Fields = Fields>(
  rows: readonly F[],
  options: FromArrayOptions = {},
): Dataset<F> {
  const copy = [...rows];
  const name = options.name ?? "array";
  return makeDataset<F>({ kind: options.kind ?? "array", name, revision: null }, async function* () {
    yield copy.map((fields) => ({ fields, file: name }));
  }, options);
}
