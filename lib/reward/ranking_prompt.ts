/**
 * The prompt by which a judge puts responses into an order.
 *
 * @module
 */
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import { betterMeans } from "./prompt_parts.ts";
import template from "./prompts/ranking.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";

/** What a ranking prompt is made of. */
export interface RankingPromptParts {
  /** The criterion. */
  readonly rubric: Rubric;
  /** What was asked. */
  readonly question: string;
  /** Items to order; reference and anchors among them, unmarked. */
  readonly responses: readonly string[];
}

const fill = compileTemplate(template.trim(), [
  "title",
  "description",
  "polarity",
  "meaning",
  "question",
  "responses",
  "last",
  "word",
]);

/**
 * Builds the prompt; responses are numbered from 0.
 *
 * @example
 * ```ts
 * import { buildRankingPrompt } from "./ranking_prompt.ts";
 * import { rubric } from "./rubric.ts";
 * import { assert } from "@std/assert";
 * const parts = { rubric: rubric("Tone", "Is polite."), question: "Hi?", responses: ["Go.", "Hello!"] };
 * assert(buildRankingPrompt(parts).includes("Response 1\n[BEGIN response 1"));
 * ```
 */
export function buildRankingPrompt({ rubric, question, responses }: RankingPromptParts): string {
  const word = fenceWord([question, ...responses]);
  return fill({
    title: rubric.title,
    description: rubric.description,
    polarity: rubric.polarity,
    meaning: betterMeans(rubric.polarity),
    question: fenced("question", question, word),
    responses: responses.map((text, i) => `Response ${i}\n${fenced(`response ${i}`, text, word)}`).join(
      "\n\n",
    ),
    last: responses.length - 1,
    word,
  });
}
