/**
 * The one reader of lines: only LF ends a line, one CR before it is dropped, one
 * byte order mark is dropped, bad UTF-8 is refused.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { readChunks, type TextSource } from "./read_chunks.ts";

/** One physical line. */
export interface TextLine {
  /** 1-based number; blank lines count. */
  readonly line: number;
  /** Text without its line end; shares memory with its neighbours (up to 64 KB). */
  readonly text: string;
}

/** Bytes decoded at once: far quicker than line by line, and little to hold. */
const BLOCK = 64 * 1024;
/** Lines handed on at once: what is made of them is garbage before it is old. */
const BATCH = 64;

/**
 * Lines of a source, one by one, in flat memory. A file that ends in LF has no
 * empty line after it. Iterating to the end, or breaking off, closes the file.
 *
 * @throws {DataError} `not_found`, `unreadable`, or `bad_utf8` with the line.
 *
 * @example
 * ```ts
 * import { readLines } from "./read_lines.ts";
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
 * The same lines in small batches: what fast readers iterate, since a promise a
 * line costs more than the line.
 *
 * @throws {DataError} as {@linkcode readLines}.
 *
 * @example
 * ```ts
 * import { readLineBatches } from "./read_lines.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const batches = await Array.fromAsync(readLineBatches(new TextEncoder().encode("a\nb\n")));
 * assertEquals(batches.flat().map((l) => l.line), [1, 2]);
 * ```
 */
export async function* readLineBatches(source: TextSource, name?: string): AsyncGenerator<TextLine[]> {
  const file = name ?? (typeof source === "string" || source instanceof URL ? String(source) : undefined);
  const rest: Uint8Array[] = []; // the start of a line whose end has not come
  let line = 0;
  for await (const chunk of readChunks(source)) {
    let start = 0;
    if (rest.length > 0) {
      const end = chunk.indexOf(LF);
      if (end >= 0) {
        yield* splitBlock(joinBytes(rest, chunk.subarray(0, start = end + 1)), ++line, file);
        rest.length = 0;
      }
    }
    const stop = rest.length > 0 ? 0 : chunk.lastIndexOf(LF) + 1;
    while (start < stop) {
      const near = chunk.lastIndexOf(LF, Math.min(start + BLOCK, stop) - 1) + 1;
      const end = near > start ? near : chunk.indexOf(LF, start) + 1; // a line longer than a block
      for (const lines of splitBlock(chunk.subarray(start, end), line + 1, file)) {
        line += lines.length;
        yield lines;
      }
      start = end;
    }
    if (start < chunk.length) rest.push(chunk.slice(start)); // the buffer is reused: copy only the rest
  }
  const last = joinBytes(rest, new Uint8Array(0));
  const onlyMark = line === 0 && last.length === 3 && startsWithMark(last);
  if (last.length > 0 && !onlyMark) yield* splitBlock(last, line + 1, file); // nothing but a mark is an empty file
}

const LF = 10;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The lines of a block of whole lines, of which the first is number `line`. */
function* splitBlock(bytes: Uint8Array, line: number, file: string | undefined): Generator<TextLine[]> {
  if (line === 1 && startsWithMark(bytes)) bytes = bytes.subarray(3);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw badUtf8({ file, line: line + goodLines(bytes), cause });
  }
  let lines: TextLine[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const shown = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    lines.push({ line: line++, text: text.slice(start, shown) });
    start = end + 1;
    if (lines.length === BATCH) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

/** How many lines come before the first that is not UTF-8. */
function goodLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let start = 0; start < bytes.length; lines++) {
    const found = bytes.indexOf(LF, start);
    const end = found < 0 ? bytes.length : found + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      break;
    }
    start = end;
  }
  return lines;
}

function badUtf8(
  { file, line, cause }: { file: string | undefined; line: number; cause: unknown },
): DataError {
  return new DataError(`Cannot read ${file ?? "the text"}:${line}: wanted UTF-8, found other bytes`, {
    code: "bad_utf8",
    hint: "Save the file as UTF-8",
    cause,
    details: { file: file ?? null, line },
  });
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
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
