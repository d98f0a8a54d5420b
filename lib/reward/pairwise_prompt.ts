/**
 * The prompt by which a judge compares two responses.
 *
 * @module
 */
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import { betterMeans, optionalBlock, referenceText } from "./prompt_parts.ts";
import template from "./prompts/pairwise.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";

/** What the prompt is made of. */
export interface PairwisePromptParts {
  /** The criterion. */
  readonly rubric: Rubric;
  /** What was asked. */
  readonly question: string;
  /** Shown first. */
  readonly first: string;
  /** Shown second. */
  readonly second: string;
  /** The right answer; missing or blank: none is shown. */
  readonly groundTruth?: unknown;
}

const fill = compileTemplate(template.trim(), [
  "title",
  "description",
  "polarity",
  "meaning",
  "question",
  "reference",
  "first",
  "second",
  "word",
]);

/**
 * Builds the prompt.
 *
 * @example
 * ```ts
 * import { buildPairwisePrompt } from "./pairwise_prompt.ts";
 * import { rubric } from "./rubric.ts";
 * import { assert } from "@std/assert";
 * const tone = rubric("Tone", "Is polite.");
 * const prompt = buildPairwisePrompt({ rubric: tone, question: "Hi?", first: "Go.", second: "Hello!" });
 * assert(prompt.indexOf("Go.") < prompt.indexOf("Hello!"));
 * ```
 */
export function buildPairwisePrompt(parts: PairwisePromptParts): string {
  const { rubric, question, first, second } = parts;
  const reference = referenceText(parts.groundTruth);
  const word = fenceWord([question, reference, first, second]);
  return fill({
    title: rubric.title,
    description: rubric.description,
    polarity: rubric.polarity,
    meaning: betterMeans(rubric.polarity),
    question: fenced("question", question, word),
    reference: optionalBlock("reference answer", reference, word),
    first: fenced("first response", first, word),
    second: fenced("second response", second, word),
    word,
  });
}
