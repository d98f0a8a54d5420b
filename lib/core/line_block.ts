/**
 * Many lines decoded at once.
 *
 * @module
 */
import { DataError } from "./errors.ts";

/** One physical line. */
export interface TextLine {
  /** 1-based number; blank lines count. */
  readonly line: number;
  /** Text without its line end; shares memory with its neighbours (up to 64 KB). */
  readonly text: string;
}

/** Lines handed on at once: what is made of them is garbage before it is old. */
const BATCH = 64;

/** The byte that ends a line. */
export const LF = 10;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of a block of whole lines, of which the first is number `line`, in
 * small batches; the mark before line 1 is dropped.
 *
 * @throws {DataError} `bad_utf8` with the line.
 *
 * @example
 * ```ts
 * import { splitBlock } from "./line_block.ts";
 * import { assertEquals } from "@std/assert";
 * const [lines] = splitBlock(new TextEncoder().encode("a\r\nb"), 7, "a.txt");
 * assertEquals(lines, [{ line: 7, text: "a" }, { line: 8, text: "b" }]);
 * ```
 */
export function* splitBlock(
  bytes: Uint8Array,
  line: number,
  file: string | undefined,
): Generator<TextLine[]> {
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

/** Tells whether bytes start with a byte order mark. */
export function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
