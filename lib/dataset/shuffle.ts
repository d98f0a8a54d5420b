/**
 * Another order, the same every time.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";
import { deriveDataset } from "./derive_dataset.ts";
import { orderKey } from "./order_key.ts";

/** Options of the drawing functions. */
export interface SeedOptions {
  /** Integer seed; default 1234. */
  readonly seed?: number;
}

/** Seed used when none is given. */
export const DEFAULT_SEED = 1234;

/**
 * Docs in an order that is a pure function of seed and doc id: adding or
 * dropping a doc leaves the order of all others as it was. Ids and indexes
 * stay. Holds all docs in memory.
 *
 * @throws {RangeError} when the seed is not an integer.
 *
 * @example
 * ```ts
 * import { fromArray, shuffle, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = fromArray(["a", "b", "c"].map((id) => ({ id })));
 * const once = await toArray(shuffle(docs, { seed: 7 }));
 * assertEquals(await toArray(shuffle(docs, { seed: 7 })), once);
 * ```
 */
export function shuffle<F extends Fields>(dataset: Dataset<F>, options: SeedOptions = {}): Dataset<F> {
  const seed = options.seed ?? DEFAULT_SEED;
  orderKey(seed, ""); // a bad seed fails here, not in the middle of a run
  return deriveDataset(dataset, "the shuffle", async function* (batches) {
    const keyed: KeyedDoc<F>[] = [];
    for await (const docs of batches) {
      for (const doc of docs) keyed.push({ key: orderKey(seed, doc.id), at: keyed.length, doc });
    }
    yield keyed.sort(byKey).map(({ doc }) => doc);
  });
}

/** A doc with its place in the drawn order. */
export interface KeyedDoc<F extends Fields> {
  /** What `orderKey` gave. */
  readonly key: string;
  /** Position in which it came. */
  readonly at: number;
  /** The doc. */
  readonly doc: Doc<F>;
}

/**
 * Compares by key, then by the order of arrival.
 *
 * @example
 * ```ts
 * import { byKey } from "./shuffle.ts";
 * import { assert } from "@std/assert";
 * const doc = { id: "a", index: 0, fields: {} };
 * assert(byKey({ key: "0", at: 0, doc }, { key: "1", at: 1, doc }) < 0);
 * ```
 */
export function byKey<F extends Fields>(a: KeyedDoc<F>, b: KeyedDoc<F>): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at;
}
