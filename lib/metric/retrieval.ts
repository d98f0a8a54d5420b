/**
 * Metrics of retrieval at a cut-off.
 *
 * @module
 */

/** Metrics of one ranking, 0..1 each. */
export interface RetrievalScores {
  /** 1 when any relevant item is among the first k. */
  readonly hit: number;
  /** Relevant items among the first k over all relevant ones. */
  readonly recall: number;
  /** Relevant items among the first k over k. */
  readonly precision: number;
  /** One over the rank of the first relevant item. */
  readonly mrr: number;
  /** Discounted gain (`1 / log2(rank + 1)`) over the best possible one. */
  readonly ndcg: number;
  /** Mean precision at the relevant ranks, over min(relevant, k). */
  readonly map: number;
}

/**
 * Scores a ranking of ids against the relevant ones.
 *
 * @param ranking Ids, best first; repeats count once.
 * @param relevant Relevant ids.
 * @param k Cut-off, at least 1.
 * @returns Null when nothing is relevant: such a question says nothing about retrieval.
 * @throws {RangeError} When `k` is no whole number >= 1.
 *
 * @example Second place
 * ```ts
 * import { retrievalScores } from "./retrieval.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(retrievalScores(["a", "b"], ["b"], 2)?.mrr, 0.5);
 * ```
 */
export function retrievalScores(
  ranking: readonly string[],
  relevant: readonly string[],
  k: number,
): RetrievalScores | null {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`Cannot score a ranking: wanted a cut-off of at least 1, found "${k}"`);
  }
  const wanted = new Set(relevant);
  if (wanted.size === 0) return null;
  let hits = 0;
  let mrr = 0;
  let gain = 0;
  let precisions = 0;
  [...new Set(ranking)].slice(0, k).forEach((id, i) => {
    if (!wanted.has(id)) return;
    hits++;
    mrr ||= 1 / (i + 1);
    gain += 1 / Math.log2(i + 2);
    precisions += hits / (i + 1);
  });
  const most = Math.min(wanted.size, k);
  let ideal = 0;
  for (let i = 0; i < most; i++) ideal += 1 / Math.log2(i + 2);
  return {
    hit: Number(hits > 0),
    recall: hits / wanted.size,
    precision: hits / k,
    mrr,
    ndcg: gain / ideal,
    map: precisions / most,
  };
}
