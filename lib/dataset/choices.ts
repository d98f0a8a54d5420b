/**
 * Answer options: what is a valid set.
 *
 * @module
 */

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

/**
 * Refuses a gold index that is none of the options.
 *
 * @throws {RangeError} when it is not.
 *
 * @example
 * ```ts
 * import { checkGold } from "./choices.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => checkGold(["a", "b"], 2), RangeError, "0..1");
 * ```
 */
export function checkGold(choices: readonly unknown[], gold: number): void {
  if (Number.isInteger(gold) && gold >= 0 && gold < choices.length) return;
  throw new RangeError(`Cannot use the gold index ${gold}: wanted one of 0..${choices.length - 1}`);
}
