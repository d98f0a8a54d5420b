/**
 * Results as tables and pictures.
 *
 * @module
 */
export * from "./view.ts";
export * from "./table.ts";
export * from "./summary.ts";
