/**
 * Answer options: what is a valid set, and in which order it is shown.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { orderKey } from "./order_key.ts";

/** Options with the place of the right one. */
export interface Choices {
  /** Texts in the order shown. */
  readonly choices: readonly string[];
  /** 0-based index of the right one. */
  readonly gold: number;
  /** For each shown option its index in the row as it came. */
  readonly permutation: readonly number[];
}

/**
 * Drops empty options (blank, or `N/A`) and carries the right one
 * along by its index.
 *
 * @throws {DataError} `gold_removed`, `too_few_choices` or `equal_choices`: the
 * row cannot be asked. `id` names it.
 * @throws {RangeError} when `gold` is no index of the options.
 *
 * @example
 * ```ts
 * import { compactChoices } from "./choices.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { choices, gold } = compactChoices(["x", "", "y", "N/A"], 2);
 * assertEquals([choices, gold], [["x", "y"], 1]);
 * ```
 */
export function compactChoices(choices: readonly (string | null)[], gold: number, id: string = "?"): Choices {
  checkGold(choices, gold);
  const kept = choices.flatMap((text, i) => (isBlankChoice(text) ? [] : [{ text: text as string, i }]));
  const at = kept.findIndex(({ i }) => i === gold);
  if (at < 0) throw rowError(id, "gold_removed", "a right option with a text", JSON.stringify(choices[gold]));
  if (kept.length < 2) throw rowError(id, "too_few_choices", "at least 2 options", String(kept.length));
  const texts = kept.map(({ text }) => text);
  const twin = equalChoice(texts);
  if (twin !== undefined) {
    throw rowError(id, "equal_choices", "unlike options", `${JSON.stringify(twin)} twice`);
  }
  return { choices: texts, gold: at, permutation: kept.map(({ i }) => i) };
}

/**
 * Puts options into an order that is a pure function of seed and row id: the
 * same letters in every process, at any concurrency, on resume, and whatever
 * other rows there are. The right option is carried by index.
 *
 * @throws {RangeError} when `gold` is no index of the options.
 *
 * @example
 * ```ts
 * import { shuffleChoices } from "./choices.ts";
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

/**
 * Tells whether an option says nothing: absent, blank, or `N/A` in any case.
 * `null`, `nan` or a dash can be real answers and are kept.
 *
 * @example
 * ```ts
 * import { isBlankChoice } from "./choices.ts";
 * import { assert } from "@std/assert";
 * assert(isBlankChoice(" N/A ") && !isBlankChoice("None of the above"));
 * ```
 */
export function isBlankChoice(text: string | null | undefined): boolean {
  return text === null || text === undefined || /^(?:n\.?\s?\/\s?a\.?)?$/i.test(text.trim());
}

/**
 * The first option that occurs twice, or undefined. Compared as shown: outer
 * blanks do not tell options apart.
 *
 * @example
 * ```ts
 * import { equalChoice } from "./choices.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(equalChoice(["10 mg", "5 mg", "10 mg"]), "10 mg");
 * ```
 */
export function equalChoice(choices: readonly string[]): string | undefined {
  const texts = choices.map((text) => text.trim());
  return choices.find((_, i) => texts.indexOf(texts[i] as string) !== i);
}

function checkGold(choices: readonly unknown[], gold: number): void {
  if (Number.isInteger(gold) && gold >= 0 && gold < choices.length) return;
  throw new RangeError(`Cannot use the gold index ${gold}: wanted one of 0..${choices.length - 1}`);
}

function rowError(id: string, code: string, wanted: string, found: string): DataError {
  return new DataError(`Cannot use the row "${id}": wanted ${wanted}, found ${found}`, {
    code,
    hint: "Mend the row, or drop it",
    details: { id },
  });
}
