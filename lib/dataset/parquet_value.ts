/**
 * Values of Parquet as JSON.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";

/** How values of Parquet become JSON. */
export interface ParquetValueOptions {
  /** What becomes of integers beyond ±(2^53 − 1): an error (default), or their digits as text. */
  readonly bigIntegers?: "refuse" | "text";
}

/** Where a row stands, and how to read it. */
export interface ParquetPlace {
  /** File, for messages. */
  readonly file: string;
  /** 1-based number of the row. */
  readonly row: number;
  /** How to read its values. */
  readonly options: ParquetValueOptions;
}

/**
 * A row as JSON: times are ISO-8601 texts, binary columns base64 texts, an absent
 * value and a floating NaN null.
 *
 * @throws {DataError} `unsafe_integer` or `not_finite`, naming row and column.
 *
 * @example
 * ```ts
 * import { toPlain } from "./parquet_value.ts";
 * import { assertEquals } from "@std/assert";
 * const row = toPlain({ n: 7n, at: new Date(0) }, { file: "a.parquet", row: 1, options: {} });
 * assertEquals(row, { n: 7, at: "1970-01-01T00:00:00.000Z" });
 * ```
 */
export function toPlain(row: Record<string, unknown>, place: ParquetPlace): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value, name, place)]));
}

function plain(value: unknown, column: string, place: ParquetPlace): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") {
    if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
    if (place.options.bigIntegers === "text") return String(value);
    throw refuse(`integers within ±(2^53 - 1)`, String(value), {
      code: "unsafe_integer",
      hint: 'Read with bigIntegers: "text" to get the digits',
      column,
      place,
    });
  }
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    if (Number.isNaN(value)) return null; // how data frames write "missing"
    throw refuse("finite numbers", String(value), { code: "not_finite", column, place });
  }
  if (typeof value !== "object") return value;
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return Array.from(value as ArrayLike<unknown>, (item) => plain(item, column, place));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [key, plain(v, `${column}.${key}`, place)]),
  );
}

function refuse(
  wanted: string,
  found: string,
  about: { code: string; hint?: string; column: string; place: ParquetPlace },
): DataError {
  const { file, row } = about.place;
  return new DataError(
    `Cannot read ${file} row ${row}: wanted ${wanted} in "${about.column}", found ${found}`,
    {
      code: about.code,
      ...(about.hint === undefined ? {} : { hint: about.hint }),
      details: { file, row, field: about.column },
    },
  );
}
