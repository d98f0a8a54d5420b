/**
 * What to do about an error.
 *
 * @module
 */
import type { BenchError } from "./errors.ts";
import { nearestName } from "./nearest.ts";

/**
 * The advice that goes with an error, or null: for a misspelt name the
 * nearest known one (`details.found` or `details.flag` among
 * `details.names`), else its own hint.
 *
 * @example
 * ```ts
 * import { hintOf } from "./hint_of.ts";
 * import { TaskError } from "./errors.ts";
 * import { assertEquals } from "@std/assert";
 * const details = { found: "acurracy", names: ["accuracy", "f1"] };
 * assertEquals(await hintOf(new TaskError("x", { code: "c", details })), 'Did you mean "accuracy"?');
 * assertEquals(await hintOf(new TaskError("x", { code: "c", hint: "Wait" })), "Wait");
 * assertEquals(await hintOf(new TaskError("x", { code: "c" })), null);
 * ```
 */
export async function hintOf(error: Pick<BenchError, "details" | "hint">): Promise<string | null> {
  const { flag, found, names } = error.details;
  const wrong = found ?? flag;
  if (typeof wrong === "string" && Array.isArray(names)) {
    // The package behind it may not be there: no suggestion then.
    const near = await nearestName(wrong, names).catch(() => null);
    if (near !== null) return `Did you mean "${near}"?`;
  }
  return error.hint ?? null;
}
