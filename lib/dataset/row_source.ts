/**
 * What every reader yields before rows become docs: columns with their place.
 *
 * @module
 */

/** One row as a source had it. */
export interface RawRow {
  /** Column name to JSON value. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** File or other name of the source. */
  readonly file: string;
  /** 1-based physical line, where the source has lines. */
  readonly line?: number;
  /** Id the source gives beside the columns, such as the key of a row in a JSON object. */
  readonly key?: string;
}

/** Reads all rows from the start, in batches; called once per iteration. */
export type RowReader = () => AsyncIterable<readonly RawRow[]>;

/** Options all readers share. */
export interface SourceOptions {
  /**
   * Column with the row's own id. Default: `id` where a row has one (a
   * non-empty string or an integer), else the content decides. A named column
   * must be there in each row. `null` takes the content always.
   */
  readonly idField?: string | null;
  /**
   * Columns each row must have, with the wanted type in words; see `checkColumns`.
   * Sources without types (CSV) convert to the wanted type.
   */
  readonly columns?: Readonly<Record<string, string>>;
}

/**
 * Where a row stands, for messages: `file:line`, or `file row N`.
 *
 * @example
 * ```ts
 * import { rowPlace } from "./row_source.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rowPlace({ fields: {}, file: "a.jsonl", line: 7 }, 0), "a.jsonl:7");
 * assertEquals(rowPlace({ fields: {}, file: "a.parquet" }, 0), "a.parquet row 1");
 * ```
 */
export function rowPlace(row: RawRow, index: number): string {
  return row.line === undefined ? `${row.file} row ${index + 1}` : `${row.file}:${row.line}`;
}

/**
 * Reads several sources one after the other, as one.
 *
 * @example
 * ```ts
 * import { joinReaders } from "./row_source.ts";
 * import { assertEquals } from "@std/assert";
 * const one = async function* () { yield [{ fields: { a: 1 }, file: "x" }]; };
 * assertEquals((await Array.fromAsync(joinReaders([one, one])())).flat().length, 2);
 * ```
 */
export function joinReaders(readers: readonly RowReader[]): RowReader {
  return async function* () {
    for (const read of readers) yield* read();
  };
}
