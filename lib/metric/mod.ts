/**
 * Metrics: per sample, over samples, over groups.
 *
 * @module
 */
export * from "./metric.ts";
export * from "./aggregation.ts";
export * from "./builtin_metrics.ts";
export * from "./registry.ts";
export * from "./acc.ts";
export * from "./ties.ts";
export * from "./exact_match.ts";
export * from "./classification.ts";
export * from "./macro_f1.ts";
export * from "./likelihood.ts";
export * from "./token_f1.ts";
export * from "./answer_list.ts";
export * from "./number_match.ts";
export * from "./rouge_score.ts";
export * from "./rouge.ts";
export * from "./porter.ts";
export * from "./bleu.ts";
export * from "./chrf.ts";
export * from "./ter.ts";
export * from "./medcalc.ts";
export * from "./medec.ts";
export * from "./pass_at_k_metric.ts";
export * from "./code_verdict.ts";
export * from "./code_problem.ts";
export * from "./code_flags.ts";
export * from "./grade_code.ts";
export * from "./code_exec.ts";
export * from "./open_code_grader.ts";
export * from "./retrieval.ts";
export * from "./grounded_answer.ts";
export * from "./passage_metrics.ts";
export * from "./score_sample.ts";
export * from "./aggregate.ts";
export * from "./group.ts";
export * from "./primary.ts";
export * from "./metric_key.ts";
export * from "./interval.ts";
