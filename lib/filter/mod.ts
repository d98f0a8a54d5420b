/**
 * Filters: from a reply to an answer.
 *
 * @module
 */
export * from "./filter.ts";
export * from "./apply_filters.ts";
export * from "./extract_answer.ts";
export * from "./answer_format.ts";
export * from "./strip_reasoning.ts";
export * from "./code_block.ts";
export * from "./code_filters.ts";
export * from "./number.ts";
export * from "./json_block.ts";
