/**
 * Takes the thinking out of a reply.
 *
 * @module
 */
import { splitReasoning } from "../core/reasoning.ts";

/** A reply without its reasoning. */
export interface StrippedReply {
  /** What is left to be read as the answer. */
  readonly text: string;
  /** The reasoning that was removed, thoughts parted by a blank line; "" when there was none. */
  readonly reasoning: string;
  /** `truncated_reasoning` when the reply ends inside a thought: then `text` is "" and there is no answer. */
  readonly problem: "truncated_reasoning" | null;
}

/**
 * Removes reasoning from a stored or foreign reply, in the same way as the
 * clients do for replies they receive: closed blocks (`<think>…</think>` and
 * its like, in any case), everything before a stray closer, all but the final
 * channel of channel markup.
 *
 * @example Closed, stray and unclosed
 * ```ts
 * import { stripReasoning } from "./strip_reasoning.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(stripReasoning("<think>A?</think>\nB").text, "B");
 * assertEquals(stripReasoning("maybe A</think>B").text, "B");
 * assertEquals(stripReasoning("<think>maybe A").problem, "truncated_reasoning");
 * ```
 */
export function stripReasoning(text: string): StrippedReply {
  const { text: answer, reasoning, problem } = splitReasoning(text);
  return { text: answer, reasoning: reasoning ?? "", problem };
}
