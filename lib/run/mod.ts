/**
 * Runs: units, ledger, resume.
 *
 * @module
 */
export * from "./gate.ts";
export * from "./unit.ts";
export * from "./events.ts";
export * from "./run_units.ts";
export * from "./unit_outcome.ts";
export * from "./order_by_prefix.ts";
export * from "./prefix_queue.ts";
export * from "./ledger.ts";
export * from "./ledger_types.ts";
export * from "./ledger_writer.ts";
export * from "./ledger_line.ts";
export * from "./scan_ledger.ts";
export * from "./ordinal_states.ts";
export * from "./read_ledger.ts";
export * from "./resume_state.ts";
export * from "./plan.ts";
export * from "./run_id.ts";
export * from "./lock_run.ts";
export * from "./open_run.ts";
export * from "./renumber_ledger.ts";
export * from "./abort_registry.ts";
export * from "./catch_signals.ts";
export * from "./version.ts";
export * from "./memory_ledger.ts";
export * from "./sample.ts";
export * from "./ask_doc.ts";
export * from "./score_doc.ts";
export * from "./sample_unit.ts";
export * from "./task_job.ts";
export * from "./tally_task.ts";
export * from "./tally_group.ts";
export * from "./choose_shape.ts";
export * from "./choice_asker.ts";
export * from "./settle_choices.ts";
export * from "./load_task_data.ts";
export * from "./open_hub_split.ts";
export * from "./why_not_canonical.ts";
export * from "./bench_options.ts";
export * from "./bench_plan.ts";
export * from "./bench_run.ts";
export * from "./run_jobs.ts";
export * from "./run_task.ts";
export * from "./run_benchmark.ts";
export * from "./score_stored.ts";
export * from "./stored_folder.ts";
export * from "./rescore.ts";
export * from "./notebook_progress.ts";
export * from "./start.ts";
export * from "./show_rejections.ts";
export * from "./reload.ts";
