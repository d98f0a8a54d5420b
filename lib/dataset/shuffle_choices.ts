/**
 * Options in an order of their own for each row.
 *
 * @module
 */
import { checkGold, type Choices } from "./choices.ts";
import { orderKey } from "./order_key.ts";

/**
 * Puts options into an order that is a pure function of seed and row id: the
 * same letters in every process, at any concurrency, on resume, and whatever
 * other rows there are. The right option is carried by index.
 *
 * @throws {RangeError} when `gold` is no index of the options.
 *
 * @example
 * ```ts
 * import { shuffleChoices } from "./shuffle_choices.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const row = { choices: ["a", "b", "c"], gold: 2 };
 * const shown = shuffleChoices(row, { seed: 1, id: "row-5" });
 * assertEquals(shown.choices[shown.gold], "c");
 * assertEquals(shuffleChoices(row, { seed: 1, id: "row-5" }), shown);
 * ```
 */
export function shuffleChoices(
  row: {
    readonly choices: readonly string[];
    readonly gold: number;
    readonly permutation?: readonly number[];
  },
  options: { readonly seed: number; readonly id: string },
): Choices {
  const { choices, gold, permutation } = row;
  checkGold(choices, gold);
  const order = choices.map((_, i) => ({ i, key: orderKey(options.seed, `${options.id}\n${i}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.i - b.i)).map(({ i }) => i);
  return {
    choices: order.map((i) => choices[i] as string),
    gold: order.indexOf(gold),
    permutation: order.map((i) => permutation?.[i] ?? i),
  };
}
