/**
 * Rows of CSV.
 *
 * @module
 */
import { readChunks } from "../core/read_chunks.ts";
import { loadCsvParser } from "../deps/csv.ts";
import { checkedBytes, LineCounter } from "./csv_bytes.ts";
import { checkHeader, explainFault, toFields } from "./csv_record.ts";
import { type FileSource, openSource, sourceName } from "./file_source.ts";
import type { RawRow, RowReader } from "./row_source.ts";

/** How a CSV file is laid out. */
export interface CsvLayout {
  /** One character between cells; default a tab for `.tsv` files, else a comma. */
  readonly delimiter?: string;
  /** Column names of a file without a header line; default: the first record names them. */
  readonly header?: readonly string[];
  /**
   * What a quote inside an unquoted cell is: an error (default), or a character
   * like any other, as Python's `csv` reads it.
   */
  readonly strayQuotes?: "refuse" | "keep";
}

/**
 * The rows of a CSV source, with the line each starts on; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromCsv}.
 *
 * @example
 * ```ts
 * import { readCsv } from "./read_csv.ts";
 * import { assertEquals } from "@std/assert";
 * const rows = await Array.fromAsync(readCsv(new TextEncoder().encode("a\n\n1\n"), {})());
 * assertEquals(rows.flat(), [{ fields: { a: "1" }, file: "csv", line: 3 }]);
 * ```
 */
export function readCsv(
  source: FileSource,
  layout: CsvLayout,
  file: string = sourceName(source, "csv"),
): RowReader {
  const delimiter = layout.delimiter ?? (/\.tsv(?:\.gz)?$/i.test(file) ? "\t" : ",");
  return async function* () {
    const parse = await loadCsvParser();
    const lines = new LineCounter();
    const bytes = checkedBytes(readChunks(await openSource(source)), { file, lines });
    let header = layout.header;
    if (header !== undefined) checkHeader(header, file);
    let rows: RawRow[] = [];
    let end = 0;
    try {
      for await (
        const { record, info } of ReadableStream.from(bytes).pipeThrough(parse(delimiter, layout.strayQuotes))
      ) {
        const line = lines.next(info.bytes);
        const size = info.bytes - end;
        end = info.bytes;
        if (size <= 2 && record.length === 1 && record[0] === "") continue; // a blank line; `""` is a cell
        if (header === undefined) {
          header = record.map((name) => name.trim());
          checkHeader(header, file);
          continue;
        }
        rows.push({ fields: toFields(record, header, { file, line }), file, line });
        if (rows.length < 256) continue;
        yield rows;
        rows = [];
      }
    } catch (cause) {
      if (rows.length > 0) yield rows; // a limit may stop before the bad row
      throw explainFault(cause, { file, header, lines });
    }
    if (rows.length > 0) yield rows;
  };
}
