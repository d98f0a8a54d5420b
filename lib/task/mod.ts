/**
 * Tasks: definition, shots, requests, the catalog.
 *
 * @module
 */
export * from "./task.ts";
export * from "./request.ts";
export * from "./define_task.ts";
export * from "./number_docs.ts";
export * from "./content_key.ts";
export * from "./draw_shots.ts";
export * from "./render_prompt.ts";
export * from "./hash_doc.ts";
export * from "./build_doc.ts";
export * from "./check_docs.ts";
export * from "./prepare_task.ts";
export * from "./build_requests.ts";
export * from "./sample_view.ts";
export * from "./catalogs.ts";
export * from "./registry.ts";
export * from "./niche.ts";
export * from "./load_samples.ts";
