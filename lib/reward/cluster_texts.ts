/**
 * Which texts are the same.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStr } from "../core/python.ts";
import type { LlmDiversityConfig, NgramDiversityConfig } from "./diversity_config.ts";
import { indexNgrams, sharedGrams } from "./ngram_index.ts";
import { clusterByJudge } from "./cluster_by_judge.ts";

/** Groups of texts. */
export interface ClusterResult {
  /** Id of each text's group. */
  readonly clusterIds: readonly string[];
  /** Size of each text's group. */
  readonly divisors: readonly number[];
  /** What each text's group has in common, in a judge's words; empty without one. */
  readonly labels: readonly string[];
  /** Number of groups. */
  readonly nClusters: number;
  /** The judge's reply; null without one. */
  readonly rawResponse: string | null;
}

/** Circumstances of clustering. */
export interface ClusterOptions {
  /** What the texts are about, for a judge. */
  readonly about?: string;
  /** Signal and events. */
  readonly context?: Context;
}

/** Groups by id, with sizes. */
export function toClusters(
  clusterIds: readonly string[],
  labels: readonly string[] = [],
  rawResponse: string | null = null,
): ClusterResult {
  const sizes = new Map<string, number>();
  for (const id of clusterIds) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  const divisors = clusterIds.map((id) => sizes.get(id) ?? 1);
  return { clusterIds, divisors, labels, nClusters: sizes.size, rawResponse };
}

/**
 * Sorts texts into groups. By n-grams: any two texts at or above the threshold
 * are in one group, and with them what either is grouped with; ids are "0",
 * "1" … by first appearance. A judge is not asked about fewer than two texts.
 *
 * @throws {JudgeError} when a judge leaves out, repeats or invents an index.
 * @example
 * ```ts
 * import { clusterTexts } from "./cluster_texts.ts";
 * import { ngramDiversity } from "./diversity_config.ts";
 * import { assertEquals } from "@std/assert";
 * const { clusterIds } = await clusterTexts(["abc def", "uvw xyz", "ABC DEF"], ngramDiversity());
 * assertEquals(clusterIds, ["0", "1", "0"]);
 * ```
 */
export async function clusterTexts(
  texts: readonly string[],
  config: NgramDiversityConfig | LlmDiversityConfig,
  options: ClusterOptions = {},
): Promise<ClusterResult> {
  const items = texts.map((text: unknown) => typeof text === "string" ? text : pyStr(text));
  if (items.length < 2) return toClusters(items.map(() => "0"));
  if (config.kind === "ngram") return toClusters(ngramClusters(items, config));
  const { ids, labels, raw } = await clusterByJudge(items, config, options);
  return toClusters(ids, labels, raw);
}

/** Single linkage over all pairs. Pairs that are joined already, or too unlike in size, are not compared. */
function ngramClusters(texts: readonly string[], config: NgramDiversityConfig): string[] {
  const { n, similarityThreshold: threshold } = config;
  const index = indexNgrams(texts, n);
  const parents = Int32Array.from(texts, (_, i) => i);
  const rootOf = (i: number): number => {
    let at = i;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] as number] as number;
    return at;
  };
  for (let a = 0; a < texts.length; a++) {
    const sizeA = index.sizes[a] as number;
    for (let b = a + 1; b < texts.length; b++) {
      const sizeB = index.sizes[b] as number;
      const [left, right] = [rootOf(a), rootOf(b)];
      if (left === right) continue;
      const bound = sizeA + sizeB === 0 ? 1 : Math.min(sizeA, sizeB) / Math.max(sizeA, sizeB);
      if (bound < threshold) continue;
      const shared = sharedGrams(index, a, b);
      const all = sizeA + sizeB - shared;
      if ((all === 0 ? 1 : shared / all) >= threshold) parents[Math.max(left, right)] = Math.min(left, right);
    }
  }
  const names = new Map<number, string>();
  return texts.map((_, i) => {
    const root = rootOf(i);
    const name = names.get(root) ?? String(names.size);
    names.set(root, name);
    return name;
  });
}
