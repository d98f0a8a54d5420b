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
export * from "./jinja/compile_jinja.ts";
export * from "./load_yaml.ts";
export * from "./index_folder.ts";
export * from "./task_names.ts";
export * from "./user_tasks.ts";
export * from "./task_functions.ts";
export * from "./chat_form.ts";
export * from "./catalog/rag_task.ts";
export * from "./catalog/bigpatent_task.ts";
export * from "./catalog/livecodebench_task.ts";
export * from "./catalog/livecodebench_tests.ts";
export * from "./catalog/livecodebench_prompt.ts";
