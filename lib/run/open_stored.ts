/**
 * Stored answers from whatever a path leads to.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { importInspect } from "../result/import_inspect.ts";
import { readLmEval } from "../result/read_lm_eval.ts";
import type { StoredRun } from "../result/stored_run.ts";
import { storedFolder, type StoredFolderOptions } from "./stored_folder.ts";

async function hasFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (cause) {
    throw new UsageError(`Cannot read "${path}": wanted the folder of a run, a ledger or a log`, {
      code: "source_missing",
      cause,
    });
  }
}

/**
 * Opens the folder of a run or its `ledger.jsonl`, a folder of lm-eval's
 * output, or an Inspect log in JSON.
 *
 * @throws {UsageError} `source_missing`
 * @throws {ResultError} `bad_import`, and what plan and ledger throw
 *
 * @example
 * ```ts
 * import { openStored } from "./open_stored.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => openStored("no/such/folder"), Error, "no/such/folder");
 * ```
 */
export async function openStored(path: string, options: StoredFolderOptions = {}): Promise<StoredRun> {
  const folder = path.replace(/[/\\]$/, "");
  if (!await isFolder(folder)) {
    if (/ledger\.jsonl$/.test(folder)) {
      return await storedFolder(folder.replace(/[/\\]?ledger\.jsonl$/, "") || ".", options);
    }
    return importInspect(parseJson(await Deno.readTextFile(folder), { file: folder }));
  }
  if (await hasFile(`${folder}/plan.json`)) return await storedFolder(folder, options);
  return await readLmEval(folder);
}
