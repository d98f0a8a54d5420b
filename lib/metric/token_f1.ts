/**
 * Exact match and F1 over word tokens, as the SQuAD 1.1 script computes them.
 *
 * @module
 */
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts, replyText } from "./gold.ts";
import { pyWords } from "./corpus.ts";

/**
 * SQuAD's normal form: lower case, without ASCII punctuation and the articles
 * a, an, the; blanks collapsed.
 *
 * @example Articles go
 * ```ts
 * import { normalizeAnswer } from "./token_f1.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(normalizeAnswer("The Cat sat."), "cat sat");
 * ```
 */
export function normalizeAnswer(text: string): string {
  const plain = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, "");
  return pyWords(plain.replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, " ")).join(" ");
}

/**
 * F1 over two multisets: `4, 4` against `4` is one hit of two.
 *
 * @returns 0 without a common item, also for two empty lists.
 *
 * @example Multisets, not sets
 * ```ts
 * import { multisetF1 } from "./token_f1.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(multisetF1(["4", "4"], ["4"])?.toFixed(4), "0.6667");
 * ```
 */
export function multisetF1(predicted: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of wanted) left.set(item, (left.get(item) ?? 0) + 1);
  let hits = 0;
  for (const item of predicted) {
    const n = left.get(item) ?? 0;
    if (n === 0) continue;
    hits++;
    left.set(item, n - 1);
  }
  if (hits === 0) return 0;
  const precision = hits / predicted.length;
  const recall = hits / wanted.length;
  return (2 * precision * recall) / (precision + recall);
}

/**
 * Token F1 of two texts after SQuAD's normal form.
 *
 * @example Half of the tokens
 * ```ts
 * import { tokenF1Of } from "./token_f1.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(tokenF1Of("New York City", "new york"), 0.8);
 * ```
 */
export function tokenF1Of(prediction: string, gold: string): number {
  return multisetF1(pyWords(normalizeAnswer(prediction)), pyWords(normalizeAnswer(gold)));
}

/** SQuAD F1, 0..1: the best over the accepted answers; two empty texts score 0 (SQuAD 1.1). */
export const tokenF1: BenchMetric = defineMetric({
  name: "token_f1",
  range: [0, 1],
  score(view) {
    const reply = replyText(view);
    return reply === null ? 0 : Math.max(0, ...goldTexts(view).map((gold) => tokenF1Of(reply, gold)));
  },
});

/** SQuAD exact match, 0 or 1: equal to any accepted answer in normal form. */
export const squadExactMatch: BenchMetric = defineMetric({
  name: "squad_em",
  range: [0, 1],
  score(view) {
    const reply = replyText(view);
    if (reply === null) return 0;
    const said = normalizeAnswer(reply);
    return Number(goldTexts(view).some((gold) => normalizeAnswer(gold) === said));
  },
});
