/**
 * Docs from one JSON document.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { type FileSource, sourceName } from "./file_source.ts";
import { makeDataset } from "./make_dataset.ts";
import { type JsonLayout, readJson } from "./read_json.ts";
import type { SourceOptions } from "./row_source.ts";

/** Options of {@linkcode fromJson}. */
export interface FromJsonOptions extends SourceOptions, JsonLayout {}

/**
 * A data set over a JSON file: an array of rows, or an object of rows whose
 * keys become the ids, in the order of the text. A `.json` file that is in
 * truth JSON lines is read as such. The text is held in memory while reading.
 *
 * @throws {DataError} while reading, with file and line: `bad_json`,
 * `not_an_object`, `duplicate_id` (equal keys too), `bad_type`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromJson, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('{"20": {"q": "?"}, "3": {"q": "!"}}');
 * assertEquals((await toArray(fromJson(bytes))).map((doc) => doc.id), ["20", "3"]);
 * ```
 */
export function fromJson<F extends Fields = Fields>(
  source: FileSource,
  options: FromJsonOptions = {},
): Dataset<F> {
  const name = sourceName(source, "json");
  return makeDataset<F>({ kind: "json", name, revision: null }, readJson(source, options), options);
}
