/**
 * Names of result files.
 *
 * @module
 */
import { sha256 } from "../core/hash.ts";
import { pathPart } from "../core/path_part.ts";
import type { Entry } from "./entry.ts";

const MAX_NAME = 120;

/**
 * File name of an entry: `{niche}_{task}_{run_id}.json`, at most 120 bytes of
 * `A-Z a-z 0-9 . _ -`. Foreign names become a slug with a hash.
 *
 * @example
 * ```ts
 * import { entryFileName } from "./entry_file_name.ts";
 * import { assertEquals } from "@std/assert";
 * const of = (task: string) => entryFileName({ niche: "medical", runId: "20260102-030405" }, task);
 * assertEquals(of("pubmedqa"), "medical_pubmedqa_20260102-030405.json");
 * assertEquals(of("../x").includes("/"), false);
 * ```
 */
export function entryFileName(entry: Pick<Entry, "niche" | "runId">, task: string): string {
  const name = (part: string) => `${pathPart(entry.niche)}_${part}_${pathPart(entry.runId)}.json`;
  const whole = name(pathPart(task));
  if (whole.length <= MAX_NAME) return whole;
  return name(`${pathPart(task).slice(0, 40)}--${sha256(task).slice(0, 16)}`);
}
