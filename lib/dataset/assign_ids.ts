/**
 * Ids of rows: their own, or their content.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { DataError } from "../core/errors.ts";
import { sha256 } from "../core/hash.ts";
import type { Doc, Fields } from "./doc.ts";
import { type RawRow, rowPlace, type RowReader, type SourceOptions } from "./row_source.ts";
import { SeenIds } from "./seen_ids.ts";

/**
 * The id a row gets from its content: SHA-256 (hex) of its canonical JSON. The
 * same in every process, whatever the order of the columns.
 *
 * @throws {TypeError} when a column is not JSON.
 *
 * @example
 * ```ts
 * import { docId } from "./assign_ids.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(docId({ a: 1, b: 2 }), docId({ b: 2, a: 1 }));
 * ```
 */
export function docId(fields: Fields): string {
  return sha256(canonicalJson(fields, { wide: true }));
}

/**
 * Makes the function that turns the rows of one pass into docs, in order. `read`
 * is only used to find the first of two rows with the same id.
 *
 * @example
 * ```ts
 * import { assignIds } from "./assign_ids.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const toDoc = assignIds(async function* () {}, {});
 * const row = { fields: { q: "1+1" }, file: "mine" };
 * const first = await toDoc(row, 0);
 * assertEquals((await toDoc(row, 1)).id, `${first.id}#2`);
 * ```
 */
export function assignIds(
  read: RowReader,
  options: SourceOptions,
): (row: RawRow, index: number) => Doc | Promise<Doc> {
  const seen = new SeenIds();
  const repeats = new Map<string, number>();
  const contentId = (fields: Fields): string => {
    const id = docId(fields);
    const times = seen.add(id) ? (repeats.get(id) ?? 1) + 1 : 1;
    if (times === 1) return id;
    repeats.set(id, times);
    seen.add(`${id}#${times}`);
    return `${id}#${times}`;
  };
  return (row, index) => {
    const fields = row.fields as Fields;
    const id = ownId(row, index, options.idField);
    if (id === undefined) return { id: contentId(fields), index, fields };
    if (!seen.add(id)) return { id, index, fields };
    return refuseTwin(read, { id, index, row, idField: options.idField }).then(() => ({ id, index, fields }));
  };
}

function ownId(row: RawRow, index: number, idField: string | null | undefined): string | undefined {
  if (idField === null) return undefined;
  if (idField === undefined && row.key !== undefined) return row.key;
  const name = idField ?? "id";
  const value = Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
  if (typeof value === "string" && value.trim() !== "") return value;
  if (Number.isSafeInteger(value)) return String(value);
  if (idField === undefined) return undefined;
  const found = value === undefined ? "none" : JSON.stringify(value);
  throw new DataError(
    `Cannot use ${rowPlace(row, index)}: wanted an id (text or integer) in "${name}", found ${found}`,
    { code: "missing_id", details: { file: row.file, line: row.line ?? null, field: name } },
  );
}

/** Reads again up to the row to find its twin: the set of ids only says "almost surely". */
async function refuseTwin(
  read: RowReader,
  at: { id: string; index: number; row: RawRow; idField: string | null | undefined },
): Promise<void> {
  let index = 0;
  for await (const rows of read()) {
    for (const other of rows) {
      if (index >= at.index) return;
      if (ownId(other, index, at.idField) === at.id) {
        throw new DataError(
          `Cannot use ${rowPlace(at.row, at.index)}: wanted ids that occur once, ` +
            `found "${at.id}" again, first in ${rowPlace(other, index)}`,
          {
            code: "duplicate_id",
            hint: "Give each row its own id, or drop the id column (content then decides)",
            details: {
              id: at.id,
              file: at.row.file,
              line: at.row.line ?? null,
              firstLine: other.line ?? null,
            },
          },
        );
      }
      index++;
    }
  }
}
