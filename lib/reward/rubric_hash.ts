/**
 * What a calibration of a rubric is bound to.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { sha256 } from "../core/hash.ts";
import template from "./prompts/rubric.md" with { type: "text" };
import type { Rubric } from "./rubric.ts";

/**
 * Hex SHA-256 over everything that shapes a rubric's scores: its words, scale
 * and polarity, and the prompt's own text.
 *
 * @example
 * ```ts
 * import { rubricHash } from "./rubric_hash.ts";
 * import { rubric } from "./rubric.ts";
 * import { assert } from "@std/assert";
 * assert(rubricHash(rubric("Tone", "Is polite.")) !== rubricHash(rubric("Tone", "Is rude.")));
 * ```
 */
export function rubricHash({ title, description, polarity, scoreMap }: Rubric): string {
  return sha256(canonicalJson({ title, description, polarity, scoreMap, prompt: sha256(template) }));
}
