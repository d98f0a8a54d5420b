/**
 * Results: schema, fingerprint, reading, writing.
 *
 * @module
 */
export * from "./task_result.ts";
export * from "./stored_run.ts";
export * from "./import_lm_eval.ts";
export * from "./read_lm_eval.ts";
export * from "./import_inspect.ts";
export * from "./export_lm_eval.ts";
export * from "./blank_result.ts";
export * from "./fingerprint.ts";
export * from "./fingerprint_gaps.ts";
export * from "./entry.ts";
export * from "./entry_codec.ts";
export * from "./validate.ts";
export * from "./entry_file_name.ts";
export * from "./entry_text.ts";
export * from "./write_entry.ts";
export * from "./read_entry.ts";
export * from "./read_run_folder.ts";
export * from "./read_run.ts";
