/**
 * A reward for citing the right sources.
 *
 * @module
 */
import { pyStr } from "../core/python.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";
import type { ReferenceChunk } from "./text_overlap.ts";

/** Precision and recall of the citations, each 0..1. */
export interface CitationScore {
  /** Share of the cited sources that are references. */
  readonly precision: number;
  /** Share of the references that are cited. */
  readonly recall: number;
}

/** Options of {@linkcode citationScore}. */
export interface CitationOptions {
  /** Metadata fields that hold a source's id; the first that is not blank counts. Default `source_id`. */
  readonly sourceField?: string | readonly string[];
  /** Makes ids comparable; default strips blanks. */
  readonly canonicalize?: (id: string) => string;
}

// Python's \s, which is not JavaScript's.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const CITATION = new RegExp(`\\[Source:${SPACE}*([^\\]]+)\\]`, "giu");

/**
 * Compares the `[Source: id]` marks of the final answer with the references'
 * ids, as sets. `[Source: a, b]` is one id. Both figures are 0 when there is
 * no mark or no reference.
 *
 * @throws {RangeError} When no field is named.
 * @example
 * ```ts
 * import { citationScore } from "./citations.ts";
 * import { assertEquals } from "@std/assert";
 * const references = [{ metadata: { source_id: "a" } }, { metadata: { source_id: "b" } }];
 * assertEquals(citationScore("Yes [Source: a]", references), { precision: 1, recall: 0.5 });
 * ```
 */
export function citationScore(
  completion: Completion,
  referenceChunks: readonly ReferenceChunk[],
  options: CitationOptions = {},
): CitationScore {
  const { sourceField = "source_id", canonicalize = pyStrip } = options;
  const fields = typeof sourceField === "string" ? [sourceField] : sourceField;
  if (fields.length === 0) throw new RangeError("Cannot score citations: wanted at least one source field");
  const cited = new Set(
    [...completionText(completion).matchAll(CITATION)].map((match) => canonicalize(match[1] ?? "")),
  );
  cited.delete("");
  const references = new Set(referenceChunks.map((chunk) => sourceOf(chunk, fields, canonicalize)));
  references.delete("");
  if (cited.size === 0 || references.size === 0) return { precision: 0, recall: 0 };
  const both = cited.intersection(references).size;
  return { precision: both / cited.size, recall: both / references.size };
}

function sourceOf(
  { metadata }: ReferenceChunk,
  fields: readonly string[],
  canonicalize: (id: string) => string,
): string {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return "";
  for (const field of fields) {
    const value = (metadata as Record<string, unknown>)[field];
    if (value === null || value === undefined) continue;
    const text = pyStr(value);
    if (pyStrip(text) !== "") return canonicalize(text);
  }
  return "";
}
