/**
 * Rows of Parquet.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { type ByteRange, loadParquet } from "../deps/parquet.ts";
import { openByteRange } from "./byte_range.ts";
import { type ParquetValueOptions, toPlain } from "./parquet_value.ts";
import type { RowReader } from "./row_source.ts";

/**
 * The rows of a Parquet file, a batch a row group; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromParquet}.
 *
 * @example
 * ```ts
 * import { readParquet } from "./read_parquet.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => Array.fromAsync(readParquet(new Uint8Array(16), {})()));
 * ```
 */
export function readParquet(
  source: string | URL | Uint8Array,
  options: ParquetValueOptions,
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
