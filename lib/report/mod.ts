/**
 * Results as tables and pictures.
 *
 * @module
 */
export * from "./view.ts";
export * from "./table.ts";
export * from "./summary.ts";
export * from "./html.ts";
export * from "./jupyter.ts";
export * from "./results_html.ts";
export * from "./samples_html.ts";
export * from "./progress_shown.ts";
