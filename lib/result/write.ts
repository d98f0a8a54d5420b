/**
 * Puts entries on disk: checked, whole or not at all, never over another's file.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { ResultError } from "../core/errors.ts";
import { sha256 } from "../core/hash.ts";
import { joinPath, pathPart } from "../core/path.ts";
import type { Entry } from "./entry.ts";
import { encodeEntry } from "./entry_codec.ts";
import { assertResults } from "./validate.ts";

/** Options of {@linkcode writeEntry}. */
export interface WriteEntryOptions {
  /** Folder for the file; made when missing. */
  readonly dir: string;
  /** Replace the file of the same run, as a resumed run does. Default false. */
  readonly replace?: boolean;
  /** Takes known secrets out of the text before it is written. */
  readonly redact?: (text: string) => string;
}

const MAX_NAME = 120;

/**
 * File name of an entry: `{niche}_{task}_{run_id}.json`, at most 120 bytes of
 * `A-Z a-z 0-9 . _ -`. Foreign names become a slug with a hash.
 *
 * @example
 * ```ts
 * import { entryFileName } from "./write.ts";
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

/**
 * Text of an entry as it goes into the file: JSON, two spaces, one final line feed.
 *
 * @throws {ResultError} `bad_results` when the entry does not pass `validateResults`.
 * @example
 * ```ts
 * import { entryText } from "./write.ts";
 * import { decodeEntry } from "./entry_codec.ts";
 * import { assertThrows } from "@std/assert";
 * const entry = decodeEntry({ run_id: "r", niche: "code", results: { mmlu: { score: NaN, per_category: {} } } });
 * assertThrows(() => entryText(entry), Error, "results.mmlu.score");
 * ```
 */
export function entryText(entry: Entry, name = "the entry"): string {
  const json = encodeEntry(entry);
  assertResults(json, name);
  return `${JSON.stringify(json, null, 2)}\n`;
}

/**
 * Writes an entry by way of a temporary file and a rename.
 *
 * @returns Path of the file.
 * @throws {ResultError} `bad_results`, `file_exists`, `results_unwritable`.
 * @throws {BenchError} `disk_full`, `unwritable`; an older file stays whole.
 * @example
 * ```ts
 * import { writeEntry } from "./write.ts";
 * import { readEntry } from "./read.ts";
 * import { decodeEntry } from "./entry_codec.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const dir = await Deno.makeTempDir();
 * const entry = decodeEntry({ run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } });
 * const path = await writeEntry(entry, { dir });
 * assertEquals((await readEntry(path)).results.mmlu?.score, 0.5);
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function writeEntry(entry: Entry, options: WriteEntryOptions): Promise<string> {
  const tasks = Object.keys(entry.results);
  if (tasks[0] === undefined || tasks.length > 1) {
    throw new ResultError(`Cannot write an entry: wanted one task, found ${tasks.length}`, {
      code: "bad_results",
    });
  }
  const name = entryFileName(entry, tasks[0]);
  const text = entryText(entry, name);
  try {
    await Deno.mkdir(options.dir, { recursive: true });
  } catch (cause) {
    throw new ResultError(
      `Cannot make the folder "${options.dir}" for results: ${(cause as Error).message}`,
      {
        code: "results_unwritable",
        hint: "Check the path and its permissions, or name another with --out",
        cause,
      },
    );
  }
  const path = joinPath(options.dir, name);
  await writeFileAtomic(path, options.redact?.(text) ?? text, { exclusive: options.replace !== true });
  return path;
}
