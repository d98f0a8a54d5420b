/**
 * One response, one rubric, one question to the judge.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { clipMiddle } from "./clip_middle.ts";
import type { Judge } from "./judge.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import type { JudgeObject } from "./judge_reply.ts";
import type { Rubric } from "./rubric.ts";
import { rubricSlug } from "./rubric_key.ts";
import { buildRubricPrompt, type RubricPromptParts } from "./rubric_prompt.ts";
import { allowedScores } from "./rubric_reward.ts";

/** A judge's score of one response. */
export interface RubricEvaluation {
  /** Raw score, one of the rubric's; not yet a reward. */
  readonly score: number;
  /** Why, in the judge's words; may be "". */
  readonly reasoning: string;
  /** The whole reply. */
  readonly rawResponse: string;
  /** True when the response was shown with its middle left out. */
  readonly inputTruncated?: boolean;
}

/** What is judged and who judges. */
export interface EvaluateOptions {
  /** What was asked. */
  readonly question: string;
  /** What was answered. */
  readonly response: string;
  /** Who judges. */
  readonly judge: Judge;
  /** The right answer; missing or blank: the judge sees none. */
  readonly groundTruth?: unknown;
  /** Longest response that is shown whole; longer ones keep head and tail. Default: no limit. */
  readonly maxResponseChars?: number;
  /** Replaces the prompt. */
  readonly prompt?: (parts: RubricPromptParts) => string;
  /** Signal and events. */
  readonly context?: Context;
}

/**
 * Asks the judge for the score of one response.
 *
 * @returns The raw score; {@linkcode rubricReward} makes a reward of it.
 * @throws {JudgeError} for whatever keeps a score away: the server, the reply, a score outside the scale.
 * @example
 * ```ts
 * import { evaluateSingleRubric } from "./evaluate_rubric.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"score": 1, "reasoning": "kind"}']) });
 * const tone = rubric("Tone", "Is polite.");
 * const { score } = await evaluateSingleRubric(tone, { question: "Hi?", response: "Hello!", judge });
 * assertEquals(score, 1);
 * ```
 */
export async function evaluateSingleRubric(
  rubric: Rubric,
  options: EvaluateOptions,
): Promise<RubricEvaluation> {
  const { question, judge, groundTruth, context } = options;
  const { text: response, clipped } = clipMiddle(options.response, options.maxResponseChars);
  if (clipped) {
    const message = `The judge of "${rubric.title}" sees a response with its middle left out`;
    context?.emit?.({ kind: "warning", code: "judge_input_truncated", message });
  }
  try {
    const prompt = (options.prompt ?? buildRubricPrompt)({ rubric, question, response, groundTruth });
    const { value, raw } = await judge.requestJson(prompt, {
      requestId: `rubric:${rubricSlug(rubric.title)}`,
      keys: ["score"],
      ...(rubric.parser === undefined ? {} : { parser: rubric.parser }),
      ...(context === undefined ? {} : { context }),
    });
    const evaluation = {
      score: readScore(rubric, value),
      reasoning: readReasoning(value),
      rawResponse: raw,
      ...(clipped ? { inputTruncated: true } : {}),
    };
    context?.emit?.({ kind: "rubric.evaluated", title: rubric.title, score: evaluation.score });
    return evaluation;
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout(`rubric "${rubric.title}"`, error);
  }
}

function readScore(rubric: Rubric, { score }: JudgeObject): number {
  const allowed = allowedScores(rubric);
  if (typeof score === "number" && allowed.includes(score)) return score;
  throw judgeError({
    code: "out_of_set",
    message: `wanted a score of ${allowed.join(", ")}, found ${JSON.stringify(score) ?? "none"}`,
  });
}

/** The `reasoning` of a reply: "" when absent. @throws {JudgeError} when it is no text. */
export function readReasoning({ reasoning = "" }: JudgeObject): string {
  if (typeof reasoning === "string") return reasoning;
  throw judgeError({
    code: "bad_reasoning",
    message: `wanted a text as reasoning, found ${JSON.stringify(reasoning)}`,
  });
}
