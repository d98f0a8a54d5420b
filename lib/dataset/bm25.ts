/**
 * Okapi BM25 over a corpus in memory.
 *
 * @module
 */
import type { FoundPassage, Passage, Retriever } from "./retriever.ts";
import { searchTokens } from "./search_tokens.ts";

/** Parameters of {@linkcode bm25}. */
export interface Bm25Options {
  /** Saturation of repeated words. Default 1.2. */
  readonly k1?: number;
  /** Weight of the passage's length, 0..1. Default 0.75. */
  readonly b?: number;
}

interface Posting {
  readonly at: number;
  readonly count: number;
}

function index(lists: readonly (readonly string[])[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [at, tokens] of lists.entries()) {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) {
      const list = postings.get(token);
      if (list === undefined) postings.set(token, [{ at, count }]);
      else list.push({ at, count });
    }
  }
  return postings;
}

/**
 * Makes a retriever: title and text of a passage count, repeated words of the
 * question count again, ties keep the order of the corpus. Passages that share
 * no word with the question come last, with a score of 0.
 *
 * `score = Σ ln(1 + (N - df + 0.5) / (df + 0.5)) · f · (k1 + 1) / (f + k1 · (1 - b + b · length / mean length))`
 *
 * @throws {RangeError} from the retriever, when `k` is no whole number of 1 or more
 *
 * @example
 * ```ts
 * import { bm25 } from "./bm25.ts";
 * import { assertEquals } from "@std/assert";
 * const corpus = [{ id: "a", title: "Lake", text: "A deep lake." }, { id: "b", title: "Hill", text: "A hill." }];
 * const found = await bm25(corpus)("Which lake is deep?", 1);
 * assertEquals(found.map((passage) => passage.id), ["a"]);
 * ```
 */
export function bm25(corpus: readonly Passage[], options: Bm25Options = {}): Retriever {
  const { k1 = 1.2, b = 0.75 } = options;
  const lists = corpus.map(({ title, text }) => searchTokens(`${title} ${text}`));
  const meanLength = lists.reduce((sum, list) => sum + list.length, 0) / (lists.length || 1);
  const postings = index(lists);
  return (question, k): FoundPassage[] => {
    if (!Number.isInteger(k) || k < 1) {
      throw new RangeError(`Cannot retrieve passages: wanted a count of at least 1, found "${k}"`);
    }
    const scores = new Map<number, number>();
    for (const token of searchTokens(question)) {
      const list = postings.get(token) ?? [];
      const idf = Math.log(1 + (corpus.length - list.length + 0.5) / (list.length + 0.5));
      for (const { at, count } of list) {
        const length = (lists[at] as readonly string[]).length;
        const weight = count * (k1 + 1) / (count + k1 * (1 - b + b * length / meanLength));
        scores.set(at, (scores.get(at) ?? 0) + idf * weight);
      }
    }
    const ranked = [...scores].sort(([at, score], [other, otherScore]) => otherScore - score || at - other)
      .slice(0, k);
    for (let at = 0; ranked.length < k && at < corpus.length; at++) if (!scores.has(at)) ranked.push([at, 0]);
    return ranked.map(([at, score]) => ({ ...corpus[at] as Passage, score }));
  };
}
