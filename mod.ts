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
// Runs
export * from "./lib/run/unit.ts";
