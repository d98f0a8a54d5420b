/**
 * Words as retrieval sees them.
 *
 * @module
 */

/**
 * Tokens of retrieval: NFKC, lower case, runs of letters and digits.
 *
 * @example Two tokens
 * ```ts
 * import { searchTokens } from "./search_tokens.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(searchTokens("Kettle-Lake!"), ["kettle", "lake"]);
 * ```
 */
export function searchTokens(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
