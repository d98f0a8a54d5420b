/**
 * Counting searches that are written as text.
 *
 * @module
 */
import type { Completion } from "./completion.ts";

const CALL = "<tool_call>";

/**
 * Number of `<tool_call>` in a text, or in the texts the assistant wrote.
 * Structured tool calls and content parts are not counted.
 *
 * @example
 * ```ts
 * import { countSearchCalls } from "./search_budget.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(countSearchCalls("<tool_call>a</tool_call> <tool_call>b"), 2);
 * ```
 */
export function countSearchCalls(completion: Completion): number {
  if (typeof completion === "string") return completion.split(CALL).length - 1;
  return completion.reduce((sum, message) => {
    const text = message?.role === "assistant" && typeof message.content === "string" ? message.content : "";
    return sum + text.split(CALL).length - 1;
  }, 0);
}

/**
 * Whether the calls stay within what is allowed.
 *
 * @throws {RangeError} When a count is negative or not a number.
 * @example
 * ```ts
 * import { searchWithinBudget } from "./search_budget.ts";
 * import { assert } from "@std/assert";
 * assert(searchWithinBudget(3, 3) && !searchWithinBudget(4, 3));
 * ```
 */
export function searchWithinBudget(calls: number, maxCalls: number): boolean {
  if (!(calls >= 0) || !(maxCalls >= 0)) {
    throw new RangeError(`Cannot compare calls: wanted counts of at least 0, found ${calls} and ${maxCalls}`);
  }
  return calls <= maxCalls;
}
