/**
 * Bytes of a source as they come.
 *
 * @module
 */
import { DataError } from "./errors.ts";

/** Bytes as they come: a path, a URL of a file, a stream, or bytes in memory. */
export type TextSource = string | URL | ReadableStream<Uint8Array> | Uint8Array;

const CHUNK = 256 * 1024;

/**
 * Bytes of a source in chunks. The chunk of a file is one reused buffer: copy
 * what must outlive the step.
 *
 * @throws {DataError} `not_found` or `unreadable` naming the path.
 *
 * @example
 * ```ts
 * import { readChunks } from "./read_chunks.ts";
 * import { assertEquals } from "@std/assert";
 * let size = 0;
 * for await (const chunk of readChunks(new Uint8Array(3))) size += chunk.length;
 * assertEquals(size, 3);
 * ```
 */
export async function* readChunks(source: TextSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) return void (yield source);
  if (source instanceof ReadableStream) return yield* source;
  let file: Deno.FsFile;
  try {
    file = await Deno.open(source, { read: true });
  } catch (cause) {
    throw unreadable(String(source), cause);
  }
  try {
    const buffer = new Uint8Array(CHUNK);
    for (let n = await file.read(buffer); n !== null; n = await file.read(buffer)) {
      yield buffer.subarray(0, n);
    }
  } finally {
    file.close();
  }
}

/**
 * The error for a file that cannot be read.
 *
 * @example
 * ```ts
 * import { unreadable } from "./read_chunks.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(unreadable("a.txt", new Deno.errors.NotFound()).code, "not_found");
 * ```
 */
export function unreadable(path: string, cause: unknown): DataError {
  const missing = cause instanceof Deno.errors.NotFound;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataError(
    missing ? `Cannot read "${path}": wanted a file, found none` : `Cannot read "${path}": ${why}`,
    { code: missing ? "not_found" : "unreadable", cause, details: { file: path } },
  );
}
