/**
 * The schema of a row in words, checked at load time.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { columnType } from "./column_type.ts";
import { type RawRow, rowPlace } from "./row_source.ts";

/** Checks one row and gives it back, converted where the source has no types. */
export type ColumnCheck = (row: RawRow, index: number) => RawRow;

/**
 * Compiles `{ column: type in words }` into a check. The words: `string`,
 * `non-empty string`, `integer`, `integer 0..3`, `number`, `boolean`, `object`,
 * `null`, `any`, `list`, `list of X`, `4 of X` (a list of exactly four), and
 * `X or Y`. A trailing `?` lets the column be absent. A whole number written
 * `1.0` is an integer; a boolean never is; a numeric text never is.
 *
 * With `untyped` (CSV) a cell of text is converted to the first type that takes
 * it; lists and objects are read as JSON.
 *
 * @throws {TypeError} for words it does not know, at once.
 * @throws {DataError} `missing_column` or `bad_type` from the check, naming
 * place, column, wanted and seen value.
 *
 * @example
 * ```ts
 * import { checkColumns } from "./check_columns.ts";
 * import { assertThrows } from "@std/assert";
 *
 * const check = checkColumns({ question: "string", answer: "integer 0..3" });
 * check({ file: "a.jsonl", line: 1, fields: { question: "?", answer: 1 } }, 0);
 * assertThrows(() => check({ file: "a.jsonl", line: 2, fields: { question: "?", answer: true } }, 1));
 * ```
 */
export function checkColumns(
  columns: Readonly<Record<string, string>>,
  options: { readonly untyped?: boolean } = {},
): ColumnCheck {
  const wanted = Object.entries(columns).map(([name, words]) => ({
    name,
    words: words.replace(/\?$/, ""),
    optional: words.endsWith("?"),
    tests: words.replace(/\?$/, "").split(" or ").map((part) => columnType(part.trim(), name)),
  }));
  return (row, index) => {
    let fields = row.fields;
    for (const { name, words, optional, tests } of wanted) {
      if (!Object.hasOwn(fields, name)) {
        if (optional) continue;
        const found = Object.keys(fields).map((key) => `"${key}"`).join(", ") || "none";
        throw new DataError(
          `Cannot use ${
            rowPlace(row, index)
          }: wanted the column "${name}" (${words}), found the columns ${found}`,
          { code: "missing_column", details: placeDetails(row, name) },
        );
      }
      const value = fields[name];
      if (options.untyped === true && typeof value === "string") {
        const converted = tests.map(({ test, convert }) => ({ test, value: convert(value) }))
          .find((c) => c.value !== undefined && c.test(c.value));
        if (converted !== undefined) {
          if (converted.value !== value) fields = { ...fields, [name]: converted.value };
          continue;
        }
      } else if (tests.some(({ test }) => test(value))) continue;
      throw new DataError(
        `Cannot use ${rowPlace(row, index)}: wanted ${words} in "${name}", found ${show(value)}`,
        { code: "bad_type", details: placeDetails(row, name) },
      );
    }
    return fields === row.fields ? row : { ...row, fields };
  };
}

function placeDetails(row: RawRow, field: string): Record<string, unknown> {
  return { file: row.file, line: row.line ?? null, field };
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const kind = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  return value === null ? "null" : `the ${kind} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
