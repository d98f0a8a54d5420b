/**
 * Several rubrics in one question to the judge.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { sha256 } from "../core/hash.ts";
import { pythonFloat } from "../core/python_number.ts";
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import { optionalBlock, referenceText } from "./prompt_parts.ts";
import template from "./prompts/sheet.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";
import { rewardKeysOf } from "./rubric_key.ts";
import { allowedScores, rubricReward } from "./rubric_reward.ts";
import type { ScoreOptions } from "./score_options.ts";

/** Scores of one response by several rubrics. */
export interface ScoreSheet {
  /** Reward by key, 0..1. */
  readonly rewards: Readonly<Record<string, number>>;
  /** Raw score by key. */
  readonly scores: Readonly<Record<string, number>>;
  /** Plain mean of the rewards. */
  readonly mean: number;
  /** The whole reply. */
  readonly rawResponse: string;
}

const fill = compileTemplate(template.trim(), [
  "criteria",
  "question",
  "reference",
  "response",
  "form",
  "word",
]);

/**
 * Hex SHA-256 over everything that shapes the scores of a sheet: the rubrics
 * and the prompt's own text.
 *
 * @example
 * ```ts
 * import { scoreSheetHash } from "./score_sheet.ts";
 * import { juryRubrics } from "./jury.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(scoreSheetHash(juryRubrics).length, 64);
 * ```
 */
export function scoreSheetHash(rubrics: readonly Rubric[]): string {
  const shaped = rubrics.map(({ title, description, polarity, scoreMap }) => ({
    title,
    description,
    polarity,
    scoreMap,
  }));
  return sha256(canonicalJson({ rubrics: shaped, prompt: template }));
}

/**
 * Scores a response by all rubrics with a single question: cheaper than one
 * each, and not independent of each other. All scores must be there and
 * allowed, or there are none.
 *
 * @throws {JudgeError} when one score is missing or outside its scale.
 * @throws {RangeError} Before the question: rubrics or keys that make no sense.
 * @example
 * ```ts
 * import { scoreSheet } from "./score_sheet.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"rubric_a": {"score": 1}, "rubric_b": {"score": 0}}']) });
 * const rubrics = [rubric("A", "Is right."), rubric("B", "Is short.")];
 * assertEquals((await scoreSheet("Yes.", { rubrics, judge, question: "So?" })).mean, 0.5);
 * ```
 */
export async function scoreSheet(response: string, options: ScoreOptions): Promise<ScoreSheet> {
  const { rubrics, judge, question, context } = options;
  const keys = rewardKeysOf(rubrics);
  const reference = referenceText(options.groundTruth);
  const word = fenceWord([question, reference, response]);
  const prompt = fill({
    criteria: rubrics.map((one, i) => describe(one, keys[i] ?? "")).join("\n\n"),
    question: fenced("question", question, word),
    reference: optionalBlock("reference answer", reference, word),
    response: fenced("response", response, word),
    form: `{${keys.map((key) => `"${key}": {"score": <score>, "reasoning": "<one sentence>"}`).join(", ")}}`,
    word,
  });
  try {
    const { value, raw } = await judge.requestJson(prompt, {
      requestId: "rubric-sheet",
      keys,
      ...(context === undefined ? {} : { context }),
    });
    const scores: Record<string, number> = {};
    const rewards: Record<string, number> = {};
    rubrics.forEach((one, i) => {
      const key = keys[i] ?? "";
      const score = (value[key] as { score?: unknown } | null | undefined)?.score;
      const allowed = allowedScores(one);
      if (typeof score !== "number" || !allowed.includes(score)) {
        const found = JSON.stringify(value[key]) ?? "none";
        throw judgeError({
          code: "out_of_set",
          message: `wanted a score of ${allowed.join(", ")} for "${key}", found ${found}`,
        });
      }
      scores[key] = score;
      rewards[key] = rubricReward(one, score);
    });
    const mean = Object.values(rewards).reduce((sum, reward) => sum + reward, 0) / keys.length;
    return { rewards, scores, mean, rawResponse: raw };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout(`${keys.length} rubrics`, error);
  }
}

function describe({ title, description, polarity, scoreMap }: Rubric, key: string): string {
  const levels = scoreMap === null
    ? `- 1: ${polarity === "positive" ? "it is fulfilled" : "the flaw is there"}\n- 0: it is not`
    : scoreMap.map(([score, text]) => `- ${pythonFloat(score)}: ${text}`).join("\n");
  return `Key "${key}", ${polarity}: ${title}\n${description}\n${levels}`;
}
