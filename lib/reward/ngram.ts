/**
 * Sets of character n-grams.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";

/**
 * All runs of `n` characters (code points) of the text in lower case, stripped;
 * a shorter text is one gram, an empty one has none.
 *
 * @throws {RangeError} When `n` is no whole number of at least 1.
 * @example
 * ```ts
 * import { ngramSet } from "./ngram.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([...ngramSet("Hello", 3)], ["hel", "ell", "llo"]);
 * ```
 */
export function ngramSet(text: string, n = 3): Set<string> {
  if (!Number.isInteger(n) || n < 1) {
    throw new RangeError(`Cannot make n-grams: wanted n of at least 1, found ${n}`);
  }
  const chars = Array.from(pyStrip(text.toLowerCase()));
  if (chars.length < n) return new Set(chars.length === 0 ? [] : [chars.join("")]);
  const grams = new Set<string>();
  for (let i = 0; i + n <= chars.length; i++) grams.add(chars.slice(i, i + n).join(""));
  return grams;
}

/**
 * Jaccard similarity, 0..1: shared members over all members; 1 for two empty
 * sets.
 *
 * @example
 * ```ts
 * import { jaccard, ngramSet } from "./ngram.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(jaccard(ngramSet("the cat sat"), ngramSet("the cat ran")), 0.5);
 * ```
 */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const shared = a.intersection(b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}
