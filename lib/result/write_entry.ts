/**
 * Puts entries on disk: checked, whole or not at all, never over another's file.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { ResultError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { Entry } from "./entry.ts";
import { entryFileName } from "./entry_file_name.ts";
import { entryText } from "./entry_text.ts";

/** Options of {@linkcode writeEntry}. */
export interface WriteEntryOptions {
  /** Folder for the file; made when missing. */
  readonly dir: string;
  /** Replace the file of the same run, as a resumed run does. Default false. */
  readonly replace?: boolean;
  /** Takes known secrets out of the text before it is written. */
  readonly redact?: (text: string) => string;
}

/**
 * Writes an entry by way of a temporary file and a rename.
 *
 * @returns Path of the file.
 * @throws {ResultError} `bad_results`, `file_exists`, `results_unwritable`.
 * @throws {BenchError} `disk_full`, `unwritable`; an older file stays whole.
 * @example
 * ```ts
 * import { writeEntry } from "./write_entry.ts";
 * import { readEntry } from "./read_entry.ts";
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
