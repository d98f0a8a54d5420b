/**
 * One completion, several rubrics.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";
import { evaluateSingleRubric } from "./evaluate_rubric.ts";
import { rewardKeysOf } from "./rubric_key.ts";
import { rubricReward } from "./rubric_reward.ts";
import {
  checkIds,
  type RubricRewards,
  type ScoreOptions,
  sharedOptions,
  withSignal,
} from "./score_options.ts";

/** Options of {@linkcode scoreRubrics}. */
export interface ScoreRubricsOptions extends ScoreOptions {
  /** Names the rollout in events. */
  readonly rolloutId?: string;
}

/**
 * Scores a completion by each rubric, all at once. A completion without text
 * gets 0 everywhere, by negative rubrics too, and nobody is asked.
 *
 * @throws {JudgeError} as soon as one rubric has no score: the others are aborted.
 * @throws {RangeError} Before any question: no rubrics, keys that clash or are missing, a blank id.
 * @example
 * ```ts
 * import { scoreRubrics } from "./score_rubrics.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"score": 1}', '{"score": 0}']) });
 * const rubrics = [
 *   rubric("Correctness", "States the first-line therapy."),
 *   rubric("Fabrication", "Invents a study or a dose.", { polarity: "negative" }),
 * ];
 * const rewards = await scoreRubrics("Metformin.", { rubrics, judge, question: "First-line therapy?" });
 * assertEquals(rewards, { rubric_correctness: 1, rubric_fabrication: 1 });
 * ```
 */
export async function scoreRubrics(
  completion: Completion,
  options: ScoreRubricsOptions,
): Promise<RubricRewards> {
  const { rubrics, rolloutId, context } = options;
  if (rolloutId !== undefined) checkIds([rolloutId], 1);
  const keys = rewardKeysOf(rubrics);
  const response = completionText(completion);
  const shared = sharedOptions(options);
  const rewards = response === "" ? keys.map(() => 0) : await allOrAbort(
    rubrics.map((rubric) => async (signal: AbortSignal) => {
      const asked = { ...shared, response, context: withSignal(context, signal) };
      return rubricReward(rubric, (await evaluateSingleRubric(rubric, asked)).score);
    }),
    context?.signal,
  );
  const scored = Object.fromEntries(keys.map((key, i) => [key, rewards[i] ?? 0]));
  context?.emit?.({ kind: "rubric.scored", rolloutId: rolloutId ?? null, rewards: scored });
  return scored;
}
