/**
 * The answer between `<answer>` tags.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import { splitReasoning } from "../core/reasoning.ts";

// The u flag makes the long s fold to s, as it does in Python.
const BLOCK = /<answer>([\s\S]*?)<\/answer>/iu;
const OPEN = /<answer>([\s\S]*)$/iu;

/**
 * The first `<answer>…</answer>` after the reasoning is gone, stripped; an
 * unclosed block reaches to the end; without any tag the whole text is the
 * answer. A thought that never ends leaves no answer: "".
 *
 * @example A draft inside the reasoning does not count
 * ```ts
 * import { answerBlock } from "./answer_block.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(answerBlock("<think><answer>4</answer></think><answer>5</answer>"), "5");
 * assertEquals(answerBlock("So: <answer>6"), "6");
 * ```
 */
export function answerBlock(text: string): string {
  const { text: answer } = splitReasoning(text);
  return pyStrip(BLOCK.exec(answer)?.[1] ?? OPEN.exec(answer)?.[1] ?? answer);
}

/**
 * The original's form of {@linkcode answerBlock}: the first closed block
 * anywhere, in the reasoning too; else the whole text.
 *
 * @example
 * ```ts
 * import { extractAnswerBlock } from "./answer_block.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(extractAnswerBlock("pre <answer> 42 </answer> post"), "42");
 * ```
 */
export function extractAnswerBlock(text: string): string {
  return pyStrip(BLOCK.exec(text)?.[1] ?? text);
}
