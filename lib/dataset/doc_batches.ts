/**
 * How docs flow between data sets: in batches, counted after each stage.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { Dataset, DatasetInfo, Doc, Fields } from "./doc.ts";
import { eachDoc } from "./each_doc.ts";

/** Rows counted after each stage of one iteration; the first is the source. */
export interface Trace {
  /** Name of the stage, as a message about emptiness says it. */
  stage: string;
  /** Rows it gave. */
  rows: number;
}

/** Starts one iteration: its docs in batches, each stage noted in the trace. */
export type BatchReader<F extends Fields> = (trace: Trace[]) => AsyncIterable<readonly Doc<F>[]>;

/** How to read the docs of a data set made here, without its guard against emptiness. */
const readers = new WeakMap<Dataset, BatchReader<Fields>>();

/**
 * The docs of any data set in batches; a foreign one comes one doc a batch.
 *
 * @example
 * ```ts
 * import { docBatches } from "./doc_batches.ts";
 * import { fromArray } from "./from_array.ts";
 * import { assertEquals } from "@std/assert";
 * const trace: { stage: string; rows: number }[] = [];
 * await Array.fromAsync(docBatches(fromArray([{ n: 1 }, { n: 2 }]), trace));
 * assertEquals(trace, [{ stage: "read", rows: 2 }]);
 * ```
 */
export async function* docBatches<F extends Fields>(
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

/**
 * A data set over batches. Reading it to the end without a single doc throws
 * `empty_dataset`, saying how many rows each stage left.
 *
 * @example
 * ```ts
 * import { fromBatches } from "./doc_batches.ts";
 * import { assertRejects } from "@std/assert";
 * const none = fromBatches({ kind: "mine", name: "mine", revision: null }, async function* () {});
 * await assertRejects(() => Array.fromAsync(none), Error, "at least one row");
 * ```
 */
export function fromBatches<F extends Fields>(info: DatasetInfo, read: BatchReader<F>): Dataset<F> {
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
