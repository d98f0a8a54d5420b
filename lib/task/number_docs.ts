/**
 * Rows become docs: each gets its stable id and its position.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { docId } from "../dataset/assign_ids.ts";
import type { Doc, Fields } from "../dataset/doc.ts";

function isDoc(row: Doc | Fields): row is Doc {
  const keys = Object.keys(row);
  return keys.length === 3 && typeof row.id === "string" && typeof row.index === "number" &&
    typeof row.fields === "object" && row.fields !== null;
}

function ownId(fields: Fields): string | undefined {
  const id = fields.id;
  return (typeof id === "string" && id !== "") || Number.isSafeInteger(id) ? String(id) : undefined;
}

/**
 * Gives every row an id: its own (`id` column), else the SHA-256 of its
 * canonical content, with `#2`, `#3` for repeats in order. Docs pass as they
 * are.
 *
 * @throws {DataError} With code `duplicate_id` when two rows bring the same id.
 *
 * @example
 * ```ts
 * import { numberDocs } from "./number_docs.ts";
 * import { assertEquals } from "@std/assert";
 * const docs = numberDocs([{ id: "a", q: 1 }, { q: 2 }, { q: 2 }]);
 * assertEquals(docs[0]!.id, "a");
 * assertEquals(docs[2]!.id, `${docs[1]!.id}#2`);
 * ```
 */
export function numberDocs(rows: readonly (Doc | Fields)[]): Doc[] {
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    if (isDoc(row)) return row;
    const own = ownId(row);
    const id = own ?? docId(row);
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    if (times > 1 && own !== undefined) {
      throw new DataError(
        `Cannot number rows: wanted ids that occur once, found "${id}" again in row ${index}`,
        {
          code: "duplicate_id",
          hint: "Give each row its own id, or drop the id column",
          details: { id, index },
        },
      );
    }
    return { id: times === 1 ? id : `${id}#${times}`, index, fields: row };
  });
}

/**
 * Runs a task's `processDocs` over docs and finds every id again: by the row
 * object, else by position when the number of rows stayed, else anew from the
 * content.
 *
 * @example
 * ```ts
 * import { numberDocs, processDocs } from "./number_docs.ts";
 * import { assertEquals } from "@std/assert";
 * const docs = numberDocs([{ id: "a", q: 1 }, { id: "b", q: 2 }]);
 * const kept = processDocs(docs, (rows) => rows.filter((row) => row.q > 1));
 * assertEquals(kept.map((doc) => doc.id), ["b"]);
 * ```
 */
export function processDocs(
  docs: readonly Doc[],
  process: ((docs: readonly Fields[]) => readonly Fields[]) | undefined,
): readonly Doc[] {
  if (process === undefined) return docs;
  const rows = process(docs.map((doc) => doc.fields));
  const byRow = new Map<Fields, Doc>(docs.map((doc) => [doc.fields, doc]));
  const found = rows.map((row) => byRow.get(row));
  if (found.every((doc) => doc !== undefined)) return found as Doc[];
  if (rows.length === docs.length) return rows.map((fields, i) => ({ ...(docs[i] as Doc), fields }));
  return numberDocs(rows);
}
