/**
 * benchbook: benchmarks, rewards and agent evals one can trust.
 *
 * The exports stand in the order in which data flows: a data set gives docs, a
 * task makes requests of them, a model answers, filters read the answers,
 * metrics score them, results keep the scores, reports show them. A run wires
 * these stages; each is a function that also works alone. Every area can be
 * imported by itself (`@benchbook/benchbook/metric`).
 *
 * @example One benchmark on the floor model and the built-in samples
 * ```ts
 * import { floorModel, runBenchmark } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const out = await Deno.makeTempDir();
 * const run = await runBenchmark({ tasks: ["pubmedqa"], model: floorModel(), source: "sample", limit: 4, out });
 * assertEquals(run.task("pubmedqa").result.counts.scored, 4);
 * await Deno.remove(out, { recursive: true });
 * ```
 *
 * @module
 */
// Core
export * from "./lib/core/errors.ts";
export * from "./lib/core/read_chunks.ts";
export * from "./lib/core/read_lines.ts";
export * from "./lib/core/text.ts";
export * from "./lib/core/json.ts";
export * from "./lib/core/json_rows.ts";
export * from "./lib/core/canonical.ts";
export * from "./lib/core/hash.ts";
export * from "./lib/core/path.ts";
export * from "./lib/core/atomic.ts";
export * from "./lib/core/context.ts";
export * from "./lib/core/redact.ts";
export * from "./lib/core/retry.ts";
export * from "./lib/core/limiter.ts";
export * from "./lib/core/reasoning.ts";
export * from "./lib/core/env.ts";
export * from "./lib/core/random.ts";
export * from "./lib/core/regex/python_regex.ts";
export * from "./lib/core/python.ts";
export * from "./lib/core/template.ts";
export * from "./lib/core/escape_html.ts";
export * from "./lib/core/html_table.ts";
export * from "./lib/core/show_as.ts";
// Statistics
export * from "./lib/stat/mean.ts";
export * from "./lib/stat/bootstrap.ts";
export * from "./lib/stat/normal.ts";
export * from "./lib/stat/student.ts";
export * from "./lib/stat/wilson.ts";
export * from "./lib/stat/pass_at_k.ts";
export * from "./lib/stat/at_least.ts";
// Sandboxes
export * from "./lib/sandbox/sandbox.ts";
export * from "./lib/sandbox/python_batch.ts";
export * from "./lib/sandbox/limits.ts";
export * from "./lib/sandbox/facts.ts";
export * from "./lib/sandbox/backends.ts";
export * from "./lib/sandbox/open_sandbox.ts";
// Data sets
export * from "./lib/dataset/doc.ts";
export * from "./lib/dataset/from_array.ts";
export * from "./lib/dataset/from_jsonl.ts";
export * from "./lib/dataset/from_json.ts";
export * from "./lib/dataset/from_csv.ts";
export * from "./lib/dataset/from_parquet.ts";
export * from "./lib/dataset/from_hub.ts";
export * from "./lib/dataset/open_hub.ts";
export * from "./lib/dataset/data_file.ts";
export * from "./lib/dataset/from_local.ts";
export * from "./lib/dataset/choices.ts";
export * from "./lib/dataset/map_docs.ts";
export * from "./lib/dataset/overlap.ts";
export * from "./lib/dataset/pin.ts";
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
export * from "./lib/dataset/search_tokens.ts";
export * from "./lib/dataset/retriever.ts";
export * from "./lib/dataset/bm25.ts";
export * from "./lib/dataset/from_corpus.ts";
// Tasks
export * from "./lib/task/task.ts";
export * from "./lib/task/request.ts";
export * from "./lib/task/define_task.ts";
export * from "./lib/task/number_docs.ts";
export * from "./lib/task/content_key.ts";
export * from "./lib/task/draw_shots.ts";
export * from "./lib/task/render_prompt.ts";
export * from "./lib/task/hash_doc.ts";
export * from "./lib/task/build_doc.ts";
export * from "./lib/task/check_docs.ts";
export * from "./lib/task/prepare_task.ts";
export * from "./lib/task/build_requests.ts";
export * from "./lib/task/sample_view.ts";
export * from "./lib/task/catalogs.ts";
export * from "./lib/task/registry.ts";
export * from "./lib/task/niche.ts";
export * from "./lib/task/load_samples.ts";
export * from "./lib/task/chat_form.ts";
export * from "./lib/task/catalog/rag_task.ts";
export * from "./lib/task/catalog/bigpatent_task.ts";
export * from "./lib/task/catalog/livecodebench_task.ts";
export * from "./lib/task/catalog/livecodebench_tests.ts";
export * from "./lib/task/catalog/livecodebench_prompt.ts";
// Models
export * from "./lib/model/model.ts";
export * from "./lib/model/auth.ts";
export * from "./lib/model/endpoint_options.ts";
export * from "./lib/model/generation_defaults.ts";
export * from "./lib/model/openai_chat.ts";
export * from "./lib/model/openai_completions.ts";
export * from "./lib/model/capability.ts";
export * from "./lib/model/choice_protocol.ts";
export * from "./lib/model/ask_choices.ts";
export * from "./lib/model/with_cache.ts";
export * from "./lib/model/with_retry.ts";
export * from "./lib/model/with_rate_limit.ts";
export * from "./lib/model/with_usage.ts";
export * from "./lib/model/with_budget.ts";
export * from "./lib/model/price.ts";
export * from "./lib/model/floor_model.ts";
export * from "./lib/model/gguf.ts";
export * from "./lib/model/replay.ts";
export * from "./lib/model/scripted_model.ts";
// Filters
export * from "./lib/filter/filter.ts";
export * from "./lib/filter/apply_filters.ts";
export * from "./lib/filter/extract_answer.ts";
export * from "./lib/filter/answer_format.ts";
export * from "./lib/filter/strip_reasoning.ts";
export * from "./lib/filter/code_block.ts";
export * from "./lib/filter/code_filters.ts";
export * from "./lib/filter/number.ts";
export * from "./lib/filter/json_block.ts";
// Metrics
export * from "./lib/metric/metric.ts";
export * from "./lib/metric/aggregation.ts";
export * from "./lib/metric/builtin_metrics.ts";
export * from "./lib/metric/registry.ts";
export * from "./lib/metric/acc.ts";
export * from "./lib/metric/exact_match.ts";
export * from "./lib/metric/classification.ts";
export * from "./lib/metric/likelihood.ts";
export * from "./lib/metric/token_f1.ts";
export * from "./lib/metric/answer_list.ts";
export * from "./lib/metric/number_match.ts";
export * from "./lib/metric/rouge_score.ts";
export * from "./lib/metric/rouge.ts";
export * from "./lib/metric/porter.ts";
export * from "./lib/metric/bleu.ts";
export * from "./lib/metric/chrf.ts";
export * from "./lib/metric/ter.ts";
export * from "./lib/metric/medhelm.ts";
export * from "./lib/metric/pass_at_k_metric.ts";
export * from "./lib/metric/retrieval.ts";
export * from "./lib/metric/grounded_answer.ts";
export * from "./lib/metric/passage_metrics.ts";
export * from "./lib/metric/score_sample.ts";
export * from "./lib/metric/aggregate.ts";
export * from "./lib/metric/group.ts";
export * from "./lib/metric/primary.ts";
export * from "./lib/metric/interval.ts";
// Results
export * from "./lib/result/task_result.ts";
export * from "./lib/result/stored_run.ts";
export * from "./lib/result/import_lm_eval.ts";
export * from "./lib/result/import_inspect.ts";
export * from "./lib/result/export_lm_eval.ts";
export * from "./lib/result/blank_result.ts";
export * from "./lib/result/fingerprint.ts";
export * from "./lib/result/fingerprint_gaps.ts";
export * from "./lib/result/entry.ts";
export * from "./lib/result/entry_codec.ts";
export * from "./lib/result/validate.ts";
export * from "./lib/result/entry_file_name.ts";
export * from "./lib/result/entry_text.ts";
export * from "./lib/result/write_entry.ts";
export * from "./lib/result/read_entry.ts";
export * from "./lib/result/read_run_folder.ts";
export * from "./lib/result/read_run.ts";
// Reports
export * from "./lib/report/view.ts";
export * from "./lib/report/table.ts";
export * from "./lib/report/report_text.ts";
export * from "./lib/report/outlook_text.ts";
export * from "./lib/report/planned_text.ts";
export * from "./lib/report/ending_text.ts";
export * from "./lib/report/next_command.ts";
export * from "./lib/report/interval_bar.ts";
export * from "./lib/report/jupyter.ts";
export * from "./lib/report/open_place.ts";
export * from "./lib/report/results_html.ts";
export * from "./lib/report/samples_html.ts";
export * from "./lib/report/progress_shown.ts";
// Runs
export * from "./lib/run/gate.ts";
export * from "./lib/run/unit.ts";
export * from "./lib/run/events.ts";
export * from "./lib/run/run_units.ts";
export * from "./lib/run/unit_outcome.ts";
export * from "./lib/run/order_by_prefix.ts";
export * from "./lib/run/prefix_queue.ts";
export * from "./lib/run/ledger.ts";
export * from "./lib/run/ledger_types.ts";
export * from "./lib/run/ledger_writer.ts";
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
export * from "./lib/run/version.ts";
export * from "./lib/run/memory_ledger.ts";
export * from "./lib/run/sample.ts";
export * from "./lib/run/ask_doc.ts";
export * from "./lib/run/score_doc.ts";
export * from "./lib/run/sample_unit.ts";
export * from "./lib/run/task_job.ts";
export * from "./lib/run/tally_task.ts";
export * from "./lib/run/tally_group.ts";
export * from "./lib/run/choose_shape.ts";
export * from "./lib/run/choice_asker.ts";
export * from "./lib/run/settle_choices.ts";
export * from "./lib/run/load_task_data.ts";
export * from "./lib/run/open_hub_split.ts";
export * from "./lib/run/why_not_canonical.ts";
export * from "./lib/run/bench_options.ts";
export * from "./lib/run/bench_plan.ts";
export * from "./lib/run/bench_run.ts";
export * from "./lib/run/run_jobs.ts";
export * from "./lib/run/run_task.ts";
export * from "./lib/run/run_benchmark.ts";
export * from "./lib/run/score_stored.ts";
export * from "./lib/run/stored_folder.ts";
export * from "./lib/run/rescore.ts";
export * from "./lib/run/notebook_progress.ts";
export * from "./lib/run/start.ts";
export * from "./lib/run/show_rejections.ts";
export * from "./lib/run/reload.ts";
