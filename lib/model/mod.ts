/**
 * Models and what wraps them.
 *
 * @module
 */
export * from "./model.ts";
export * from "./auth.ts";
export * from "./endpoint_options.ts";
export * from "./generation_defaults.ts";
export * from "./openai_chat.ts";
export * from "./openai_completions.ts";
export * from "./floor_model.ts";
export * from "./gguf.ts";
export * from "./replay.ts";
export * from "./scripted_model.ts";
