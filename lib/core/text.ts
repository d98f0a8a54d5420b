/**
 * The one reader of text: one byte order mark is dropped, only LF ends a line,
 * one CR before it is dropped, bad UTF-8 is refused.
 *
 * @module
 */
import { DataError } from "./errors.ts";

/** One physical line. */
export interface TextLine {
  /** 1-based number; blank lines count. */
  readonly line: number;
  /** Text without its line end. */
  readonly text: string;
}

/** Bytes as they come: a path, a URL of a file, a stream, or bytes in memory. */
export type TextSource = string | URL | ReadableStream<Uint8Array> | Uint8Array;

const CHUNK = 256 * 1024;

/**
 * Decodes UTF-8 strictly and drops one leading byte order mark. Line ends stay
 * as they are.
 *
 * @throws {DataError} `bad_utf8` when the bytes are not UTF-8.
 *
 * @example
 * ```ts
 * import { decodeText } from "./text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), "a");
 * ```
 */
export function decodeText(bytes: Uint8Array, file?: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DataError(`Cannot read ${file ?? "the text"}: wanted UTF-8, found other bytes`, {
      code: "bad_utf8",
      hint: "Save the file as UTF-8",
      cause,
      details: { file: file ?? null },
    });
  }
}

/**
 * Reads a whole text file with {@linkcode decodeText}.
 *
 * @throws {DataError} `not_found` or `unreadable` naming the path, or `bad_utf8`.
 *
 * @example
 * ```ts
 * import { readText } from "./text.ts";
 * import { assert } from "@std/assert";
 *
 * const file = await Deno.makeTempFile();
 * await Deno.writeTextFile(file, "\ufeffhello");
 * assert(await readText(file) === "hello");
 * await Deno.remove(file);
 * ```
 */
export async function readText(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return decodeText(bytes, path);
}

/**
 * Lines of a source, one by one, in flat memory. A file that ends in LF has no
 * empty line after it. Iterating to the end, or breaking off, closes the file.
 *
 * @throws {DataError} `not_found`, `unreadable`, or `bad_utf8` with the line.
 *
 * @example
 * ```ts
 * import { readLines } from "./text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode("a\r\n\nb");
 * assertEquals(await Array.fromAsync(readLines(bytes), (l) => l.text), ["a", "", "b"]);
 * ```
 */
export async function* readLines(source: TextSource, name?: string): AsyncGenerator<TextLine> {
  for await (const batch of readLineBatches(source, name)) yield* batch;
}

/**
 * The same lines in batches, one batch a chunk of input: what fast readers
 * iterate, since a promise a line costs more than the line.
 *
 * @throws {DataError} as {@linkcode readLines}.
 *
 * @example
 * ```ts
 * import { readLineBatches } from "./text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const batches = await Array.fromAsync(readLineBatches(new TextEncoder().encode("a\nb\n")));
 * assertEquals(batches.flat().map((l) => l.line), [1, 2]);
 * ```
 */
export async function* readLineBatches(source: TextSource, name?: string): AsyncGenerator<TextLine[]> {
  const file = name ?? (typeof source === "string" || source instanceof URL ? String(source) : undefined);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const rest: Uint8Array[] = [];
  let line = 0;
  const decode = (bytes: Uint8Array): TextLine => {
    line++;
    if (line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    if (bytes[bytes.length - 1] === 13) bytes = bytes.subarray(0, -1);
    try {
      return { line, text: decoder.decode(bytes) };
    } catch (cause) {
      throw new DataError(`Cannot read ${file ?? "the text"}:${line}: wanted UTF-8, found other bytes`, {
        code: "bad_utf8",
        hint: "Save the file as UTF-8",
        cause,
        details: { file: file ?? null, line },
      });
    }
  };
  for await (const chunk of readChunks(source)) {
    const batch: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const part = chunk.subarray(start, end);
      batch.push(decode(rest.length === 0 ? part : joinBytes(rest, part)));
      rest.length = 0;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.slice(start)); // the buffer is reused: copy only the rest
    if (batch.length > 0) yield batch;
  }
  if (rest.length > 0) {
    const last = joinBytes(rest, new Uint8Array(0));
    const onlyMark = line === 0 && last.length === 3 && last[0] === 0xef && last[1] === 0xbb &&
      last[2] === 0xbf;
    if (!onlyMark) yield [decode(last)]; // nothing but a byte order mark is an empty file
  }
}

/**
 * Bytes of a source in chunks. The chunk of a file is one reused buffer: copy
 * what must outlive the step.
 *
 * @throws {DataError} `not_found` or `unreadable` naming the path.
 *
 * @example
 * ```ts
 * import { readChunks } from "./text.ts";
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

function joinBytes(parts: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, last.length));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  out.set(last, at);
  return out;
}

function unreadable(path: string, cause: unknown): DataError {
  const missing = cause instanceof Deno.errors.NotFound;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataError(
    missing ? `Cannot read "${path}": wanted a file, found none` : `Cannot read "${path}": ${why}`,
    { code: missing ? "not_found" : "unreadable", cause, details: { file: path } },
  );
}
