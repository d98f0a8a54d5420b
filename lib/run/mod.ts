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
