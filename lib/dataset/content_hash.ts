/**
 * One hash over all rows of a data set.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { openHash } from "../core/hash.ts";
import type { Doc, Fields } from "./doc.ts";

/** A hash that is fed rows. */
export interface RowHasher {
  /** Adds a row: its canonical JSON, ended by LF. */
  add(fields: Fields): void;
  /** How many were added. */
  rows(): number;
  /** Hex SHA-256 of all of them; ends the hash. */
  digest(): string;
}

/**
 * Feeds rows to a hash, one canonical line each.
 *
 * @example
 * ```ts
 * import { rowHasher } from "./content_hash.ts";
 * import { assertEquals } from "@std/assert";
 * const hasher = rowHasher();
 * hasher.add({ a: 1 });
 * assertEquals([hasher.rows(), hasher.digest().length], [1, 64]);
 * ```
 */
export function rowHasher(): RowHasher {
  const hash = openHash("sha256");
  let rows = 0;
  return {
    add(fields) {
      rows++;
      hash.update(`${canonicalJson(fields, { wide: true })}\n`);
    },
    rows: () => rows,
    digest: () => hash.digest("hex"),
  };
}

/**
 * SHA-256 (hex) over the canonical JSON of all rows in order, each ended by LF.
 * Key order, file format and ids do not change it; a changed, moved, missing
 * or added row does.
 *
 * @throws {DataError} what reading throws.
 *
 * @example
 * ```ts
 * import { contentHash, fromArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await contentHash(fromArray([{ a: 1, b: 2 }])), await contentHash(fromArray([{ b: 2, a: 1 }])));
 * ```
 */
export async function contentHash(dataset: AsyncIterable<Doc>): Promise<string> {
  const hasher = rowHasher();
  for await (const doc of dataset) hasher.add(doc.fields);
  return hasher.digest();
}
