/**
 * One form for letters that look alike.
 *
 * @module
 */

/**
 * A text as the extractors read it: NFKC, without zero-width characters, with
 * plain spaces and apostrophes. The stored reply stays as it came.
 *
 * @example A full-width letter behind a zero-width space
 * ```ts
 * import { plainText } from "./answer_text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(plainText("ANSWER:\u200B\uFF22"), "ANSWER:B");
 * ```
 */
export function plainText(text: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text.normalize("NFKC").replace(/[\u200b-\u200f\u2060\ufeff]/g, "").replace(/[\u2018\u2019]/g, "'");
}

/** A choice text as it is compared: plain, lower case, without punctuation and doubled blanks. */
export function comparable(text: string): string {
  return plainText(text).toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}
