/**
 * Corpus BLEU, equal to sacrebleu's default (13a tokens, exponential smoothing).
 *
 * @module
 */
import { pyRstrip } from "../core/python_strip.ts";
import { corpusAggregation, pyWords, translationPair } from "./corpus.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

const ORDER = 4;

/** Tokens of mteval-v13a: punctuation apart, but not inside numbers. */
function tokens13a(text: string): string[] {
  let line = pyRstrip(text).replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
  if (line.includes("&")) {
    line = line.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll(
      "&gt;",
      ">",
    );
  }
  return pyWords(
    ` ${line} `
      .replace(/([\x7b-\x7e\x5b-\x60\x20-\x26\x28-\x2b\x3a-\x40\x2f])/gu, " $1 ")
      .replace(/([^0-9])([.,])/gu, "$1 $2 ")
      .replace(/([.,])([^0-9])/gu, " $1 $2")
      .replace(/([0-9])(-)/gu, "$1 $2 "),
  );
}

function count(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let n = 1; n <= ORDER; n++) {
    for (let i = 0; i + n <= tokens.length; i++) {
      const key = `${n} ${tokens.slice(i, i + n).join(" ")}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** `[reply length, closest reference length, hits 1..4, n-grams 1..4]`. */
function stats(references: readonly string[], reply: string): number[] {
  const words = tokens13a(reply);
  const lists = references.map(tokens13a);
  const wanted = new Map<string, number>();
  for (const list of lists) {
    for (const [key, n] of count(list)) wanted.set(key, Math.max(n, wanted.get(key) ?? 0));
  }
  const closest = lists.map((list) => list.length).reduce((best, length) => {
    const [old, now] = [Math.abs(best - words.length), Math.abs(length - words.length)];
    return now < old || (now === old && length < best) ? length : best;
  });
  const hits = new Array<number>(ORDER).fill(0);
  for (const [key, n] of count(words)) {
    const order = Number(key[0]) - 1;
    hits[order] = (hits[order] as number) + Math.min(n, wanted.get(key) ?? 0);
  }
  const totals = hits.map((_, i) => Math.max(0, words.length - i));
  return [words.length, closest, ...hits, ...totals];
}

/** Geometric mean of the precisions, with brevity penalty, 0..100. */
function score(sums: Float64Array): number {
  const [length, wanted] = sums as unknown as [number, number];
  const hits = sums.subarray(2, 2 + ORDER);
  const totals = sums.subarray(2 + ORDER);
  if (hits.every((n) => n === 0)) return 0;
  const penalty = length < wanted ? Math.exp(1 - wanted / length) : 1;
  let smooth = 1;
  let logs = 0;
  for (let n = 0; n < ORDER; n++) {
    const total = totals[n] as number;
    if (total === 0) return 0;
    const hit = hits[n] as number;
    if (hit === 0) smooth *= 2;
    logs += Math.log(hit === 0 ? 100 / (smooth * total) : (100 * hit) / total);
  }
  return penalty * Math.exp(logs / ORDER);
}

/** Corpus BLEU, 0..100. Sample value: `[reference, reply]`. */
export const bleu: BenchMetric = defineMetric({
  name: "bleu",
  aggregate: corpusAggregation({ name: "bleu", stats, score }),
  score: translationPair,
});
