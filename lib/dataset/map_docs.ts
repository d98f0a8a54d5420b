/**
 * Other columns for each doc; rows that cannot be used are dropped and counted.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { Dataset, Doc, Fields } from "./doc.ts";
import { deriveDataset } from "./derive_dataset.ts";

/** Options of {@linkcode mapDocs}. */
export interface MapDocsOptions {
  /**
   * What becomes of a doc for which `map` throws a DataError: `fail` (default)
   * throws on; `drop` leaves it out and reports it.
   */
  readonly onBadRow?: "fail" | "drop";
  /** Called for each dropped doc, once per reading. */
  readonly onDrop?: (doc: Doc, reason: { readonly code: string; readonly message: string }) => void;
}

/**
 * Gives each doc new columns; ids and indexes stay.
 *
 * @throws {DataError} while reading: what `map` throws, or `empty_dataset` when
 * every doc was dropped.
 *
 * @example Reject and count rows
 * ```ts
 * import { compactChoices, fromArray, mapDocs, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = fromArray([{ o: ["x", "y"], gold: 0 }, { o: ["x", ""], gold: 1 }]);
 * const reasons: string[] = [];
 * const good = mapDocs(docs, (doc) => ({ ...compactChoices(doc.fields.o, doc.fields.gold, doc.id) }), {
 *   onBadRow: "drop",
 *   onDrop: (_, reason) => reasons.push(reason.code),
 * });
 * assertEquals([(await toArray(good)).length, reasons], [1, ["gold_removed"]]);
 * ```
 */
export function mapDocs<F extends Fields, G extends Fields>(
  dataset: Dataset<F>,
  map: (doc: Doc<F>) => G,
  options: MapDocsOptions = {},
): Dataset<G> {
  const transform = async function* (batches: AsyncIterable<readonly Doc<F>[]>) {
    for await (const docs of batches) {
      const mapped: Doc<G>[] = [];
      for (const doc of docs) {
        try {
          mapped.push({ ...doc, fields: map(doc) });
        } catch (error) {
          if (options.onBadRow !== "drop" || !isBenchError(error)) throw error;
          options.onDrop?.(doc, { code: error.code, message: error.message });
        }
      }
      yield mapped;
    }
  };
  return deriveDataset<Fields>(
    dataset,
    "the mapping",
    transform as unknown as (batches: AsyncIterable<readonly Doc[]>) => AsyncIterable<readonly Doc[]>,
  ) as unknown as Dataset<G>;
}
