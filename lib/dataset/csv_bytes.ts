/**
 * Bytes on their way to the CSV parser.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";

/**
 * Lines by byte offset: only LF ends a line. (The parser's own count takes a CR
 * for one, too.)
 *
 * @example
 * ```ts
 * import { LineCounter } from "./csv_bytes.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lines = new LineCounter();
 * lines.add(new TextEncoder().encode('a\n"b\nc"\nd\n'));
 * assertEquals([lines.next(2), lines.next(8), lines.next(10)], [1, 2, 4]);
 * ```
 */
export class LineCounter {
  #ends: number[] = [];
  #seen = 0;
  #passed = 0;
  #start = 1;

  /** Notes the line ends of the next bytes. */
  add(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
      this.#ends.push(this.#seen + at);
    }
    this.#seen += chunk.length;
  }

  /** Line on which the record that ends at `bytes` began. */
  next(bytes: number): number {
    const line = this.#start;
    this.#start = this.at(bytes);
    return line;
  }

  /** Line of a byte offset; offsets never go back. */
  at(bytes: number): number {
    let n = 0;
    while (n < this.#ends.length && (this.#ends[n] as number) < bytes) n++;
    if (n > 0) this.#ends.splice(0, n);
    this.#passed += n;
    return this.#passed + 1;
  }
}

/**
 * The bytes of a CSV source for its parser: one byte order mark dropped, UTF-8
 * proved, lines counted.
 *
 * @throws {DataError} `bad_utf8`, naming the file.
 *
 * @example
 * ```ts
 * import { checkedBytes, LineCounter } from "./csv_bytes.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const chunks = ReadableStream.from([new TextEncoder().encode("\ufeffa")]);
 * const [bytes] = await Array.fromAsync(checkedBytes(chunks, { file: "a.csv", lines: new LineCounter() }));
 * assertEquals(bytes?.length, 1);
 * ```
 */
export async function* checkedBytes(
  chunks: AsyncIterable<Uint8Array>,
  { file, lines }: { file: string; lines: LineCounter },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const check = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new DataError(`Cannot read ${file}: wanted UTF-8, found other bytes`, {
        code: "bad_utf8",
        hint: "Save the file as UTF-8",
        cause,
        details: { file },
      });
    }
  };
  let first = true;
  for await (let chunk of chunks) {
    check(chunk);
    if (first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) chunk = chunk.subarray(3);
    first = false;
    lines.add(chunk);
    yield chunk.slice(); // the parser may keep it, the reader reuses its buffer
  }
  check();
}
