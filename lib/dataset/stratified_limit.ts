/**
 * A small part that keeps the mix.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";
import { checkCount } from "./limit.ts";
import { deriveDataset } from "./derive_dataset.ts";
import { orderKey } from "./order_key.ts";
import { byKey, type KeyedDoc } from "./shuffle.ts";

/** Options of {@linkcode stratifiedLimit}. */
export interface StratifiedOptions<F extends Fields = Fields> {
  /** Column, or function, that names the stratum of a doc. */
  readonly by: string | ((doc: Doc<F>) => string);
  /** Draw within each stratum with this seed; absent = its first docs. */
  readonly seed?: number;
}

/**
 * At most `count` docs whose strata keep their shares: largest remainders, and
 * at least one doc of each stratum while `count` allows it. The order stays.
 * Holds all docs in memory.
 *
 * @throws {RangeError} unless `count` is an integer of at least 1.
 *
 * @example
 * ```ts
 * import { fromArray, stratifiedLimit, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = [..."aaaaaabb"].map((label, n) => ({ n, label }));
 * const part = await toArray(stratifiedLimit(fromArray(rows), 4, { by: "label" }));
 * assertEquals(part.map((doc) => doc.fields.label).join(""), "aaab");
 * ```
 */
export function stratifiedLimit<F extends Fields>(
  dataset: Dataset<F>,
  count: number,
  options: StratifiedOptions<F>,
): Dataset<F> {
  checkCount(count, "limit");
  const { by, seed } = options;
  if (seed !== undefined) orderKey(seed, "");
  const stratumOf = typeof by === "function" ? by : (doc: Doc<F>) => JSON.stringify(doc.fields[by] ?? null);
  return deriveDataset(dataset, `the stratified limit of ${count}`, async function* (batches) {
    let at = 0;
    const strata = new Map<string, KeyedDoc<F>[]>();
    for await (const docs of batches) {
      for (const doc of docs) {
        const stratum = stratumOf(doc);
        const members = strata.get(stratum) ?? [];
        strata.set(stratum, members);
        members.push({ key: seed === undefined ? "" : orderKey(seed, doc.id), at: at++, doc });
      }
    }
    const shares = shareOut([...strata.values()].map((members) => members.length), count);
    const kept = [...strata.values()].flatMap((members, i) => members.sort(byKey).slice(0, shares[i]));
    yield kept.sort((a, b) => a.at - b.at).map(({ doc }) => doc);
  });
}

/**
 * Shares `count` places among groups by size: largest remainders, ties to the
 * earlier group; a group never gets more than its size, and each gets one
 * while places last.
 *
 * @example
 * ```ts
 * import { shareOut } from "./stratified_limit.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(shareOut([90, 9, 1], 10), [8, 1, 1]);
 * ```
 */
export function shareOut(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (count >= total) return [...sizes];
  const ideal = sizes.map((size) => (count * size) / total);
  const shares = ideal.map((x, i) =>
    Math.min(sizes[i] as number, Math.max(count >= sizes.length ? 1 : 0, Math.floor(x)))
  );
  const given = () => shares.reduce((sum, share) => sum + share, 0);
  const gap = (i: number) => (ideal[i] as number) - (shares[i] as number);
  const pick = (allowed: (i: number) => boolean, better: (a: number, b: number) => boolean) =>
    sizes.keys().filter(allowed).reduce((best, i) => (best < 0 || better(gap(i), gap(best)) ? i : best), -1);
  while (given() < count) {
    (shares[pick((i) => (shares[i] as number) < (sizes[i] as number), (a, b) => a > b)] as number)++;
  }
  while (given() > count) (shares[pick((i) => (shares[i] as number) > 1, (a, b) => a < b)] as number)--;
  return shares;
}
