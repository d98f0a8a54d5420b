/**
 * The first record of the pipeline: one row of a data set.
 *
 * @module
 */

/** Column name to JSON value, exactly as the source had it. */
// deno-lint-ignore no-explicit-any
export type Fields = Readonly<Record<string, any>>;

/** One row with its stable id. JSON-safe. */
export interface Doc<F extends Fields = Fields> {
  /**
   * The row's own id, else SHA-256 (hex) of its canonical content; repeats of
   * the same content get `#2`, `#3` in file order. Assigned before any filter,
   * shuffle or limit.
   */
  readonly id: string;
  /** 0-based position in the source, before filter, shuffle and limit. */
  readonly index: number;
  /** The columns. */
  readonly fields: F;
}

/** What is known about where docs come from; goes into the fingerprint. */
export interface DatasetInfo {
  /** Kind of source: `jsonl`, `csv`, `parquet`, `hub`, `array`, `sample` … */
  readonly kind: string;
  /** File, URL or `repo/config/split`. */
  readonly name: string;
  /** Hub commit or other pinned revision; null when there is none. */
  readonly revision: string | null;
  /** Commit the same revision name stood for before, when it has moved since; else null or absent. */
  readonly movedFrom?: string | null;
  /** True when the hub was not reached and the cache answered. */
  readonly offline?: boolean;
}

/**
 * An ordered, re-iterable stream of docs. Iterating twice reads twice and
 * gives the same docs in the same order.
 */
export interface Dataset<F extends Fields = Fields> extends AsyncIterable<Doc<F>> {
  /** Where the docs come from. */
  readonly info: DatasetInfo;
}
