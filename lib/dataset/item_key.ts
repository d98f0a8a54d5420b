/**
 * What makes two items of a benchmark the same.
 *
 * @module
 */

/**
 * A question as it is compared: Unicode NFKC, lower case, runs of blanks as one,
 * no blanks or closing punctuation at the ends. Signs inside stay: `x + 1` and
 * `x - 1` differ.
 *
 * @example
 * ```ts
 * import { normalQuestion } from "./item_key.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(normalQuestion("  What\n is  LIFE ?"), normalQuestion("what is life"));
 * ```
 */
export function normalQuestion(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(/^[\s"'(]+|[\s"').:;?!]+$/g, "");
}

/**
 * What makes two items the same: question and option texts, whatever the order
 * of the options and the other columns.
 *
 * @example
 * ```ts
 * import { itemKey } from "./item_key.ts";
 * import { assertEquals } from "@std/assert";
 * const a = { question: "Which?", choices: ["x", "y"] };
 * assertEquals(itemKey(a), itemKey({ question: "which", choices: ["Y", "X"] }));
 * ```
 */
export function itemKey(item: { readonly question: string; readonly choices?: readonly string[] }): string {
  return JSON.stringify([normalQuestion(item.question), ...(item.choices ?? []).map(normalQuestion).sort()]);
}
