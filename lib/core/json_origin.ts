/**
 * JSON values, and where a text of them comes from.
 *
 * @module
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Where a JSON text comes from, for messages. */
export interface JsonOrigin {
  /** File or other name of the source. */
  readonly file?: string;
  /** 1-based line on which the text starts. */
  readonly line?: number;
  /** Deepest nesting that is accepted; default 500. */
  readonly maxDepth?: number;
}

/**
 * `file:line` of an origin, or the part of it that is known.
 *
 * @example
 * ```ts
 * import { placeOf } from "./json_origin.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(placeOf({ file: "a.jsonl", line: 2 }), "a.jsonl:2");
 * ```
 */
export function placeOf(origin: JsonOrigin): string {
  const file = origin.file ?? "the text";
  return origin.line === undefined ? file : `${file}:${origin.line}`;
}
