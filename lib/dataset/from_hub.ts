/**
 * Docs from the Hugging Face hub.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { HubEntry } from "../deps/hub.ts";
import { dataKind, readDataFile } from "./data_file.ts";
import type { Dataset, Fields } from "./doc.ts";
import { pickConvertedFiles, pickSplitFiles } from "./hub_files.ts";
import { type HubSplit, noData, partialError } from "./hub_no_data.ts";
import { makeDataset } from "./make_dataset.ts";
import { type Hub, type HubOptions, openHub, type ResolvedRevision } from "./open_hub.ts";
import { joinReaders, type SourceOptions } from "./row_source.ts";

export type { HubSplit } from "./hub_no_data.ts";

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
