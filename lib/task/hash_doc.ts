/**
 * lm-eval's hashes of samples and tasks: equal hashes mean that another
 * program asked the same questions with the same answers.
 *
 * @module
 */
import { pythonJson } from "../core/python_json.ts";
import { sha256 } from "../core/hash.ts";
import { pyStr } from "../core/python.ts";
import type { Fields } from "../dataset/doc.ts";

/** Hashes of the few targets that come again and again: letters, indices, yes and no. */
const shortTargets = new Map<string, string>();

function targetHash(text: string): string {
  if (text.length > 8) return sha256(text);
  let hash = shortTargets.get(text);
  if (hash === undefined) {
    hash = sha256(text);
    if (shortTargets.size < 256) shortTargets.set(text, hash);
  }
  return hash;
}

/** SHA-256 (hex) of the three parts of a sample. */
export interface DocHashes {
  /** Of the row as indented JSON. */
  readonly doc: string;
  /** Of the first request's context. */
  readonly prompt: string;
  /** Of the target as Python's `str` gives it. */
  readonly target: string;
}

/**
 * Hashes one sample: `target` is what the task's target function gave, before
 * a text is looked up among the choices.
 *
 * @example
 * ```ts
 * import { hashDoc } from "./hash_doc.ts";
 * import { assert } from "@std/assert";
 * const hashes = hashDoc({ a: 1 }, "1?", 3);
 * assert(hashes.target.startsWith("4e0740856"));
 * ```
 */
export function hashDoc(fields: Fields, prompt: string, target: unknown): DocHashes {
  return {
    doc: sha256(pythonJson(fields, { indent: 2, ensureAscii: false })),
    prompt: sha256(prompt),
    target: targetHash(pyStr(target)),
  };
}

/**
 * lm-eval's task hash: SHA-256 over all sample lines in order. With several
 * filters the samples are logged once per filter, hence counted so often.
 *
 * @example
 * ```ts
 * import { hashDoc, hashTask } from "./hash_doc.ts";
 * import { assertNotEquals } from "@std/assert";
 * const hashes = [hashDoc({ a: 1 }, "1?", 3)];
 * assertNotEquals(hashTask(hashes, 1), hashTask(hashes, 2));
 * ```
 */
export function hashTask(hashes: Iterable<DocHashes>, filterCount: number): string {
  const lines: string[] = [];
  for (const one of hashes) lines.push(one.doc + one.prompt + one.target);
  return sha256(lines.join("").repeat(filterCount));
}
