/**
 * A result file as text.
 *
 * @module
 */
import type { Entry } from "./entry.ts";
import { encodeEntry } from "./entry_codec.ts";
import { assertResults } from "./validate.ts";

/**
 * Text of an entry as it goes into the file: JSON, two spaces, one final line feed.
 *
 * @throws {ResultError} `bad_results` when the entry does not pass `validateResults`.
 * @example
 * ```ts
 * import { entryText } from "./entry_text.ts";
 * import { decodeEntry } from "./entry_codec.ts";
 * import { assertThrows } from "@std/assert";
 * const entry = decodeEntry({ run_id: "r", niche: "code", results: { mmlu: { score: NaN, per_category: {} } } });
 * assertThrows(() => entryText(entry), Error, "results.mmlu.score");
 * ```
 */
export function entryText(entry: Entry, name = "the entry"): string {
  const json = encodeEntry(entry);
  assertResults(json, name);
  return `${JSON.stringify(json, null, 2)}\n`;
}
