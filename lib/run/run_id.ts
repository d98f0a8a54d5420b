/**
 * Names of runs: the UTC time of the start, taken by making the folder.
 *
 * @module
 */
import { ResultError, UsageError } from "../core/errors.ts";

const RUN_ID = /^(\d{8}-\d{6})(?:-([1-9]\d*))?$/;

/**
 * Tells whether a text is a run id: `YYYYMMDD-HHMMSS`, or the same with `-2`,
 * `-3` for further runs of that second.
 *
 * @example
 * ```ts
 * import { isRunId } from "./run_id.ts";
 * import { assert } from "@std/assert";
 * assert(isRunId("20260102-030405-2") && !isRunId("../20260102-030405"));
 * ```
 */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

/**
 * Gives the run id of a moment, in UTC.
 *
 * @example
 * ```ts
 * import { runIdOf } from "./run_id.ts";
 * import { assert } from "@std/assert";
 * assert(runIdOf(new Date("2026-01-02T03:04:05.678Z")) === "20260102-030405");
 * ```
 */
export function runIdOf(time: Date): string {
  const iso = time.toISOString();
  return `${iso.slice(0, 10).replaceAll("-", "")}-${iso.slice(11, 19).replaceAll(":", "")}`;
}

/**
 * Takes a run id by making its folder; when the second is taken, `-2`, `-3` …
 * An exclusive mkdir decides, so two processes never share one.
 *
 * @param runsDir Folder of all runs; made when missing.
 * @throws {ResultError} `run_folder_unwritable` when no folder can be made
 *
 * @example
 * ```ts
 * import { claimRunId } from "./run_id.ts";
 * import { assert } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * const time = new Date("2026-01-02T03:04:05Z");
 * assert(await claimRunId(folder, time) === "20260102-030405");
 * assert(await claimRunId(folder, time) === "20260102-030405-2");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function claimRunId(runsDir: string, time: Date = new Date()): Promise<string> {
  const base = runIdOf(time);
  try {
    await Deno.mkdir(runsDir, { recursive: true });
    for (let number = 1;; number++) {
      const runId = number === 1 ? base : `${base}-${number}`;
      try {
        await Deno.mkdir(`${runsDir}/${runId}`);
        return runId;
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  } catch (error) {
    throw new ResultError(
      `Cannot make a run folder in "${runsDir}": ${error instanceof Error ? error.message : error}`,
      {
        code: "run_folder_unwritable",
        hint: "Check the path and its permissions, or give another --out",
        cause: error,
      },
    );
  }
}

/**
 * Lists the runs of a folder, oldest first. Other entries are skipped, and so
 * are runs that died before their plan was written.
 *
 * @example
 * ```ts
 * import { listRunIds } from "./run_id.ts";
 * import { assert } from "@std/assert";
 * assert((await listRunIds("no/such/folder")).length === 0);
 * ```
 */
export async function listRunIds(runsDir: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const entry of Deno.readDir(runsDir)) {
      if (!entry.isDirectory || !isRunId(entry.name)) continue;
      const plan = await Deno.stat(`${runsDir}/${entry.name}/plan.json`).catch(() => null);
      if (plan?.isFile) found.push(entry.name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const key = (id: string): string => {
    const match = RUN_ID.exec(id);
    return `${match?.[1]}-${(match?.[2] ?? "1").padStart(9, "0")}`;
  };
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * Resolves what `--resume` was given: `latest` or a run id.
 *
 * @throws {UsageError} `bad_run_id` for another text, `run_not_found` when there is no such run
 *
 * @example
 * ```ts
 * import { findRunId } from "./run_id.ts";
 * import { assert } from "@std/assert";
 * const error = await findRunId("no/such/folder", "latest").catch((error) => error);
 * assert(error.code === "run_not_found");
 * ```
 */
export async function findRunId(runsDir: string, wanted: string): Promise<string> {
  if (wanted !== "latest" && !isRunId(wanted)) {
    throw new UsageError(`Cannot resume "${wanted}": wanted "latest" or an id such as "20260102-030405"`, {
      code: "bad_run_id",
      hint: `The ids are the folders of "${runsDir}"`,
    });
  }
  const known = await listRunIds(runsDir);
  const runId = wanted === "latest" ? known.at(-1) : known.find((id) => id === wanted);
  if (runId !== undefined) return runId;
  throw new UsageError(
    `Cannot resume "${wanted}": wanted a run in "${runsDir}", found ${
      known.length === 0 ? "none" : `${known.length} others, the last is "${known.at(-1)}"`
    }`,
    { code: "run_not_found", hint: "Start without --resume, or give the --out of that run" },
  );
}
