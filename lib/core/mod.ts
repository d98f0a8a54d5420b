/**
 * Errors, context, text, JSON, hashes, random numbers, paths: no word of the domain.
 *
 * @module
 */
export * from "./errors.ts";
export * from "./read_chunks.ts";
export * from "./read_lines.ts";
export * from "./text.ts";
export * from "./json.ts";
export * from "./json_origin.ts";
export * from "./json_rows.ts";
export * from "./canonical.ts";
export * from "./python_json.ts";
export * from "./python_number.ts";
export * from "./sort_code_points.ts";
export * from "./plain_object.ts";
export * from "./hash.ts";
export * from "./path.ts";
export * from "./contained_path.ts";
export * from "./path_part.ts";
export * from "./atomic.ts";
export * from "./context.ts";
export * from "./all_or_abort.ts";
export * from "./redact.ts";
export * from "./retry.ts";
export * from "./retry_after.ts";
export * from "./limiter.ts";
export * from "./reasoning.ts";
export * from "./cut_at_stops.ts";
export * from "./env.ts";
export * from "./random.ts";
export * from "./regex/python_regex.ts";
export * from "./python.ts";
export * from "./python_strip.ts";
export * from "./code_points.ts";
export * from "./template.ts";
export * from "./escape_html.ts";
export * from "./html_table.ts";
export * from "./show_as.ts";
