/**
 * Metrics: per sample, over samples, over groups.
 *
 * @module
 */
export * from "./metric.ts";
export * from "./aggregation.ts";
export * from "./registry.ts";
export * from "./acc.ts";
export * from "./exact_match.ts";
export * from "./classification.ts";
export * from "./likelihood.ts";
export * from "./score_sample.ts";
export * from "./aggregate.ts";
export * from "./group.ts";
export * from "./primary.ts";
export * from "./interval.ts";
