/**
 * Docs from the local data folder.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { containedPath } from "../core/contained_path.ts";
import { joinPath } from "../core/path.ts";
import { DATA_ENDINGS, dataKind, readDataFile } from "./data_file.ts";
import type { Dataset, Fields } from "./doc.ts";
import { makeDataset } from "./make_dataset.ts";
import type { SourceOptions } from "./row_source.ts";

/** Which local file: `root/task/split.<ending>`. */
export interface LocalData {
  /** Root of local data, such as `data/benchmarks`. */
  readonly root: string;
  /** Folder of the task below it; may have parts (`mmlu/anatomy`). */
  readonly task: string;
  /** Split, the name of the file without its ending. */
  readonly split: string;
}

/**
 * Opens `root/task/split` with the one ending that is there: `.jsonl`,
 * `.json`, `.csv` or `.parquet` (or `.gz` of the first three). The file must lie
 * under the root by its real path.
 *
 * @throws {DataError} `local_missing` naming the wanted path (and the columns,
 * when given), `ambiguous_file` when several endings are there, `path_outside`.
 * While reading: what the reader of that kind throws.
 *
 * @example
 * ```ts
 * import { fromLocal } from "./from_local.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const root = await Deno.makeTempDir();
 * await assertRejects(() => fromLocal({ root, task: "pubmedqa", split: "test" }), Error, "pubmedqa/test.jsonl");
 * await Deno.remove(root);
 * ```
 */
export async function fromLocal<F extends Fields = Fields>(
  data: LocalData,
  options: SourceOptions = {},
): Promise<Dataset<F>> {
  const { root, task, split } = data;
  const stem = joinPath(task, split);
  const found: { shown: string; path: string }[] = [];
  for (const [ending] of DATA_ENDINGS) {
    const shown = joinPath(root, `${stem}${ending}`);
    const path = await containedPath(root, `${stem}${ending}`);
    const info = await Deno.stat(path).catch((error: unknown) => {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
      throw error;
    });
    if (info?.isFile === true) found.push({ shown, path });
  }
  const [file, second] = found;
  if (file === undefined) throw missing(data, options);
  if (second !== undefined) {
    throw new DataError(
      `Cannot choose the data of "${stem}": wanted one file, found ${
        found.map((f) => `"${f.shown}"`).join(" and ")
      }`,
      { code: "ambiguous_file", hint: "Keep one of them", details: { files: found.map((f) => f.shown) } },
    );
  }
  const kind = dataKind(file.path) ?? "jsonl";
  return makeDataset<F>({ kind: "local", name: file.shown, revision: null }, readDataFile(file.path), {
    ...options,
    untyped: kind === "csv",
  });
}

function missing({ root, task, split }: LocalData, options: SourceOptions): DataError {
  const path = joinPath(root, task, `${split}.jsonl`);
  const columns = Object.entries(options.columns ?? {}).map(([name, words]) => `${name} (${words})`).join(
    ", ",
  );
  return new DataError(
    `Cannot read local data: wanted "${path}" (or .json, .csv, .parquet), found no such file`,
    {
      code: "local_missing",
      hint: `Put the rows there${
        columns === "" ? "" : `, with the columns ${columns}`
      }; or take another --source`,
      details: { path, task, split },
    },
  );
}
