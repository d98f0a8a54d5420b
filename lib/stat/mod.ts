/**
 * Pure numbers: means, intervals, bootstrap.
 *
 * @module
 */
export * from "./mean.ts";
export * from "./bootstrap.ts";
export * from "./normal.ts";
export * from "./student.ts";
export * from "./wilson.ts";
export * from "./pass_at_k.ts";
export * from "./at_least.ts";
export * from "./deviation.ts";
export * from "./kappa.ts";
export * from "./krippendorff.ts";
