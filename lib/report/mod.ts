/**
 * Results as tables and pictures.
 *
 * @module
 */
export * from "./view.ts";
export * from "./table.ts";
export * from "./report_text.ts";
export * from "./outlook_text.ts";
export * from "./planned_text.ts";
export * from "./ending_text.ts";
export * from "./next_command.ts";
export * from "./interval_bar.ts";
export * from "./jupyter.ts";
export * from "./open_place.ts";
export * from "./results_html.ts";
export * from "./samples_html.ts";
export * from "./progress_shown.ts";
