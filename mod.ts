/**
 * benchbook: benchmarks, rewards and agent evals one can trust.
 *
 * @module
 */
// Core
export * from "./lib/core/errors.ts";
export * from "./lib/core/text.ts";
export * from "./lib/core/json.ts";
export * from "./lib/core/json_rows.ts";
export * from "./lib/core/canonical.ts";
export * from "./lib/core/hash.ts";
export * from "./lib/core/path.ts";
export * from "./lib/core/atomic.ts";
export * from "./lib/core/context.ts";
export * from "./lib/core/env.ts";
export * from "./lib/core/random.ts";
export * from "./lib/core/python.ts";
// Data sets
export * from "./lib/dataset/doc.ts";
export * from "./lib/dataset/from_array.ts";
export * from "./lib/dataset/from_jsonl.ts";
export * from "./lib/dataset/from_json.ts";
export * from "./lib/dataset/from_csv.ts";
export * from "./lib/dataset/from_parquet.ts";
export * from "./lib/dataset/filter_docs.ts";
export * from "./lib/dataset/limit.ts";
export * from "./lib/dataset/shuffle.ts";
export * from "./lib/dataset/sample.ts";
export * from "./lib/dataset/stratified_limit.ts";
export * from "./lib/dataset/split.ts";
export * from "./lib/dataset/to_array.ts";
export * from "./lib/dataset/assign_ids.ts";
export * from "./lib/dataset/make_dataset.ts";
export * from "./lib/dataset/check_columns.ts";
export * from "./lib/dataset/row_source.ts";
export * from "./lib/dataset/file_source.ts";
// Tasks
export * from "./lib/task/task.ts";
export * from "./lib/task/request.ts";
// Models
export * from "./lib/model/model.ts";
export * from "./lib/model/floor_model.ts";
export * from "./lib/model/scripted_model.ts";
// Results
export * from "./lib/result/task_result.ts";
export * from "./lib/result/blank_result.ts";
export * from "./lib/result/fingerprint.ts";
export * from "./lib/result/entry.ts";
export * from "./lib/result/entry_codec.ts";
export * from "./lib/result/validate.ts";
export * from "./lib/result/write.ts";
export * from "./lib/result/read.ts";
// Reports
export * from "./lib/report/view.ts";
export * from "./lib/report/table.ts";
export * from "./lib/report/summary.ts";
// Runs
export * from "./lib/run/gate.ts";
export * from "./lib/run/unit.ts";
export * from "./lib/run/events.ts";
export * from "./lib/run/run_units.ts";
export * from "./lib/run/unit_outcome.ts";
export * from "./lib/run/order_by_prefix.ts";
export * from "./lib/run/prefix_queue.ts";
export * from "./lib/run/ledger.ts";
export * from "./lib/run/ledger_line.ts";
export * from "./lib/run/scan_ledger.ts";
export * from "./lib/run/ordinal_states.ts";
export * from "./lib/run/read_ledger.ts";
export * from "./lib/run/resume_state.ts";
export * from "./lib/run/plan.ts";
export * from "./lib/run/run_id.ts";
export * from "./lib/run/lock_run.ts";
export * from "./lib/run/open_run.ts";
export * from "./lib/run/renumber_ledger.ts";
export * from "./lib/run/abort_registry.ts";
export * from "./lib/run/catch_signals.ts";
