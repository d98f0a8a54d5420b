/**
 * Models and what wraps them.
 *
 * @module
 */
export * from "./model.ts";
export * from "./auth.ts";
export * from "./static_bearer.ts";
export * from "./injected_auth.ts";
export * from "./endpoint_options.ts";
export * from "./generation_defaults.ts";
export * from "./openai_chat.ts";
export * from "./openai_completions.ts";
export * from "./capability.ts";
export * from "./choice_protocol.ts";
export * from "./ask_choices.ts";
export * from "./with_cache.ts";
export * from "./with_retry.ts";
export * from "./with_rate_limit.ts";
export * from "./with_usage.ts";
export * from "./with_budget.ts";
export * from "./price.ts";
export * from "./floor_model.ts";
export * from "./gguf.ts";
export * from "./replay.ts";
export * from "./scripted_model.ts";
