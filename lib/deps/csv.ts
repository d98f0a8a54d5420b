/**
 * The CSV parser, loaded when the first CSV file is read.
 *
 * @module
 */

/** A record with the byte offset of its end. */
export interface CsvRecord {
  /** Cells in order, as text. */
  readonly record: readonly string[];
  /** Where the record ends. */
  readonly info: { readonly bytes: number };
}

/** What the parser throws, as far as it is used. */
export interface CsvFault {
  /** Stable name of the fault, such as `CSV_QUOTE_NOT_CLOSED`. */
  readonly code: string;
  /** Byte offset the parser had reached. */
  readonly bytes: number;
  /** 0-based cell, when inside a record. */
  readonly index?: number;
}

/**
 * Gives a function that opens a parser stream for RFC 4180: bytes in, records
 * out, quotes strict, records of any length.
 *
 * @example
 * ```ts
 * import { loadCsvParser } from "./csv.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const parse = await loadCsvParser();
 * const bytes = new Blob(['a,"b,c"\n']).stream();
 * const records = await Array.fromAsync(bytes.pipeThrough(parse(",")));
 * assertEquals(records.map((r) => r.record), [["a", "b,c"]]);
 * ```
 */
export async function loadCsvParser(): Promise<
  (delimiter: string, strayQuotes?: "refuse" | "keep") => TransformStream<Uint8Array<ArrayBuffer>, CsvRecord>
> {
  const { parse } = await import("npm:csv-parse@7.0.3/stream");
  return (delimiter, strayQuotes = "refuse") =>
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: strayQuotes === "keep",
      record_delimiter: ["\r\n", "\n"],
    }) as unknown as TransformStream<Uint8Array<ArrayBuffer>, CsvRecord>;
}
