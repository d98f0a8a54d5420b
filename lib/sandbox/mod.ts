/**
 * Where code nobody trusts runs.
 *
 * @module
 */
export * from "./sandbox.ts";
export * from "./python_batch.ts";
export * from "./limits.ts";
export * from "./facts.ts";
export * from "./backends.ts";
export * from "./open_sandbox.ts";
export * from "./survey.ts";
