/**
 * Rewards that are shared among those who say the same.
 *
 * @module
 */
import { type ClusterOptions, type ClusterResult, clusterTexts } from "./cluster_texts.ts";
import type { LlmDiversityConfig, NgramDiversityConfig } from "./diversity_config.ts";
import type { RubricRewards } from "./score_options.ts";

/** Rewards after scaling, and why. */
export interface ScaledRewards {
  /** Rewards of each text, divided by the size of its group. */
  readonly rewards: readonly RubricRewards[];
  /** The groups. */
  readonly clusters: ClusterResult;
}

/**
 * Divides every reward of a text by the size of its group. Penalties shrink as
 * well.
 *
 * @throws {RangeError} When there are not as many rewards as texts.
 * @throws {JudgeError} when a judge cannot sort the texts.
 * @example
 * ```ts
 * import { scaleByDiversity } from "./scale_by_diversity.ts";
 * import { ngramDiversity } from "./diversity_config.ts";
 * import { assertEquals } from "@std/assert";
 * const { rewards } = await scaleByDiversity([{ a: 1 }, { a: 0.5 }], ["same", "Same"], ngramDiversity());
 * assertEquals(rewards, [{ a: 0.5 }, { a: 0.25 }]);
 * ```
 */
export async function scaleByDiversity(
  rewards: readonly RubricRewards[],
  texts: readonly string[],
  options:
    | ClusterOptions & { readonly by: NgramDiversityConfig | LlmDiversityConfig }
    | NgramDiversityConfig
    | LlmDiversityConfig,
): Promise<ScaledRewards> {
  if (rewards.length !== texts.length) {
    throw new RangeError(
      `Cannot scale: wanted a reward per text, found ${rewards.length} and ${texts.length}`,
    );
  }
  const { by, ...rest } = "by" in options ? options : { by: options };
  const clusters = await clusterTexts(texts, by, rest);
  const scaled = rewards.map((row, i) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value / (clusters.divisors[i] ?? 1)]))
  );
  return { rewards: scaled, clusters };
}
