/**
 * A random part of the docs.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { Dataset, Fields } from "./doc.ts";
import { checkCount } from "./limit.ts";
import { deriveDataset } from "./derive_dataset.ts";
import { orderKey } from "./order_key.ts";
import { byKey, DEFAULT_SEED, type KeyedDoc, type SeedOptions } from "./shuffle.ts";

/**
 * Draws `count` docs without replacement; the order stays. A bigger sample with
 * the same seed contains the smaller one. Memory grows with `count`, not with
 * the data set.
 *
 * @throws {RangeError} unless `count` is an integer of at least 1.
 * @throws {DataError} while reading: `too_few_rows` when fewer are there.
 *
 * @example
 * ```ts
 * import { fromArray, sampleDocs, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = fromArray([1, 2, 3, 4].map((n) => ({ n })));
 * assertEquals((await toArray(sampleDocs(docs, 2))).length, 2);
 * ```
 */
export function sampleDocs<F extends Fields>(
  dataset: Dataset<F>,
  count: number,
  options: SeedOptions = {},
): Dataset<F> {
  checkCount(count, "sample");
  const seed = options.seed ?? DEFAULT_SEED;
  orderKey(seed, "");
  return deriveDataset(dataset, `the sample of ${count}`, async function* (batches) {
    let kept: KeyedDoc<F>[] = [];
    let rows = 0;
    for await (const docs of batches) {
      for (const doc of docs) kept.push({ key: orderKey(seed, doc.id), at: rows++, doc });
      if (kept.length >= 2 * count) kept = kept.sort(byKey).slice(0, count);
    }
    if (rows < count && rows > 0) {
      throw new DataError(`Cannot sample "${dataset.info.name}": wanted ${count} rows, found ${rows}`, {
        code: "too_few_rows",
        hint: `Ask for at most ${rows}, or use a limit`,
        details: { name: dataset.info.name, asked: count, available: rows },
      });
    }
    yield kept.sort(byKey).slice(0, count).sort((a, b) => a.at - b.at).map(({ doc }) => doc);
  });
}
