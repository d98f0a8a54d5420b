/**
 * Reads the entries of one run.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { groupRuns, readRunFolder, type RunRecord } from "./read_run_folder.ts";
import { readEntry } from "./read_entry.ts";

/**
 * Reads the entries of one run: from `artifacts/runs/RUN_ID` (its result files
 * lie in the run's own folder or in `../../benchmarks`), from a folder that
 * holds the files of one run, or from one result file.
 *
 * @throws {ResultError} `not_found` when there is no result; `ambiguous_run`
 * when a folder holds several runs and its name is none of them.
 * @example
 * ```ts
 * import { readRun } from "./read_run.ts";
 * import { writeEntry } from "./write_entry.ts";
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
  if (info?.isFile) return groupRuns([await readEntry(clean)])[0] as RunRecord;
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
