/**
 * Docs from Parquet.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { type ByteRange, loadParquet } from "../deps/parquet.ts";
import type { Dataset, Fields } from "./doc.ts";
import { openByteRange } from "./byte_range.ts";
import { makeDataset } from "./make_dataset.ts";
import type { RowReader, SourceOptions } from "./row_source.ts";

/** Options of {@linkcode fromParquet}. */
export interface FromParquetOptions extends SourceOptions {
  /** What becomes of integers beyond ±(2^53 − 1): an error (default), or their digits as text. */
  readonly bigIntegers?: "refuse" | "text";
}

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

/**
 * The rows of a Parquet file, a batch a row group; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromParquet}.
 *
 * @example
 * ```ts
 * import { readParquet } from "./from_parquet.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => Array.fromAsync(readParquet(new Uint8Array(16), {})()));
 * ```
 */
export function readParquet(
  source: string | URL | Uint8Array,
  options: Pick<FromParquetOptions, "bigIntegers">,
  file: string = source instanceof Uint8Array ? "parquet" : String(source),
): RowReader {
  return async function* () {
    const open = await loadParquet();
    await using bytes = await openByteRange(source);
    const parquet = await guard(open(bytes), { file, bytes });
    let start = 0;
    for (const size of parquet.groups) {
      if (size === 0) continue;
      const rows = await guard(parquet.rows(start, start + size), { file, bytes });
      yield rows.map((row, i) => ({ fields: toPlain(row, { file, row: start + i + 1, options }), file }));
      start += size;
    }
  };
}

/** A broken file is a finding, not a crash inside the decoder. */
async function guard<T>(work: Promise<T>, { file, bytes }: { file: string; bytes: ByteRange }): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DataError(
      `Cannot read "${file}" (${bytes.byteLength} bytes): wanted a whole Parquet file, found: ${why}`,
      {
        code: "bad_parquet",
        hint: "Fetch the file again; it may be cut",
        cause,
        details: { file },
      },
    );
  }
}

interface Place {
  readonly file: string;
  readonly row: number;
  readonly options: Pick<FromParquetOptions, "bigIntegers">;
}

function toPlain(row: Record<string, unknown>, place: Place): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value, name, place)]));
}

function plain(value: unknown, column: string, place: Place): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") {
    if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
    if (place.options.bigIntegers === "text") return String(value);
    throw refuse(`integers within ±(2^53 - 1)`, String(value), {
      code: "unsafe_integer",
      hint: 'Read with bigIntegers: "text" to get the digits',
      column,
      place,
    });
  }
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    if (Number.isNaN(value)) return null; // how data frames write "missing"
    throw refuse("finite numbers", String(value), { code: "not_finite", column, place });
  }
  if (typeof value !== "object") return value;
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return Array.from(value as ArrayLike<unknown>, (item) => plain(item, column, place));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [key, plain(v, `${column}.${key}`, place)]),
  );
}

function refuse(
  wanted: string,
  found: string,
  about: { code: string; hint?: string; column: string; place: Place },
): DataError {
  const { file, row } = about.place;
  return new DataError(
    `Cannot read ${file} row ${row}: wanted ${wanted} in "${about.column}", found ${found}`,
    {
      code: about.code,
      ...(about.hint === undefined ? {} : { hint: about.hint }),
      details: { file, row, field: about.column },
    },
  );
}
