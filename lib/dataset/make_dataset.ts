/**
 * Turns rows into docs.
 *
 * @module
 */
import { assignIds } from "./assign_ids.ts";
import { checkColumns } from "./check_columns.ts";
import type { Dataset, DatasetInfo, Doc, Fields } from "./doc.ts";
import { fromBatches } from "./doc_batches.ts";
import type { RowReader, SourceOptions } from "./row_source.ts";

/** Options of {@linkcode makeDataset}. */
export interface MakeOptions extends SourceOptions {
  /** The source has no types: convert cells of text to the types of `columns`. */
  readonly untyped?: boolean;
}

/**
 * A data set over a row reader: columns checked, ids given, duplicates refused.
 * Reading it to the end without a single doc throws.
 *
 * @throws {TypeError} for `columns` in unknown words. While reading, a
 * DataError: `duplicate_id`, `missing_id`, `missing_column`, `bad_type`,
 * `empty_dataset`, or what the reader throws.
 *
 * @example
 * ```ts
 * import { makeDataset } from "./make_dataset.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = async function* () { yield [{ fields: { id: "a", q: "1+1" }, file: "mine" }]; };
 * const docs = makeDataset({ kind: "mine", name: "mine", revision: null }, rows);
 * for await (const doc of docs) assertEquals(doc.id, "a");
 * ```
 */
export function makeDataset<F extends Fields = Fields>(
  info: DatasetInfo,
  read: RowReader,
  options: MakeOptions = {},
): Dataset<F> {
  const check = options.columns === undefined
    ? undefined
    : checkColumns(options.columns, { untyped: options.untyped === true });
  return fromBatches<F>(info, async function* (trace) {
    const source = { stage: "read", rows: 0 };
    trace.push(source);
    const toDoc = assignIds(read, options);
    for await (const rows of read()) {
      const docs: Doc<F>[] = [];
      try {
        for (const raw of rows) {
          const row = check === undefined ? raw : check(raw, source.rows);
          const doc = toDoc(row, source.rows++);
          docs.push((doc instanceof Promise ? await doc : doc) as Doc<F>); // an await a row would cost more than the row
        }
      } catch (error) {
        if (docs.length > 0) yield docs; // a limit may stop before the bad row
        throw error;
      }
      yield docs;
    }
  });
}
