/**
 * Reads a folder of result files.
 *
 * @module
 */
import { isBenchError, ResultError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { Entry } from "./entry.ts";
import { readEntry } from "./read_entry.ts";

/** A file that was passed over, and why. */
export interface SkippedFile {
  /** The file. */
  readonly path: string;
  /** Sentence for people. */
  readonly reason: string;
}

/** The entries of one run. */
export interface RunRecord {
  /** Id all entries share. */
  readonly runId: string;
  /** Niche of its first entry. */
  readonly niche: string;
  /** One per task, in order of task name. */
  readonly entries: readonly Entry[];
}

/** What a folder of result files holds. */
export interface RunFolder {
  /** Runs, oldest first. Results of different runs are never mixed. */
  readonly runs: readonly RunRecord[];
  /** Files of another kind: temporary, backup, foreign or newer. */
  readonly skipped: readonly SkippedFile[];
}

/**
 * Reads all result files of a folder (not of folders below it), grouped by
 * run. What is not a result file is skipped and listed.
 *
 * @throws {ResultError} `not_found` when there is no such folder.
 * @example An empty folder
 * ```ts
 * import { readRunFolder } from "./read_run_folder.ts";
 * import { assertEquals } from "@std/assert";
 * const dir = await Deno.makeTempDir();
 * assertEquals(await readRunFolder(dir), { runs: [], skipped: [] });
 * await Deno.remove(dir);
 * ```
 */
export async function readRunFolder(dir: string): Promise<RunFolder> {
  const names: string[] = [];
  try {
    for await (const item of Deno.readDir(dir)) if (!item.isDirectory) names.push(item.name);
  } catch (cause) {
    throw new ResultError(`Cannot read results from "${dir}": ${(cause as Error).message}`, {
      code: "not_found",
      cause,
    });
  }
  const skipped: SkippedFile[] = [];
  const entries: Entry[] = [];
  for (const name of names.sort()) {
    const path = joinPath(dir, name);
    if (!name.endsWith(".json") || name.startsWith(".")) {
      skipped.push({ path, reason: "not a result file by its name" });
      continue;
    }
    try {
      entries.push(await readEntry(path));
    } catch (error) {
      if (!isBenchError(error)) throw error;
      skipped.push({ path, reason: error.message });
    }
  }
  return { runs: groupRuns(entries), skipped };
}

/**
 * Groups entries by run, oldest first, each run's entries by task.
 *
 * @example
 * ```ts
 * import { groupRuns } from "./read_run_folder.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(groupRuns([]), []);
 * ```
 */
export function groupRuns(entries: readonly Entry[]): RunRecord[] {
  const groups = Map.groupBy(entries, (entry) => entry.runId);
  const byTask = (entry: Entry) => Object.keys(entry.results)[0] ?? "";
  return [...groups].map(([runId, members]) => ({
    runId,
    niche: members[0]?.niche ?? "custom",
    entries: members.toSorted((a, b) => byTask(a) < byTask(b) ? -1 : 1),
  })).sort((a, b) => a.runId < b.runId ? -1 : 1);
}
