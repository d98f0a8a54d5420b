/**
 * Reads result files back, the seed's own included.
 *
 * @module
 */
import { isBenchError, ResultError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { joinPath } from "../core/path.ts";
import { readText } from "../core/text.ts";
import type { Entry } from "./entry.ts";
import { decodeEntry } from "./entry_codec.ts";
import { assertResults } from "./validate.ts";

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
 * Reads one result file.
 *
 * @throws {ResultError} `not_found`, `bad_json`, `bad_results`.
 * @example A missing file
 * ```ts
 * import { readEntry } from "./read.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => readEntry("no/such.json"), Error, '"no/such.json"');
 * ```
 */
export async function readEntry(path: string): Promise<Entry> {
  const fail = (code: string, why: string, cause: unknown) =>
    new ResultError(`Cannot read the result "${path}": ${why}`, { code, cause });
  let json: unknown;
  try {
    json = parseJson(await readText(path), { file: path });
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) throw fail("not_found", "there is no such file", cause);
    if (isBenchError(cause)) throw fail(cause.code, cause.message, cause);
    throw cause;
  }
  assertResults(json, path);
  return decodeEntry(json);
}

/**
 * Reads all result files of a folder (not of folders below it), grouped by
 * run. What is not a result file is skipped and listed.
 *
 * @throws {ResultError} `not_found` when there is no such folder.
 * @example An empty folder
 * ```ts
 * import { readRunFolder } from "./read.ts";
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
  return { runs: toRuns(entries), skipped };
}

function toRuns(entries: readonly Entry[]): RunRecord[] {
  const groups = Map.groupBy(entries, (entry) => entry.runId);
  const byTask = (entry: Entry) => Object.keys(entry.results)[0] ?? "";
  return [...groups].map(([runId, members]) => ({
    runId,
    niche: members[0]?.niche ?? "custom",
    entries: members.toSorted((a, b) => byTask(a) < byTask(b) ? -1 : 1),
  })).sort((a, b) => a.runId < b.runId ? -1 : 1);
}

/**
 * Reads the entries of one run: from `artifacts/runs/RUN_ID` (its result files
 * lie in the run's own folder or in `../../benchmarks`), from a folder that
 * holds the files of one run, or from one result file.
 *
 * @throws {ResultError} `not_found` when there is no result; `ambiguous_run`
 * when a folder holds several runs and its name is none of them.
 * @example
 * ```ts
 * import { readRun } from "./read.ts";
 * import { writeEntry } from "./write.ts";
 * import { decodeEntry } from "./entry_codec.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const dir = await Deno.makeTempDir();
 * const seed = { run_id: "r1", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } };
 * await writeEntry(decodeEntry(seed), { dir });
 * assertEquals((await readRun(dir)).entries.length, 1);
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function readRun(path: string): Promise<RunRecord> {
  const clean = path.replace(/(?<=.)[\\/]+$/, "");
  const info = await Deno.stat(clean).catch(() => null);
  if (info?.isFile) return toRuns([await readEntry(clean)])[0] as RunRecord;
  const name = await plannedRunId(clean) ?? clean.replace(/^.*[\\/]/, "");
  const here = await readRunFolder(clean);
  const there = here.runs.length > 0
    ? here
    : await readRunFolder(joinPath(clean, "../../benchmarks")).catch(() => here);
  const named = there.runs.find((run) => run.runId === name);
  if (named !== undefined) return named;
  const only = here.runs.length === 1 ? here.runs[0] : undefined;
  if (only !== undefined) return only;
  const found = here.runs.map((run) => `"${run.runId}"`).join(", ");
  throw new ResultError(
    `Cannot read a run from "${path}": wanted one run, found ${found || "no result file"}`,
    {
      code: found === "" ? "not_found" : "ambiguous_run",
      hint: "Name artifacts/runs/RUN_ID, or a folder with the result files of one run",
      details: { skipped: here.skipped },
    },
  );
}

/** A run's folder may have been renamed: its plan knows the id. */
async function plannedRunId(folder: string): Promise<string | null> {
  const text = await Deno.readTextFile(joinPath(folder, "plan.json")).catch(() => "");
  return /"run_id":\s*"([^"\\]+)"/.exec(text)?.[1] ?? null;
}
