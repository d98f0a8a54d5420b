/**
 * Folders that lm-eval wrote.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { LmEvalFiles } from "./export_lm_eval.ts";
import { importLmEval } from "./import_lm_eval.ts";
import type { StoredRun } from "./stored_run.ts";

function parse(text: string, path: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ResultError(`Cannot import "${path}": wanted JSON`, { code: "bad_import", cause });
  }
}

/** Newest file of a task among `samples_<task>_<time>.jsonl` and `samples_<task>.jsonl`. */
function samplesFile(names: readonly string[], task: string): string | undefined {
  const own = names.filter((name) => name.startsWith(`samples_${task}`));
  return own.filter((name) => /^(_\d{4}-\d\d-\d\dT.*)?\.jsonl$/.test(name.slice(`samples_${task}`.length)))
    .sort().at(-1);
}

/**
 * Reads the newest results of a folder that lm-eval wrote with
 * `--log_samples`, with their samples.
 *
 * @throws {ResultError} `bad_import` when there is no results file with task
 * configs, the samples of a task are missing, or a file is no JSON.
 *
 * @example
 * ```ts
 * import { readLmEval } from "./read_lm_eval.ts";
 * import { assertRejects } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await assertRejects(() => readLmEval(folder), Error, "results");
 * await Deno.remove(folder);
 * ```
 */
export async function readLmEval(folder: string): Promise<StoredRun> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile) names.push(entry.name);
  let results: Record<string, unknown> | undefined;
  for (const name of names.filter((one) => /^results.*\.json$/.test(one)).sort()) {
    const path = joinPath(folder, name);
    const found = parse(await Deno.readTextFile(path), path);
    if (typeof found.configs === "object" && found.configs !== null) results = found;
  }
  if (results === undefined) {
    throw new ResultError(
      `Cannot import "${folder}": wanted lm-eval's results_*.json with task configs, found "${
        names.join('", "')
      }"`,
      { code: "bad_import" },
    );
  }
  const samples: Record<string, LmEvalFiles["samples"][string]> = {};
  for (const name of Object.keys(results.configs as object)) {
    const file = samplesFile(names, name);
    if (file === undefined) continue; // importing says which samples are missing
    const path = joinPath(folder, file);
    const lines = (await Deno.readTextFile(path)).split("\n").filter((line) => line.trim() !== "");
    samples[name] = lines.map((line) => parse(line, path));
  }
  return importLmEval({ results, samples });
}
