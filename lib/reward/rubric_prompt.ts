/**
 * The prompt by which a judge scores one response.
 *
 * @module
 */
import { pythonFloat } from "../core/python_number.ts";
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import { optionalBlock, referenceText } from "./prompt_parts.ts";
import template from "./prompts/rubric.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";

/** What a prompt for one rubric is made of. */
export interface RubricPromptParts {
  /** The criterion. */
  readonly rubric: Rubric;
  /** What was asked. */
  readonly question: string;
  /** What was answered. */
  readonly response: string;
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
  "response",
  "allowed",
  "word",
]);

/**
 * Builds the prompt. Question, reference and response stand in blocks that
 * their text cannot close; braces in values are left alone.
 *
 * @example
 * ```ts
 * import { buildRubricPrompt } from "./rubric_prompt.ts";
 * import { rubric } from "./rubric.ts";
 * import { assert } from "@std/assert";
 * const prompt = buildRubricPrompt({ rubric: rubric("Tone", "Is polite."), question: "Hi?", response: "Go." });
 * assert(prompt.includes('"score": <one of: 0, 1>'));
 * ```
 */
export function buildRubricPrompt({ rubric, question, response, groundTruth }: RubricPromptParts): string {
  const reference = referenceText(groundTruth);
  const word = fenceWord([question, reference, response]);
  return fill({
    title: rubric.title,
    description: rubric.description,
    polarity: rubric.polarity,
    meaning: meaningOf(rubric),
    question: fenced("question", question, word),
    reference: optionalBlock("reference answer", reference, word),
    response: fenced("response", response, word),
    allowed: rubric.scoreMap === null
      ? "0, 1"
      : rubric.scoreMap.map(([score]) => pythonFloat(score)).join(", "),
    word,
  });
}

function meaningOf({ scoreMap, polarity }: Rubric): string {
  if (scoreMap !== null) {
    const levels = scoreMap.map(([score, description]) => `- ${pythonFloat(score)}: ${description}`);
    return `Allowed scores, no others and nothing between them:\n${levels.join("\n")}`;
  }
  return polarity === "positive"
    ? "1: the response fulfils the criterion. 0: it does not, or only in part."
    : "1: the response shows the flaw that the criterion names. 0: it does not.";
}
