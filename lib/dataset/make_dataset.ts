/**
 * Turns rows into docs, and docs into data sets that can be read again.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { assignIds } from "./assign_ids.ts";
import { checkColumns } from "./check_columns.ts";
import type { Dataset, DatasetInfo, Doc, Fields } from "./doc.ts";
import { eachDoc } from "./each_doc.ts";
import type { RowReader, SourceOptions } from "./row_source.ts";

/** Rows counted after each stage of one iteration; the first is the source. */
interface Trace {
  stage: string;
  rows: number;
}

type BatchReader<F extends Fields> = (trace: Trace[]) => AsyncIterable<readonly Doc<F>[]>;

/** How to read the docs of a data set made here, without its guard against emptiness. */
const readers = new WeakMap<Dataset, BatchReader<Fields>>();

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

/**
 * A data set made from another, batch by batch: the base of `limit`, `filterDocs`
 * and their like. `stage` names the step in the message about emptiness.
 *
 * @example
 * ```ts
 * import { deriveDataset } from "./make_dataset.ts";
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

/** The docs of any data set in batches; a foreign one comes one doc a batch. */
async function* docBatches<F extends Fields>(
  dataset: Dataset<F>,
  trace: Trace[],
): AsyncGenerator<readonly Doc<F>[]> {
  const reader = readers.get(dataset as Dataset);
  if (reader !== undefined) return yield* reader(trace) as AsyncIterable<readonly Doc<F>[]>;
  const source = { stage: "read", rows: 0 };
  trace.push(source);
  for await (const doc of dataset) {
    source.rows++;
    yield [doc];
  }
}

function fromBatches<F extends Fields>(info: DatasetInfo, read: BatchReader<F>): Dataset<F> {
  const dataset: Dataset<F> = {
    info,
    [Symbol.asyncIterator]() {
      const trace: Trace[] = [];
      return eachDoc(read(trace), () => emptyError(info, trace));
    },
  };
  readers.set(dataset as Dataset, read as BatchReader<Fields>);
  return dataset;
}

function emptyError(info: DatasetInfo, trace: readonly Trace[]): DataError {
  const [source, ...filters] = trace;
  const left = filters.map((t) => `${t.rows} left after ${t.stage}`).join(", ");
  const found = `${source?.rows ?? 0} rows read${left === "" ? "" : `, ${left}`}`;
  return new DataError(`Cannot use "${info.name}": wanted at least one row, found ${found}`, {
    code: "empty_dataset",
    hint: (source?.rows ?? 0) === 0
      ? "Check that the file is the one you mean"
      : "Loosen the filter that leaves none",
    details: { name: info.name, stages: trace.map((t) => ({ ...t })) },
  });
}
