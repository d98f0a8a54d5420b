/**
 * A group of completions, several rubrics.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import { fillCache } from "./adaptive.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";
import { evaluateSingleRubric } from "./evaluate_rubric.ts";
import type { Rubric } from "./rubric.ts";
import { RubricCache } from "./rubric_cache.ts";
import { rewardKeysOf } from "./rubric_key.ts";
import { rubricReward } from "./rubric_reward.ts";
import {
  checkIds,
  type RubricRewards,
  type ScoreOptions,
  sharedOptions,
  withSignal,
} from "./score_options.ts";

/** Key of the reward for adaptive rubrics. */
const ADAPTIVE_KEY = "rubric_adaptive";

/** Options of {@linkcode scoreGroupRubrics}. */
export interface ScoreGroupOptions extends Omit<ScoreOptions, "rubrics"> {
  /** Criteria; may be missing when adaptive ones are used. */
  readonly rubrics?: readonly Rubric[];
  /** Ids of the rollouts; default "0", "1" … */
  readonly rolloutIds?: readonly string[];
  /** Find criteria for the question too; their mean is the reward `rubric_adaptive`. */
  readonly useAdaptive?: boolean;
  /** Criteria that new ones must not repeat; not scored. */
  readonly existingRubrics?: readonly Rubric[];
  /** Keeps adaptive criteria between groups; default: forgotten after the call. */
  readonly cache?: RubricCache;
}

/**
 * Scores every completion of a group by every rubric, all at once. Completions
 * without text get zeros and are not shown to anybody.
 *
 * @returns Rewards of each completion, in their order.
 * @throws {JudgeError} as soon as one score cannot be had: the others are aborted.
 * @throws {RangeError} Before any question: ids or rubrics that make no sense, a
 * rubric whose key is that of the adaptive ones.
 * @example
 * ```ts
 * import { scoreGroupRubrics } from "./score_group_rubrics.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"score": 1}']) });
 * const rubrics = [rubric("Tone", "Is polite.")];
 * const rewards = await scoreGroupRubrics(["Hello!", ""], { rubrics, judge, question: "Hi?" });
 * assertEquals(rewards, [{ rubric_tone: 1 }, { rubric_tone: 0 }]);
 * ```
 */
export async function scoreGroupRubrics(
  completions: readonly Completion[],
  options: ScoreGroupOptions,
): Promise<RubricRewards[]> {
  const { rubrics = [], useAdaptive = false, cache = new RubricCache(), existingRubrics = [] } = options;
  const { question, context } = options;
  checkIds(options.rolloutIds ?? completions.map((_, i) => String(i)), completions.length);
  const keys = rubrics.length === 0 && useAdaptive ? [] : rewardKeysOf(rubrics);
  if (useAdaptive && keys.includes(ADAPTIVE_KEY)) {
    throw new RangeError(
      `Cannot score: the key "${ADAPTIVE_KEY}" is that of adaptive rubrics; rename the rubric`,
    );
  }
  const responses = completions.map(completionText);
  const rewards = await scoreAll({ responses, rubrics, options });
  const rows = responses.map((_, at): Record<string, number> =>
    Object.fromEntries(keys.map((key, i) => [key, rewards[at]?.[i] ?? 0]))
  );
  if (!useAdaptive) return rows;
  const adaptive = await cache.exclusive(question, async () => {
    const { groundTruth, judge } = options;
    const shared = { question, responses, judge, groundTruth, existingRubrics, cache };
    const { all } = await fillCache(context === undefined ? shared : { ...shared, context });
    return await scoreAll({ responses, rubrics: all, options });
  });
  rows.forEach((row, at) => row[ADAPTIVE_KEY] = meanOf(adaptive[at] ?? []));
  return rows;
}

/** Rewards per response and rubric; zeros for blank responses. */
async function scoreAll(
  { responses, rubrics, options }: {
    responses: readonly string[];
    rubrics: readonly Rubric[];
    options: ScoreGroupOptions;
  },
): Promise<number[][]> {
  const shared = sharedOptions({ ...options, rubrics });
  const cells = responses.flatMap((response, at) =>
    response === "" ? [] : rubrics.map((rubric, i) => ({ response, at, rubric, i }))
  );
  const rewards = responses.map(() => rubrics.map(() => 0));
  await allOrAbort(
    cells.map(({ response, at, rubric, i }) => async (signal: AbortSignal) => {
      const asked = { ...shared, response, context: withSignal(options.context, signal) };
      const { score } = await evaluateSingleRubric(rubric, asked);
      (rewards[at] as number[])[i] = rubricReward(rubric, score);
    }),
    options.context?.signal,
  );
  return rewards;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
