/**
 * Blocks around text nobody vouches for, which the text itself cannot close.
 *
 * @module
 */
import { sha256 } from "../core/hash.ts";

/**
 * A word that occurs in none of the texts: part of their hash, so that nobody
 * can write it into a text beforehand, and checked all the same. Equal texts
 * give the same word, which keeps prompts cacheable.
 *
 * @example
 * ```ts
 * import { fenceWord } from "./fence.ts";
 * import { assert } from "@std/assert";
 * assert(/^[0-9a-f]{12}$/.test(fenceWord(["a", "b"])));
 * ```
 */
export function fenceWord(texts: readonly string[]): string {
  for (let round = 0;; round++) {
    const word = sha256(JSON.stringify([round, texts])).slice(0, 12);
    if (!texts.some((text) => text.includes(word))) return word;
  }
}

/**
 * Puts a text between a line that opens and one that closes its block.
 *
 * @example
 * ```ts
 * import { fenced } from "./fence.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(fenced("response", "x", "1f"), "[BEGIN response 1f]\nx\n[END response 1f]");
 * ```
 */
export function fenced(label: string, text: string, word: string): string {
  return `[BEGIN ${label} ${word}]\n${text}\n[END ${label} ${word}]`;
}
