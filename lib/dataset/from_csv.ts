/**
 * Docs from CSV.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { readChunks } from "../core/read_chunks.ts";
import { type CsvFault, loadCsvParser } from "../deps/csv.ts";
import { checkedBytes, LineCounter } from "./csv_bytes.ts";
import type { Dataset, Fields } from "./doc.ts";
import { type FileSource, openSource, sourceName } from "./file_source.ts";
import { makeDataset } from "./make_dataset.ts";
import type { RawRow, RowReader, SourceOptions } from "./row_source.ts";

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

/**
 * The rows of a CSV source, with the line each starts on; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromCsv}.
 *
 * @example
 * ```ts
 * import { readCsv } from "./from_csv.ts";
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

function checkHeader(header: readonly string[], file: string): void {
  const bad = header.find((name, i) => name === "" || header.indexOf(name) !== i);
  if (bad === undefined) return;
  const found = bad === "" ? "an empty one" : `"${bad}" twice`;
  throw new DataError(`Cannot read ${file}:1: wanted unlike, non-empty column names, found ${found}`, {
    code: "bad_header",
    details: { file, line: 1 },
  });
}

function toFields(
  record: readonly string[],
  header: readonly string[],
  { file, line }: { file: string; line: number },
): Record<string, string> {
  if (record.length !== header.length) {
    throw new DataError(
      `Cannot read ${file}:${line}: wanted ${header.length} cells (${
        header.join(", ")
      }), found ${record.length}`,
      {
        code: "cell_count",
        hint: "Put quotes around cells that hold a comma, and double the quotes inside them",
        details: { file, line, wanted: header.length, found: record.length },
      },
    );
  }
  return Object.fromEntries(record.map((cell, i) => [header[i] as string, cell]));
}

const FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a quote inside an unquoted cell",
  CSV_INVALID_CLOSING_QUOTE: "text after a closing quote",
  CSV_QUOTE_NOT_CLOSED: "a quote that is never closed",
};

function explainFault(
  cause: unknown,
  at: { file: string; header: readonly string[] | undefined; lines: LineCounter },
): unknown {
  const fault = cause as Partial<CsvFault> | null;
  const found = FAULTS[fault?.code ?? ""];
  if (found === undefined || fault === null) return cause;
  const line = at.lines.at(fault.bytes ?? 0);
  const column = at.header?.[fault.index ?? 0] ?? `number ${(fault.index ?? 0) + 1}`;
  return new DataError(
    `Cannot read ${at.file}:${line}: wanted a plain or a quoted cell in the column "${column}", found ${found}`,
    {
      code: "bad_csv",
      hint: "Put quotes around the cell and double the quotes inside it",
      cause,
      details: { file: at.file, line, column },
    },
  );
}
