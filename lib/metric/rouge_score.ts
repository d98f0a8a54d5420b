/**
 * ROUGE, equal to the Python package rouge_score 0.1.2.
 *
 * @module
 */
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

/** Table of the lengths of longest common subsequences, row by row. */
function lcsTable(a: Int32Array, b: Int32Array): Int32Array {
  const width = b.length + 1;
  const table = new Int32Array((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    const one = a[i - 1];
    const row = i * width;
    const above = row - width;
    for (let j = 1; j < width; j++) {
      if (one === b[j - 1]) table[row + j] = (table[above + j - 1] as number) + 1;
      else {
        const up = table[above + j] as number;
        const left = table[row + j - 1] as number;
        table[row + j] = up > left ? up : left;
      }
    }
  }
  return table;
}

/** Length of the longest common subsequence in two rows of memory. */
function lcsLength(a: Int32Array, b: Int32Array): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const one = a[i];
    for (let j = 0; j < b.length; j++) {
      if (one === b[j]) row[j + 1] = (above[j] as number) + 1;
      else {
        const up = above[j + 1] as number;
        const left = row[j] as number;
        row[j + 1] = up > left ? up : left;
      }
    }
    const kept = above;
    above = row;
    row = kept;
  }
  return above[b.length] as number;
}

/** Marks the positions of `a` on the longest common subsequence that rouge_score walks. */
function markLcs(a: Int32Array, b: Int32Array, marks: Uint8Array): void {
  const table = lcsTable(a, b);
  const width = b.length + 1;
  let i = a.length;
  let j = b.length;
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      marks[i - 1] = 1;
      i--;
      j--;
    } else if ((table[i * width + j - 1] as number) > (table[(i - 1) * width + j] as number)) j--;
    else i--;
  }
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
