/**
 * Random access to a file, without reading it whole.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { ByteRange } from "../deps/parquet.ts";

/** Random access that must be closed: `await using`. */
export interface OpenByteRange extends ByteRange, AsyncDisposable {}

/**
 * Opens a file, or bytes in memory, for random access. Reads of one file take
 * turns, since they share its position.
 *
 * @throws {DataError} `not_found` or `unreadable`, naming the path.
 *
 * @example
 * ```ts
 * import { openByteRange } from "./byte_range.ts";
 * import { assertEquals } from "@std/assert";
 * await using bytes = await openByteRange(new Uint8Array([1, 2, 3]));
 * assertEquals(new Uint8Array(await bytes.slice(1)), new Uint8Array([2, 3]));
 * ```
 */
export async function openByteRange(source: string | URL | Uint8Array): Promise<OpenByteRange> {
  if (source instanceof Uint8Array) {
    return {
      byteLength: source.byteLength,
      slice: (start, end) => Promise.resolve(source.slice(start, end).buffer as ArrayBuffer),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  let file: Deno.FsFile;
  try {
    file = await Deno.open(source, { read: true });
  } catch (cause) {
    const missing = cause instanceof Deno.errors.NotFound;
    const why = missing
      ? "wanted a file, found none"
      : cause instanceof Error
      ? cause.message
      : String(cause);
    throw new DataError(`Cannot read "${source}": ${why}`, {
      code: missing ? "not_found" : "unreadable",
      cause,
      details: { file: String(source) },
    });
  }
  const { size } = await file.stat();
  let turn: Promise<unknown> = Promise.resolve();
  const read = async (start: number, end: number): Promise<ArrayBuffer> => {
    const bytes = new Uint8Array(Math.max(0, end - start));
    await file.seek(start, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      const n = await file.read(bytes.subarray(at));
      if (n === null) throw new RangeError(`the file ends at ${start + at}, wanted ${end} bytes`);
      at += n;
    }
    return bytes.buffer;
  };
  return {
    byteLength: size,
    slice(start, end = size) {
      const next = turn.then(() => read(start, end));
      turn = next.catch(() => {});
      return next;
    },
    async [Symbol.asyncDispose]() {
      await turn;
      file.close();
    },
  };
}
