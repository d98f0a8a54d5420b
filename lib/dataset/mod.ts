/**
 * Data sets: reading, sampling, splitting, pinning.
 *
 * @module
 */
export * from "./doc.ts";
export * from "./from_array.ts";
export * from "./from_jsonl.ts";
export * from "./read_jsonl.ts";
export * from "./from_json.ts";
export * from "./read_json.ts";
export * from "./from_csv.ts";
export * from "./read_csv.ts";
export * from "./from_parquet.ts";
export * from "./read_parquet.ts";
export * from "./parquet_value.ts";
export * from "./from_hub.ts";
export * from "./open_hub.ts";
export * from "./data_file.ts";
export * from "./from_local.ts";
export * from "./choices.ts";
export * from "./compact_choices.ts";
export * from "./shuffle_choices.ts";
export * from "./map_docs.ts";
export * from "./overlap.ts";
export * from "./item_key.ts";
export * from "./pin.ts";
export * from "./check_pin.ts";
export * from "./content_hash.ts";
export * from "./filter_docs.ts";
export * from "./limit.ts";
export * from "./shuffle.ts";
export * from "./sample.ts";
export * from "./stratified_limit.ts";
export * from "./split.ts";
export * from "./to_array.ts";
export * from "./assign_ids.ts";
export * from "./make_dataset.ts";
export * from "./derive_dataset.ts";
export * from "./check_columns.ts";
export * from "./row_source.ts";
export * from "./file_source.ts";
export * from "./search_tokens.ts";
export * from "./retriever.ts";
export * from "./bm25.ts";
export * from "./from_corpus.ts";
