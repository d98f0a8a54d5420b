/**
 * Corpus chrF and chrF++, equal to sacrebleu's defaults.
 *
 * @module
 */
import { corpusAggregation, pyWords, translationPair } from "./corpus.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

const CHARS = 6;
const BETA2 = 4;
const PUNCTUATION = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

/** Words with one leading or trailing punctuation mark apart. */
function wordsApart(text: string): string[] {
  return pyWords(text).flatMap((word) => {
    const chars = [...word];
    if (chars.length === 1) return [word];
    const last = chars.at(-1) as string;
    if (PUNCTUATION.has(last)) return [chars.slice(0, -1).join(""), last];
    return PUNCTUATION.has(chars[0] as string) ? [chars[0] as string, chars.slice(1).join("")] : [word];
  });
}

function grams(parts: readonly string[], n: number, joint: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= parts.length; i++) {
    const key = parts.slice(i, i + n).join(joint);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function allGrams(text: string, words: number): Map<string, number>[] {
  const chars = [...pyWords(text).join("")];
  const list = Array.from({ length: CHARS }, (_, i) => grams(chars, i + 1, ""));
  const apart = words > 0 ? wordsApart(text) : [];
  for (let n = 1; n <= words; n++) list.push(grams(apart, n, " "));
  return list;
}

/** F of averaged precision and recall over the orders that both sides have, 0..100. */
function score(sums: ArrayLike<number>): number {
  let precision = 0;
  let recall = 0;
  let orders = 0;
  for (let i = 0; i < sums.length; i += 3) {
    const [reply, wanted, hit] = [sums[i] as number, sums[i + 1] as number, sums[i + 2] as number];
    if (reply === 0 || wanted === 0) continue;
    precision += hit / reply;
    recall += hit / wanted;
    orders++;
  }
  if (precision + recall === 0) return 0;
  precision /= orders;
  recall /= orders;
  return (100 * (1 + BETA2) * precision * recall) / (BETA2 * precision + recall);
}

/** `[n-grams of the reply, of the reference, hits]` per order, for the reference that scores best. */
function stats(references: readonly string[], reply: string, words: number): number[] {
  const said = allGrams(reply, words);
  let best: number[] = [];
  let bestScore = -1;
  for (const reference of references) {
    const one = allGrams(reference, words).flatMap((wanted, order) => {
      let total = 0;
      let hits = 0;
      for (const [key, n] of said[order] as Map<string, number>) {
        total += n;
        hits += Math.min(n, wanted.get(key) ?? 0);
      }
      const size = [...wanted.values()].reduce((sum, n) => sum + n, 0);
      return [size > 0 ? total : 0, size, hits];
    });
    const value = score(one);
    if (value > bestScore) {
      best = one;
      bestScore = value;
    }
  }
  return best;
}

function chrfMetric(name: string, words: number): BenchMetric {
  return defineMetric({
    name,
    aggregate: corpusAggregation({
      name,
      stats: (references, reply) => stats(references, reply, words),
      score,
    }),
    score: translationPair,
  });
}

/** chrF (character n-grams up to 6, beta 2), 0..100. */
export const chrf: BenchMetric = chrfMetric("chrf", 0);

/** chrF++ (with words and pairs of words), 0..100. */
export const chrfPlusPlus: BenchMetric = chrfMetric("chrf++", 2);
