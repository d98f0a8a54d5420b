/**
 * Items of one set that stand in another: shots that give the answer away.
 *
 * @module
 */
import type { Doc, Fields } from "./doc.ts";
import { itemKey, normalQuestion } from "./item_key.ts";

/** Reads the question and, where there are some, the option texts of a row. */
export type ReadItem = (
  fields: Fields,
) => { readonly question: string; readonly choices?: readonly string[] };

/** What {@linkcode findOverlap} found. */
export interface Overlap {
  /** How many docs of the pool also stand in the evaluated set. */
  readonly count: number;
  /** Their ids, in pool order. */
  readonly ids: readonly string[];
}

/**
 * Docs of a few-shot pool that also stand in the evaluated set, by
 * {@linkcode itemKey}. Drop them from the pool, never from the evaluated set.
 *
 * @example
 * ```ts
 * import { findOverlap } from "./overlap.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const doc = (id: string, q: string, o: string[]) => ({ id, index: 0, fields: { q, o } });
 * const read = (f: { q?: string; o?: string[] }) => ({ question: f.q ?? "", choices: f.o ?? [] });
 * const found = findOverlap([doc("p", "Q?", ["b", "a"])], [doc("t", "Q?", ["a", "b"])], read);
 * assertEquals(found.ids, ["p"]);
 * ```
 */
export function findOverlap(pool: readonly Doc[], evaluated: readonly Doc[], read: ReadItem): Overlap {
  const asked = new Set(evaluated.map((doc) => itemKey(read(doc.fields))));
  const ids = pool.filter((doc) => asked.has(itemKey(read(doc.fields)))).map((doc) => doc.id);
  return { count: ids.length, ids };
}

/**
 * The pool without the item being asked: not its id, and not its question in
 * other clothes.
 *
 * @example
 * ```ts
 * import { withoutItem } from "./overlap.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = ["One?", "Two?", "one"].map((q, index) => ({ id: `d${index}`, index, fields: { q } }));
 * const shots = withoutItem(docs, docs[0]!, (fields) => ({ question: fields.q }));
 * assertEquals(shots.map((doc) => doc.id), ["d1"]);
 * ```
 */
export function withoutItem<F extends Fields>(
  pool: readonly Doc<F>[],
  item: Doc<F>,
  read: ReadItem,
): Doc<F>[] {
  const question = normalQuestion(read(item.fields).question);
  return pool.filter((doc) => doc.id !== item.id && normalQuestion(read(doc.fields).question) !== question);
}
