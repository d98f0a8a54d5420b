/**
 * Docs from CSV.
 *
 * @module
 */
import type { Dataset, Fields } from "./doc.ts";
import { type FileSource, sourceName } from "./file_source.ts";
import { makeDataset } from "./make_dataset.ts";
import { type CsvLayout, readCsv } from "./read_csv.ts";
import type { SourceOptions } from "./row_source.ts";

/** Options of {@linkcode fromCsv}. */
export interface FromCsvOptions extends SourceOptions, CsvLayout {}

/**
 * A data set over a CSV file as RFC 4180 has it, in flat memory: cells are text,
 * quoted cells may hold delimiters, doubled quotes and line ends. Blank lines
 * are skipped. With `columns`, cells become the wanted types. A record with
 * more or fewer cells than the header is refused, never shifted.
 *
 * @throws {DataError} while reading, with line and column: `bad_csv`,
 * `cell_count`, `bad_header`, `bad_utf8`, `duplicate_id`, `bad_type`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromCsv, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('question,answer\r\n"What, then?",1\r\n');
 * const [doc] = await toArray(fromCsv(bytes, { columns: { question: "string", answer: "integer" } }));
 * assertEquals(doc?.fields, { question: "What, then?", answer: 1 });
 * ```
 */
export function fromCsv<F extends Fields = Fields>(
  source: FileSource,
  options: FromCsvOptions = {},
): Dataset<F> {
  const name = sourceName(source, "csv");
  return makeDataset<F>({ kind: "csv", name, revision: null }, readCsv(source, options), {
    ...options,
    untyped: true,
  });
}
