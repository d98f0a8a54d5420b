/**
 * Results: schema, fingerprint, reading, writing.
 *
 * @module
 */
export * from "./task_result.ts";
export * from "./blank_result.ts";
export * from "./fingerprint.ts";
export * from "./entry.ts";
export * from "./entry_codec.ts";
export * from "./validate.ts";
export * from "./write.ts";
export * from "./read.ts";
