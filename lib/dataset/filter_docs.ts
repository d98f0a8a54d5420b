/**
 * Docs that pass a test.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";
import { deriveDataset } from "./derive_dataset.ts";

/**
 * Keeps the docs for which `keep` is true, in order; ids and indexes stay.
 * `name` names the step when nothing is left.
 *
 * @throws {DataError} while reading: `empty_dataset` when no doc passes.
 *
 * @example
 * ```ts
 * import { filterDocs, fromArray, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const even = filterDocs(fromArray([{ n: 1 }, { n: 2 }]), (doc) => doc.fields.n % 2 === 0);
 * assertEquals((await toArray(even)).map((doc) => doc.index), [1]);
 * ```
 */
export function filterDocs<F extends Fields>(
  dataset: Dataset<F>,
  keep: (doc: Doc<F>) => boolean,
  name: string = "the filter",
): Dataset<F> {
  return deriveDataset(dataset, name, async function* (batches) {
    for await (const docs of batches) yield docs.filter(keep);
  });
}
