/**
 * The prompt by which a judge sorts texts into groups.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import template from "./prompts/diversity.md" with { type: "text" };

const fill = compileTemplate(template.trim(), ["context", "instructions", "texts", "last", "word"]);

/**
 * Builds the prompt; texts are numbered from 0. Without context it says
 * "(none)".
 *
 * @throws {RangeError} Without texts or instructions.
 * @example
 * ```ts
 * import { buildDiversityPrompt } from "./diversity_prompt.ts";
 * import { assert } from "@std/assert";
 * assert(buildDiversityPrompt(["a", "b"], { instructions: "By letter." }).includes("Context: (none)"));
 * ```
 */
export function buildDiversityPrompt(
  texts: readonly string[],
  options: { readonly instructions: string; readonly context?: string },
): string {
  const { instructions, context = "" } = options;
  if (texts.length === 0) throw new RangeError("Cannot ask for groups: wanted at least one text");
  if (pyStrip(instructions) === "") throw new RangeError("Cannot ask for groups: wanted instructions");
  const word = fenceWord([context, ...texts]);
  return fill({
    context: pyStrip(context) === "" ? "(none)" : context,
    instructions,
    texts: texts.map((text, i) => `[${i}]\n${fenced(`text ${i}`, text, word)}`).join("\n\n"),
    last: texts.length - 1,
    word,
  });
}
