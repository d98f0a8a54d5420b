/**
 * Examples in HumanEval's docstrings that its own tests refute.
 *
 * @module
 */
import { DataError } from "../../core/errors.ts";
import type { Fields } from "../../dataset/doc.ts";

/** What a fix takes out of a prompt and puts in its place. */
export type PromptFix = readonly [wrong: string, right: string];

/**
 * Prompts whose examples contradict tests and reference solution, found by
 * running the examples of all 164 prompts on the reference solutions: the
 * median of an even list, and three sorted lists.
 */
export const HUMANEVAL_FIXES: Readonly<Record<string, readonly PromptFix[]>> = {
  "HumanEval/47": [["    15.0\n", "    8.0\n"]],
  "HumanEval/116": [
    ["sort_array([1, 5, 2, 3, 4]) == [1, 2, 3, 4, 5]", "sort_array([1, 5, 2, 3, 4]) == [1, 2, 4, 3, 5]"],
    [
      "sort_array([-2, -3, -4, -5, -6]) == [-6, -5, -4, -3, -2]",
      "sort_array([-2, -3, -4, -5, -6]) == [-4, -2, -6, -5, -3]",
    ],
    ["sort_array([1, 0, 2, 3, 4]) [0, 1, 2, 3, 4]", "sort_array([1, 0, 2, 3, 4]) == [0, 1, 2, 4, 3]"],
  ],
};

/**
 * The rows with the wrong examples of their prompts put right; nothing else is
 * touched, tests included.
 *
 * @throws {DataError} `unknown_row` when a row of that id has another prompt.
 *
 * @example
 * ```ts
 * import { fixHumaneval } from "./humaneval_fixes.ts";
 * import { assertEquals } from "@std/assert";
 * const row = { "task_id": "HumanEval/47", prompt: ">>> median([-10, 4, 6, 1000, 10, 20])\n    15.0\n" };
 * assertEquals(fixHumaneval([row])[0]?.prompt, ">>> median([-10, 4, 6, 1000, 10, 20])\n    8.0\n");
 * ```
 */
export function fixHumaneval(rows: readonly Fields[]): Fields[] {
  return rows.map((row) => {
    const id = String(row.task_id);
    const fixes = Object.hasOwn(HUMANEVAL_FIXES, id) ? HUMANEVAL_FIXES[id] ?? [] : [];
    if (fixes.length === 0) return row;
    let prompt = String(row.prompt);
    for (const [wrong, right] of fixes) {
      if (!prompt.includes(wrong)) {
        throw new DataError(`Cannot mend "${id}": wanted "${wrong.trim()}" in its prompt, found none`, {
          code: "unknown_row",
          hint: "The rows are not those of HumanEval; take humaneval, which runs them as they are",
          details: { doc: id },
        });
      }
      prompt = prompt.replace(wrong, () => right);
    }
    return { ...row, prompt };
  });
}
