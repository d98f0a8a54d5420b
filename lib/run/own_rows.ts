/**
 * Rows a task brings itself: made by a function, or in files beside its task file.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { readText } from "../core/text.ts";
import type { Doc, Fields } from "../dataset/doc.ts";
import { fromCsv } from "../dataset/from_csv.ts";
import { fromJson } from "../dataset/from_json.ts";
import { fromJsonl } from "../dataset/from_jsonl.ts";
import { fromParquet } from "../dataset/from_parquet.ts";
import { toArray } from "../dataset/to_array.ts";
import type { Task } from "../task/task.ts";

async function readRows(path: string): Promise<readonly (Doc | Fields)[]> {
  if (/\.jsonl$/i.test(path)) return await toArray(fromJsonl(path));
  if (/\.json$/i.test(path)) {
    return await toArray(await looksLikeLines(path) ? fromJsonl(path) : fromJson(path));
  }
  if (/\.csv$/i.test(path)) return await toArray(fromCsv(path));
  if (/\.tsv$/i.test(path)) return await toArray(fromCsv(path, { delimiter: "\t" }));
  if (/\.parquet$/i.test(path)) return await toArray(fromParquet(path));
  const lines = (await readText(path)).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((text) => ({ text }));
}

/** JSON lines often come as `.json`. */
async function looksLikeLines(path: string): Promise<boolean> {
  const first = (await readText(path)).split("\n").find((line) => line.trim() !== "") ?? "";
  try {
    return !Array.isArray(JSON.parse(first));
  } catch {
    return false;
  }
}

/**
 * The named splits of a task that brings its rows, or null when it does not:
 * by its `loadRows`, or from files of `data.urls` that are paths.
 *
 * @throws {DataError} `missing_split`; what reading a file throws.
 *
 * @example
 * ```ts
 * import { ownRows } from "./own_rows.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({
 *   name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a, loadRows: () => ({ test: [{ q: "1+1", a: "2" }] }),
 * });
 * assertEquals(await ownRows(task, ["test"]), { test: [{ q: "1+1", a: "2" }] });
 * ```
 */
export async function ownRows(
  task: Task,
  names: readonly string[],
): Promise<Readonly<Record<string, readonly (Doc | Fields)[]>> | null> {
  const files = task.data?.urls ?? {};
  const local = names.some((name) => files[name] !== undefined && !/^[a-z]+:\/\//i.test(files[name]));
  if (task.loadRows === undefined && !local) return null;
  const made = task.loadRows === undefined ? {} : await task.loadRows();
  const splits: Record<string, readonly (Doc | Fields)[]> = {};
  for (const name of names) {
    const rows = made[name] ?? (files[name] === undefined ? undefined : await readRows(files[name]));
    if (rows === undefined) {
      throw new DataError(`Cannot run task "${task.name}": wanted its split "${name}", found none`, {
        code: "missing_split",
        details: { task: task.name, split: name },
      });
    }
    splits[name] = rows;
  }
  return splits;
}
