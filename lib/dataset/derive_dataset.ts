/**
 * Data sets made of others.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";
import { docBatches, fromBatches } from "./doc_batches.ts";

/**
 * A data set made from another, batch by batch: the base of `limit`, `filterDocs`
 * and their like. `stage` names the step in the message about emptiness.
 *
 * @example
 * ```ts
 * import { deriveDataset } from "./derive_dataset.ts";
 * import { fromArray } from "./from_array.ts";
 * import { toArray } from "./to_array.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const odd = deriveDataset(fromArray([{ n: 1 }, { n: 2 }]), "odd", async function* (batches) {
 *   for await (const docs of batches) yield docs.filter((doc) => doc.fields.n % 2 === 1);
 * });
 * assertEquals((await toArray(odd)).length, 1);
 * ```
 */
export function deriveDataset<F extends Fields>(
  dataset: Dataset<F>,
  stage: string,
  transform: (batches: AsyncIterable<readonly Doc<F>[]>) => AsyncIterable<readonly Doc<F>[]>,
): Dataset<F> {
  return fromBatches<F>(dataset.info, async function* (trace) {
    const own = { stage, rows: 0 };
    const batches = transform(docBatches(dataset, trace));
    let placed = false;
    for await (const docs of batches) {
      if (!placed) trace.push(own);
      placed = true;
      own.rows += docs.length;
      yield docs;
    }
    if (!placed) trace.push(own);
  });
}
