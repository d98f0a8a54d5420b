/**
 * Docs from Parquet.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { makeDataset } from "./make_dataset.ts";
import type { ParquetValueOptions } from "./parquet_value.ts";
import { readParquet } from "./read_parquet.ts";
import type { SourceOptions } from "./row_source.ts";

/** Options of {@linkcode fromParquet}. */
export interface FromParquetOptions extends SourceOptions, ParquetValueOptions {}

/**
 * A data set over a Parquet file (no compression, Snappy, GZIP, ZSTD, Brotli
 * or LZ4), one row group in memory at a time. Rows become JSON-safe: times are
 * ISO-8601 texts, binary columns base64 texts, a floating NaN is null.
 *
 * @throws {DataError} while reading: `bad_parquet`, `unsafe_integer`,
 * `not_finite`, `not_found`, `duplicate_id`, `bad_type`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromParquet, toArray } from "../../mod.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => toArray(fromParquet("no/such.parquet")), Error, "no/such.parquet");
 * ```
 */
export function fromParquet<F extends Fields = Fields>(
  source: string | URL | Uint8Array,
  options: FromParquetOptions = {},
): Dataset<F> {
  const name = source instanceof Uint8Array ? "parquet" : String(source);
  return makeDataset<F>({ kind: "parquet", name, revision: null }, readParquet(source, options), options);
}
