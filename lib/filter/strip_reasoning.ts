/**
 * Takes the thinking out of a reply.
 *
 * @module
 */

/** A reply without its reasoning. */
export interface StrippedReply {
  /** What is left to be read as the answer. */
  readonly text: string;
  /** The reasoning that was removed; "" when there was none. */
  readonly reasoning: string;
  /** `truncated_reasoning` when the reply ends inside a thought: then `text` is "" and there is no answer. */
  readonly problem: "truncated_reasoning" | null;
}

const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|<\|channel\|>([a-z]{1,20})[^<]{0,80}<\|message\|>/gi;

/**
 * Removes closed reasoning blocks (`<think>…</think>` in any case, also
 * `thinking`, `thought`, `reasoning`) and everything before a stray closer; of
 * channel markup only the last final channel stays. One pass, linear.
 *
 * @example Closed, stray and unclosed
 * ```ts
 * import { stripReasoning } from "./strip_reasoning.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(stripReasoning("<think>A?</think>\nB").text, "\nB");
 * assertEquals(stripReasoning("maybe A</think>B").text, "B");
 * assertEquals(stripReasoning("<think>maybe A").problem, "truncated_reasoning");
 * ```
 */
export function stripReasoning(text: string): StrippedReply {
  if (!text.includes("<")) return { text, reasoning: "", problem: null };
  let kept = "";
  let reasoning = "";
  let from = 0;
  let inside = false;
  for (const match of text.matchAll(TAG)) {
    const piece = text.slice(from, match.index);
    if (match[2] !== undefined) {
      const final = match[2].toLowerCase() === "final";
      reasoning += inside || !final ? kept + piece : kept;
      kept = "";
      inside = !final;
      from = match.index + match[0].length;
      continue;
    }
    if (match[1] === "/") {
      reasoning += inside ? piece : kept + piece;
      if (!inside) kept = "";
      inside = false;
    } else if (inside) reasoning += piece;
    else {
      kept += piece;
      inside = true;
    }
    from = match.index + match[0].length;
  }
  const rest = text.slice(from);
  if (inside) return { text: "", reasoning: reasoning + rest, problem: "truncated_reasoning" };
  const end = /<\|(?:end|return|call)\|>/.exec(rest);
  return { text: kept + (end ? rest.slice(0, end.index) : rest), reasoning, problem: null };
}
