/**
 * Rewards and judges.
 *
 * @module
 */
export * from "./completion.ts";
export * from "./completion_text.ts";
export * from "./answer_block.ts";
export * from "./clip01.ts";
export * from "./matching_blocks.ts";
export * from "./text_overlap.ts";
export * from "./search_budget.ts";
export * from "./tool_efficiency.ts";
export * from "./citations.ts";
export * from "./tag_format.ts";
export * from "./judge_reply.ts";
export * from "./judge.ts";
export * from "./judge_error.ts";
export * from "./fence.ts";
export * from "./clip_middle.ts";
export * from "./score_map.ts";
export * from "./rubric.ts";
export * from "./rubric_key.ts";
export * from "./rubric_reward.ts";
export * from "./rubric_hash.ts";
export * from "./rubric_prompt.ts";
export * from "./evaluate_rubric.ts";
export * from "./ranking_anchor.ts";
export * from "./ranking_tiers.ts";
export * from "./ranking_scores.ts";
export * from "./ranking_prompt.ts";
export * from "./evaluate_ranking.ts";
export * from "./score_options.ts";
export * from "./score_rubrics.ts";
export * from "./rubric_cache.ts";
export * from "./adaptive_prompt.ts";
export * from "./adaptive.ts";
export * from "./score_group_rubrics.ts";
export * from "./rank_group_rubrics.ts";
export * from "./ngram.ts";
export * from "./diversity_config.ts";
export * from "./diversity_prompt.ts";
export * from "./cluster_texts.ts";
export * from "./scale_by_diversity.ts";
