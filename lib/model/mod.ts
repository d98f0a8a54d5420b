/**
 * Models and what wraps them.
 *
 * @module
 */
export * from "./model.ts";
export * from "./floor_model.ts";
export * from "./scripted_model.ts";
