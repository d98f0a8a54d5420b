/**
 * Docs from the Hugging Face hub.
 *
 * @module
 */
import { DataError, isBenchError } from "../core/errors.ts";
import type { HubEntry } from "../deps/hub.ts";
import { dataKind, readDataFile } from "./data_file.ts";
import type { Dataset, Fields } from "./doc.ts";
import { pickConvertedFiles, pickSplitFiles } from "./hub_files.ts";
import { makeDataset } from "./make_dataset.ts";
import { type Hub, type HubOptions, openHub, type ResolvedRevision } from "./open_hub.ts";
import { joinReaders, type SourceOptions } from "./row_source.ts";

/** Which split of which data set. */
export interface HubSplit {
  /** Repository, `owner/name`. */
  readonly repo: string;
  /** Config; absent = the default one. */
  readonly config?: string;
  /** Split, such as `test`. */
  readonly split: string;
  /** Commit, tag or branch; null or absent = `main`. */
  readonly revision?: string | null;
}

/** Options of {@linkcode fromHub}. */
export interface FromHubOptions extends SourceOptions, HubOptions {
  /** A hub opened before, so that its lookups are shared; the other hub options are then unused. */
  readonly hub?: Hub;
  /** Name of the task, for the local path in hints; default the name of the data set. */
  readonly task?: string;
}

/** Branch on which the hub keeps its own Parquet copies. */
const CONVERTED = "refs/convert/parquet";

/**
 * Fetches a split (once; the cache is kept by content) and gives a data set
 * over its files: Parquet, JSON lines, JSON or CSV, else the hub's converted
 * Parquet branch. Code of a repository is never run and nothing is ever asked
 * at a prompt. `info.revision` is the commit that was read.
 *
 * @throws {TypeError} when `repo` is no `owner/name`.
 * @throws {DataError} `hub_no_data` (only a script, or no such split),
 * `hub_partial`, and those of `openHub`. While reading: as the reader of the kind.
 *
 * @example
 * ```ts
 * import { fromHub } from "./from_hub.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => fromHub({ repo: "../secret", split: "test" }), TypeError, "owner/name");
 * ```
 */
export async function fromHub<F extends Fields = Fields>(
  data: HubSplit,
  options: FromHubOptions = {},
): Promise<Dataset<F>> {
  const { repo, config, split } = data;
  if (!/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/.test(repo) || repo.includes("..")) {
    throw new TypeError(`Cannot read the hub data set "${repo}": wanted "owner/name"`);
  }
  const hub = options.hub ?? openHub(options);
  const main = await hub.resolve(repo, data.revision ?? "main");
  let commit: ResolvedRevision = main;
  let files: HubEntry[] = pickSplitFiles(main.files, { config, split, configs: main.configs });
  if (files.length === 0) {
    const converted = await hub.resolve(repo, CONVERTED).catch((error: unknown) => {
      if (isBenchError(error) && ["hub_not_found", "hub_offline"].includes(error.code)) return null;
      throw error;
    });
    const picked = converted === null ? null : pickConvertedFiles(converted.files, { config, split });
    if (picked?.partial === true) throw partialError(data);
    if (converted === null || picked === null || picked.files.length === 0) {
      throw noData(data, { main, options });
    }
    commit = converted;
    files = picked.files;
  }
  const readers = [];
  for (const file of files) {
    readers.push(readDataFile(await hub.fetchFile(repo, commit.sha, file), file.path));
  }
  const name = [repo, ...(config === undefined ? [] : [config]), split].join("/");
  const info = {
    kind: "hub",
    name,
    revision: commit.sha,
    movedFrom: commit.movedFrom,
    offline: commit.offline,
  };
  const untyped = dataKind(files[0]?.path ?? "") === "csv";
  return makeDataset<F>(info, joinReaders(readers), { ...options, untyped });
}

function noData(
  data: HubSplit,
  { main, options }: { main: ResolvedRevision; options: FromHubOptions },
): DataError {
  const { repo, config, split } = data;
  const paths = main.files.map((file) => file.path);
  const shown = paths.filter((path) => !/^\.git|^README/.test(path));
  const script = shown.find((path) => path.endsWith(".py"));
  const found = shown.length === 0 ? "no files" : [
    ...(script === undefined ? [] : [`the loading script "${script}" (never run)`]),
    ...shown.filter((path) => path !== script).slice(0, 4).map((path) => `"${path}"`),
  ].join(", ") + (shown.length > 5 ? ` and ${shown.length - 5} more` : "");
  const task = options.task ?? repo.split("/").at(-1) ?? repo;
  const path = `data/benchmarks/${task}/${split}.jsonl`;
  const columns = Object.entries(options.columns ?? {}).map(([name, words]) => `${name} (${words})`).join(
    ", ",
  );
  const what = config === undefined
    ? `the split "${split}"`
    : `the split "${split}" of the config "${config}"`;
  return new DataError(
    `Cannot read the hub data set "${repo}": wanted Parquet, CSV or JSON files of ${what}, found ${found}`,
    {
      code: "hub_no_data",
      hint: `Put the rows into ${path}${
        columns === "" ? "" : ` with the columns ${columns}`
      } and use --source local`,
      details: { repo, config: config ?? null, split, path, files: shown.slice(0, 50) },
    },
  );
}

function partialError({ repo, split }: HubSplit): DataError {
  return new DataError(
    `Cannot read the hub data set "${repo}": wanted the whole split "${split}", found only its start converted`,
    {
      code: "hub_partial",
      hint: "Get the files from their authors and use --source local",
      details: { repo, split },
    },
  );
}
