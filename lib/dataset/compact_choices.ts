/**
 * Options without the empty ones.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { checkGold, type Choices, equalChoice, isBlankChoice } from "./choices.ts";

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
 * import { compactChoices } from "./compact_choices.ts";
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

function rowError(id: string, code: string, wanted: string, found: string): DataError {
  return new DataError(`Cannot use the row "${id}": wanted ${wanted}, found ${found}`, {
    code,
    hint: "Mend the row, or drop it",
    details: { id },
  });
}
