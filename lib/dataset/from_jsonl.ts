/**
 * Docs from JSON lines.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { type FileSource, sourceName } from "./file_source.ts";
import { makeDataset } from "./make_dataset.ts";
import { readJsonl } from "./read_jsonl.ts";
import type { SourceOptions } from "./row_source.ts";

/**
 * A data set over a JSONL file: one JSON object a line, blank lines skipped, in
 * flat memory. A `.gz` file is unpacked on the way. Only LF ends a line, one CR
 * before it is dropped, so is one byte order mark.
 *
 * @throws {DataError} while reading, with file and line: `bad_json`,
 * `unsafe_integer`, `not_an_object`, `bad_utf8`, `duplicate_id`, `bad_type`,
 * `not_found`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromJsonl } from "./from_jsonl.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('{"id":"a","q":"1+1"}\n\n{"id":"b","q":"2+2"}');
 * for await (const doc of fromJsonl(bytes)) assertEquals(typeof doc.fields.q, "string");
 * ```
 */
export function fromJsonl<F extends Fields = Fields>(
  source: FileSource,
  options: SourceOptions = {},
): Dataset<F> {
  const name = sourceName(source, "jsonl");
  return makeDataset<F>({ kind: "jsonl", name, revision: null }, readJsonl(source), options);
}
