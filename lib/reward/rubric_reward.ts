/**
 * From a judge's score to a reward.
 *
 * @module
 */
import type { Rubric } from "./rubric.ts";

/**
 * Scores a judge may give, lowest first.
 *
 * @example
 * ```ts
 * import { allowedScores } from "./rubric_reward.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(allowedScores(rubric("Tone", "Is polite.")), [0, 1]);
 * ```
 */
export function allowedScores({ scoreMap }: Pick<Rubric, "scoreMap">): readonly number[] {
  return scoreMap === null ? [0, 1] : scoreMap.map(([score]) => score);
}

/**
 * `(score - lowest) / (highest - lowest)` of the rubric's scale, and 1 minus
 * that for a negative rubric: 0..1.
 *
 * @throws {TypeError} When the score is no number (true is none).
 * @throws {RangeError} When it is not exactly one of the allowed scores.
 * @example 1 on a scale of 1 to 5 earns nothing
 * ```ts
 * import { rubricReward } from "./rubric_reward.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * const levels = [1, 2, 3, 4, 5].map((score) => [score, `level ${score}`] as const);
 * const quality = rubric("Quality", "How good it is.", { scoreMap: levels });
 * assertEquals([1, 4, 5].map((score) => rubricReward(quality, score)), [0, 0.75, 1]);
 * ```
 */
export function rubricReward(
  rubric: Pick<Rubric, "title" | "polarity" | "scoreMap">,
  score: unknown,
): number {
  if (typeof score !== "number") {
    throw new TypeError(`Cannot score "${rubric.title}": wanted a number, found ${JSON.stringify(score)}`);
  }
  const allowed = allowedScores(rubric);
  if (!allowed.includes(score)) {
    throw new RangeError(
      `Cannot score "${rubric.title}": wanted one of ${allowed.join(", ")}, found ${score}`,
    );
  }
  const [low, high] = [allowed[0] as number, allowed.at(-1) as number];
  const share = (score - low) / (high - low);
  return rubric.polarity === "positive" ? share : 1 - share;
}
