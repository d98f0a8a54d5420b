/**
 * The one reader of lines: only LF ends a line, one CR before it is dropped, one
 * byte order mark is dropped, bad UTF-8 is refused.
 *
 * @module
 */
import { LF, splitBlock, startsWithMark, type TextLine } from "./line_block.ts";
import { readChunks, type TextSource } from "./read_chunks.ts";

export type { TextLine } from "./line_block.ts";

/** Bytes decoded at once: far quicker than line by line, and little to hold. */
const BLOCK = 64 * 1024;

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
