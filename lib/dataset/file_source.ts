/**
 * Where bytes of a data file come from, so that they can come again.
 *
 * @module
 */
import { readChunks, type TextSource } from "../core/read_chunks.ts";

/**
 * A path, a `file:` URL, bytes in memory, or a function that opens a fresh
 * stream for each pass. A path that ends in `.gz` is unpacked.
 */
export type FileSource =
  | string
  | URL
  | Uint8Array
  | (() => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>);

/**
 * Name of a source in messages: its path, else the kind of data.
 *
 * @example
 * ```ts
 * import { sourceName } from "./file_source.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sourceName("a/b.jsonl", "jsonl"), "a/b.jsonl");
 * assertEquals(sourceName(new Uint8Array(), "jsonl"), "jsonl");
 * ```
 */
export function sourceName(source: FileSource, kind: string): string {
  return typeof source === "string" ? source : source instanceof URL ? source.href : kind;
}

/**
 * Opens a source for one pass, unpacked.
 *
 * @throws {DataError} from the stream, or while reading: `not_found`, `unreadable`.
 *
 * @example
 * ```ts
 * import { openSource } from "./file_source.ts";
 * import { assert } from "@std/assert";
 * assert(await openSource("a.jsonl") === "a.jsonl");
 * ```
 */
export async function openSource(source: FileSource): Promise<TextSource> {
  if (typeof source === "function") return await source();
  if (source instanceof Uint8Array || !/\.gz$/i.test(String(source))) return source;
  const chunks = readChunks(source);
  const packed = new ReadableStream<BufferSource>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value.slice() as BufferSource); // the chunk's buffer is reused
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return packed.pipeThrough(new DecompressionStream("gzip"));
}
