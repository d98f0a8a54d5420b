/**
 * Files a command is given.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";

/**
 * Text of a file.
 *
 * @throws {ResultError} `unreadable`.
 * @example
 * ```ts
 * import { readText } from "./read_text.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => readText("no/such.file"), Error, 'Cannot read "no/such.file"');
 * ```
 */
export async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new ResultError(`Cannot read "${path}": ${(cause as Error).message}`, {
      code: "unreadable",
      cause,
    });
  }
}
