/**
 * From records of CSV to rows, and what is wrong with a record.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { CsvFault } from "../deps/csv.ts";
import type { LineCounter } from "./csv_bytes.ts";

/**
 * Refuses column names that are empty or occur twice.
 *
 * @throws {DataError} `bad_header`.
 *
 * @example
 * ```ts
 * import { checkHeader } from "./csv_record.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => checkHeader(["a", "a"], "a.csv"), Error, '"a" twice');
 * ```
 */
export function checkHeader(header: readonly string[], file: string): void {
  const bad = header.find((name, i) => name === "" || header.indexOf(name) !== i);
  if (bad === undefined) return;
  const found = bad === "" ? "an empty one" : `"${bad}" twice`;
  throw new DataError(`Cannot read ${file}:1: wanted unlike, non-empty column names, found ${found}`, {
    code: "bad_header",
    details: { file, line: 1 },
  });
}

/**
 * The columns of one record.
 *
 * @throws {DataError} `cell_count` when it has more or fewer cells than the header.
 *
 * @example
 * ```ts
 * import { toFields } from "./csv_record.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(toFields(["1", "2"], ["a", "b"], { file: "a.csv", line: 2 }), { a: "1", b: "2" });
 * ```
 */
export function toFields(
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

/**
 * What the parser threw, as a DataError `bad_csv` with line and column; anything
 * it does not know is given back.
 *
 * @example
 * ```ts
 * import { explainFault } from "./csv_record.ts";
 * import { LineCounter } from "./csv_bytes.ts";
 * import { assert } from "@std/assert";
 *
 * const at = { file: "a.csv", header: ["q"], lines: new LineCounter() };
 * assert(String(explainFault({ code: "CSV_QUOTE_NOT_CLOSED", index: 0 }, at)).includes('column "q"'));
 * ```
 */
export function explainFault(
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
