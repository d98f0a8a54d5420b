/**
 * Decoding parameters a model sends on its own account.
 *
 * @module
 */

/** What is sent where a request does not say. */
export interface GenerationDefaults {
  /** Limit of new tokens; default 256. Null: none is sent. */
  readonly maxTokens?: number | null;
  /** Default 0. */
  readonly temperature?: number | null;
  /** Default 1234. Null: none is sent. */
  readonly seed?: number | null;
  /** More body fields, in the server's own names. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
