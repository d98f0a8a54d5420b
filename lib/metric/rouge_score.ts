/**
 * ROUGE, equal to the Python package rouge_score 0.1.2.
 *
 * @module
 */
import { lcsLength, markLcs } from "./lcs.ts";
import { porterStem } from "./porter.ts";

/** Kind of ROUGE: n-grams, longest common subsequence, the same by lines. */
export type RougeType = "rouge1" | "rouge2" | "rouge3" | "rouge4" | "rougeL" | "rougeLsum";

/** Precision, recall and their harmonic mean, 0..1. */
export interface RougeScore {
  /** Share of the prediction that is in the reference. */
  readonly precision: number;
  /** Share of the reference that is in the prediction. */
  readonly recall: number;
  /** `2PR / (P + R)`, 0 when both are 0. */
  readonly fmeasure: number;
}

/** Options of {@linkcode rougeScores}. */
export interface RougeOptions {
  /** Kinds wanted; default rouge1, rouge2, rougeL, rougeLsum. */
  readonly types?: readonly RougeType[];
  /** Porter stemmer on words longer than three letters; default false. Changes scores: name it. */
  readonly stemmer?: boolean;
}

const stems = new Map<string, string>();

function stem(word: string): string {
  if (word.length <= 3) return word;
  let known = stems.get(word);
  if (known === undefined) {
    known = porterStem(word);
    if (stems.size >= 200_000) stems.clear();
    stems.set(word, known);
  }
  return known;
}

/**
 * Tokens as ROUGE sees them: runs of `a-z0-9` of the lower-cased text. Text in
 * another script has none and scores 0, as in rouge_score.
 *
 * @example Nothing but ASCII
 * ```ts
 * import { rougeTokens } from "./rouge_score.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rougeTokens("The Café, twice", false), ["the", "caf", "twice"]);
 * ```
 */
export function rougeTokens(text: string, stemmer: boolean): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stemmer ? words.map(stem) : words;
}

function score(precision: number, recall: number): RougeScore {
  const sum = precision + recall;
  return { precision, recall, fmeasure: sum > 0 ? (2 * precision * recall) / sum : 0 };
}

const NOTHING: RougeScore = { precision: 0, recall: 0, fmeasure: 0 };

function nGrams(ids: Int32Array, n: number, base: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i + n <= ids.length; i++) {
    let key = 0;
    for (let j = 0; j < n; j++) key = key * base + (ids[i + j] as number);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function rougeN(reference: Int32Array, prediction: Int32Array, n: number, base: number): RougeScore {
  const wanted = nGrams(reference, n, base);
  let hits = 0;
  for (const [key, count] of nGrams(prediction, n, base)) hits += Math.min(count, wanted.get(key) ?? 0);
  return score(
    hits / Math.max(1, prediction.length - n + 1),
    hits / Math.max(1, reference.length - n + 1),
  );
}

function rougeLsum(
  reference: readonly Int32Array[],
  prediction: readonly Int32Array[],
  size: number,
): RougeScore {
  const total = (lines: readonly Int32Array[]) => lines.reduce((sum, line) => sum + line.length, 0);
  const m = total(reference);
  const n = total(prediction);
  if (m === 0 || n === 0) return NOTHING;
  const left = (lines: readonly Int32Array[]) => {
    const counts = new Int32Array(size);
    for (const line of lines) for (const id of line) counts[id] = (counts[id] as number) + 1;
    return counts;
  };
  const inReference = left(reference);
  const inPrediction = left(prediction);
  let hits = 0;
  for (const line of reference) {
    const marks = new Uint8Array(line.length);
    for (const other of prediction) markLcs(line, other, marks);
    for (let i = 0; i < line.length; i++) {
      const id = line[i] as number;
      if (!marks[i] || !inReference[id] || !inPrediction[id]) continue;
      hits++;
      inReference[id] = (inReference[id] as number) - 1;
      inPrediction[id] = (inPrediction[id] as number) - 1;
    }
  }
  return score(hits / n, hits / m);
}

/**
 * ROUGE of one prediction against one reference.
 *
 * rougeLsum compares line by line, so it depends on newlines: sentences on one
 * line are one unit. No sentence splitting happens here.
 *
 * @returns Kind to score, for the kinds asked for.
 *
 * @example Two of four words
 * ```ts
 * import { rougeScores } from "./rouge_score.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rougeScores("police killed the gunman", "police kill the gunman").rouge1?.fmeasure, 0.75);
 * ```
 */
export function rougeScores(
  reference: string,
  prediction: string,
  options: RougeOptions = {},
): Partial<Record<RougeType, RougeScore>> {
  const types = options.types ?? ["rouge1", "rouge2", "rougeL", "rougeLsum"];
  const stemmer = options.stemmer ?? false;
  const ids = new Map<string, number>();
  const read = (text: string): Int32Array =>
    Int32Array.from(rougeTokens(text, stemmer), (word) => {
      let id = ids.get(word);
      if (id === undefined) ids.set(word, id = ids.size);
      return id;
    });
  const a = read(reference);
  const b = read(prediction);
  const out: Partial<Record<RougeType, RougeScore>> = {};
  for (const type of types) {
    if (type === "rougeL") {
      const length = a.length === 0 || b.length === 0 ? 0 : lcsLength(a, b);
      out[type] = length === 0 ? NOTHING : score(length / b.length, length / a.length);
    } else if (type === "rougeLsum") {
      out[type] = rougeLsum(reference.split("\n").map(read), prediction.split("\n").map(read), ids.size);
    } else out[type] = rougeN(a, b, Number(type.slice(5)), ids.size + 1);
  }
  return out;
}
