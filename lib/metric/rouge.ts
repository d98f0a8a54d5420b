/**
 * ROUGE as metrics, the stemmer in the name.
 *
 * @module
 */
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts, replyText } from "./gold.ts";
import { rougeScores, rougeTokens, type RougeType } from "./rouge_score.ts";

/** Options of {@linkcode rouge}. */
export interface RougeMetricOptions {
  /** Porter stemmer; the name then ends in `_stem`. Default false. */
  readonly stemmer?: boolean;
}

/**
 * F-measure of one kind of ROUGE, 0..1, the best over several references.
 * `rougeLsum` depends on newlines: see `rougeScores`.
 *
 * @example With the stemmer
 * ```ts
 * import { rouge } from "./rouge.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rouge("rouge1", { stemmer: true }).name, "rouge1_stem");
 * ```
 */
export function rouge(type: RougeType, options: RougeMetricOptions = {}): BenchMetric {
  const stemmer = options.stemmer ?? false;
  return defineMetric({
    name: stemmer ? `${type}_stem` : type,
    range: [0, 1],
    score(view) {
      const reply = replyText(view);
      if (reply === null) return 0;
      const scores = goldTexts(view).map((gold) =>
        rougeScores(gold, reply, { types: [type], stemmer })[type]
      );
      return Math.max(0, ...scores.map((score) => score?.fmeasure ?? 0));
    },
  });
}

/**
 * Whether ROUGE sees nothing of a text that has letters: another script. Such a
 * sample scores 0 whatever the reply; count it and warn.
 *
 * @example Greek
 * ```ts
 * import { isBlindToRouge } from "./rouge.ts";
 * import { assert } from "@std/assert";
 * assert(isBlindToRouge("καλημέρα") && !isBlindToRouge("good morning"));
 * ```
 */
export function isBlindToRouge(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && rougeTokens(text, false).length === 0;
}
