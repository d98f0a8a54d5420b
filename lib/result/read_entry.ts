/**
 * Reads a result file, the seed's own included.
 *
 * @module
 */
import { isBenchError, ResultError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { readText } from "../core/text.ts";
import type { Entry } from "./entry.ts";
import { decodeEntry } from "./entry_codec.ts";
import { assertResults } from "./validate.ts";

/**
 * Reads one result file.
 *
 * @throws {ResultError} `not_found`, `bad_json`, `bad_results`.
 * @example A missing file
 * ```ts
 * import { readEntry } from "./read_entry.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => readEntry("no/such.json"), Error, '"no/such.json"');
 * ```
 */
export async function readEntry(path: string): Promise<Entry> {
  const fail = (code: string, why: string, cause: unknown) =>
    new ResultError(`Cannot read the result "${path}": ${why}`, { code, cause });
  let json: unknown;
  try {
    json = parseJson(await readText(path), { file: path });
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) throw fail("not_found", "there is no such file", cause);
    if (isBenchError(cause)) throw fail(cause.code, cause.message, cause);
    throw cause;
  }
  assertResults(json, path);
  return decodeEntry(json);
}
