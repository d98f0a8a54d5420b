/**
 * Text from bytes: one byte order mark is dropped, bad UTF-8 is refused.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { unreadable } from "./read_chunks.ts";

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
