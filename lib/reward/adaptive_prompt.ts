/**
 * The prompt by which a judge finds criteria for a question.
 *
 * @module
 */
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import template from "./prompts/adaptive.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";

/** What the prompt is made of. */
export interface AdaptivePromptParts {
  /** What was asked. */
  readonly question: string;
  /** The right answer, or "". */
  readonly groundTruth: string;
  /** Responses to compare. */
  readonly responses: readonly string[];
  /** Criteria that are there already. */
  readonly existingRubrics?: readonly Rubric[];
}

const fill = compileTemplate(template.trim(), ["question", "reference", "responses", "existing", "word"]);

/**
 * Builds the prompt; responses are numbered from 1.
 *
 * @example
 * ```ts
 * import { buildAdaptivePrompt } from "./adaptive_prompt.ts";
 * import { assert } from "@std/assert";
 * const prompt = buildAdaptivePrompt({ question: "Hi?", groundTruth: "", responses: ["Go.", "Hello!"] });
 * assert(prompt.includes("Response 2\n") && !prompt.includes("Existing"));
 * ```
 */
export function buildAdaptivePrompt(parts: AdaptivePromptParts): string {
  const { question, groundTruth, responses, existingRubrics = [] } = parts;
  const existing = (["positive", "negative"] as const).map((polarity) => {
    const lines = existingRubrics.filter((one) => one.polarity === polarity)
      .map(({ title, description }) => `${title}: ${description}`);
    return lines.length === 0 ? "" : `Existing ${polarity} criteria:\n${lines.join("\n")}\n\n`;
  });
  const word = fenceWord([question, groundTruth, ...responses]);
  return fill({
    question: fenced("question", question, word),
    reference: fenced("right answer", groundTruth, word),
    responses: responses.map((text, i) => `Response ${i + 1}\n${fenced(`response ${i + 1}`, text, word)}`)
      .join(
        "\n\n",
      ),
    existing: existing.join(""),
    word,
  });
}
