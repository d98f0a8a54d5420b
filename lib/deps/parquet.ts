/**
 * The Parquet reader and its decompressors, loaded when the first Parquet file
 * is read.
 *
 * @module
 */

/** Random access to the bytes of a file. */
export interface ByteRange {
  /** Size of the file. */
  readonly byteLength: number;
  /** Bytes from `start` to `end` (exclusive; default: the end). */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** A Parquet file whose footer has been read. */
export interface ParquetFile {
  /** Rows of each row group, in order. */
  readonly groups: readonly number[];
  /** Decodes the rows from `start` to `end`; ask for whole row groups, each part is decoded anew. */
  rows(start: number, end: number): Promise<Record<string, unknown>[]>;
}

/**
 * Loads the reader. The function it gives reads a footer.
 *
 * @example
 * ```ts
 * import { loadParquet } from "./parquet.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const open = await loadParquet();
 * await assertRejects(() => open({ byteLength: 4, slice: () => Promise.resolve(new ArrayBuffer(4)) }));
 * ```
 */
export async function loadParquet(): Promise<(file: ByteRange) => Promise<ParquetFile>> {
  const [{ parquetMetadataAsync, parquetReadObjects }, { decompressLz4, decompressLz4Raw }, zlib] =
    await Promise
      .all([
        import("npm:hyparquet@1.33.0"),
        import("npm:hyparquet-compressors@1.1.2"),
        import("node:zlib"),
      ]);
  const compressors = {
    GZIP: (bytes: Uint8Array): Uint8Array => zlib.gunzipSync(bytes),
    BROTLI: (bytes: Uint8Array): Uint8Array => zlib.brotliDecompressSync(bytes),
    ZSTD: (bytes: Uint8Array): Uint8Array => zlib.zstdDecompressSync(bytes),
    // The decoder takes the lone end token of an empty page for a match: such a page needs no decoder.
    LZ4: (bytes: Uint8Array, size: number): Uint8Array => size === 0 ? EMPTY : decompressLz4(bytes, size),
    LZ4_RAW: (bytes: Uint8Array, size: number): Uint8Array =>
      size === 0 ? EMPTY : decompressLz4Raw(bytes, size),
  };
  const parsers = {
    timestampFromMilliseconds: (millis: bigint): string => isoTime(millis, 3),
    timestampFromMicroseconds: (micros: bigint): string => isoTime(micros, 6),
    timestampFromNanoseconds: (nanos: bigint): string => isoTime(nanos, 9),
    dateFromDays: (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10),
  };
  return async (file) => {
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    return {
      groups: metadata.row_groups.map((group) => Number(group.num_rows)),
      rows: (rowStart, rowEnd) =>
        parquetReadObjects({
          file,
          metadata,
          rowStart,
          rowEnd,
          compressors,
          parsers,
          utf8: false,
          geoparquet: false,
        }),
    };
  };
}

const EMPTY = new Uint8Array(0);

/** ISO-8601 UTC with all the digits the column has. */
function isoTime(value: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits);
  let seconds = value / unit;
  if (seconds * unit > value) seconds -= 1n; // before 1970
  const fraction = String(value - seconds * unit).padStart(digits, "0").replace(/0+$/, "").padEnd(3, "0");
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, `.${fraction}Z`);
}
