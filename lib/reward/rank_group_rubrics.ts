/**
 * A group of completions, ranked by several rubrics.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";
import { evaluateRubricRanking } from "./evaluate_ranking.ts";
import { rewardKeysOf } from "./rubric_key.ts";
import {
  checkIds,
  type RubricRewards,
  type ScoreOptions,
  sharedOptions,
  withSignal,
} from "./score_options.ts";

/** Options of {@linkcode rankGroupRubrics}. */
export interface RankGroupOptions extends ScoreOptions {
  /** Ids of the rollouts; default "0", "1" … */
  readonly rolloutIds?: readonly string[];
  /** Rank the right answer among the completions, unmarked; default true. */
  readonly includeGroundTruth?: boolean;
}

/**
 * Ranks the completions of a group by each rubric, all rubrics at once.
 *
 * @returns Rewards of each completion, in their order.
 * @throws {JudgeError} as soon as one rubric has no order: the others are aborted.
 * @throws {RangeError} Before any question: ids or rubrics that make no sense.
 * @example
 * ```ts
 * import { rankGroupRubrics } from "./rank_group_rubrics.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"ranking": [[1], [0]]}']) });
 * const rubrics = [rubric("Tone", "Is polite.")];
 * const rewards = await rankGroupRubrics(["Go.", "Hello!"], { rubrics, judge, question: "Hi?" });
 * assertEquals(rewards, [{ rubric_tone: 0 }, { rubric_tone: 1 }]);
 * ```
 */
export async function rankGroupRubrics(
  completions: readonly Completion[],
  options: RankGroupOptions,
): Promise<RubricRewards[]> {
  const { rubrics, context, includeGroundTruth = true } = options;
  checkIds(options.rolloutIds ?? completions.map((_, i) => String(i)), completions.length);
  const keys = rewardKeysOf(rubrics);
  const responses = completions.map(completionText);
  const { maxResponseChars: _, groundTruth, ...shared } = sharedOptions(options);
  const rankings = await allOrAbort(
    rubrics.map((rubric) => (signal: AbortSignal) =>
      evaluateRubricRanking(rubric, {
        ...shared,
        responses,
        ...(includeGroundTruth ? { groundTruth } : {}),
        context: withSignal(context, signal),
      })
    ),
    context?.signal,
  );
  return responses.map((_, at) =>
    Object.fromEntries(keys.map((key, i) => [key, rankings[i]?.scores[at] ?? 0]))
  );
}
