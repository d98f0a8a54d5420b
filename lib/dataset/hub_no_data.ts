/**
 * Errors for hub data sets whose data cannot be used.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { ResolvedRevision } from "./open_hub.ts";

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

/** What the message about missing data is made of. */
export interface NoData {
  /** The commit that was looked through. */
  readonly main: ResolvedRevision;
  /** Name of the task, and the columns its rows need, for the hint. */
  readonly options: { readonly task?: string; readonly columns?: Readonly<Record<string, string>> };
}

/**
 * The error for a data set without files that can be read: it says what is there
 * instead, and where rows could be put.
 *
 * @example
 * ```ts
 * import { noData } from "./hub_no_data.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const main = { sha: "0".repeat(40), configs: null, files: [], movedFrom: null, offline: false };
 * assertEquals(noData({ repo: "org/set", split: "test" }, { main, options: {} }).code, "hub_no_data");
 * ```
 */
export function noData(
  data: HubSplit,
  { main, options }: NoData,
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

/**
 * The error for a split of which the hub converted only the start.
 *
 * @example
 * ```ts
 * import { partialError } from "./hub_no_data.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(partialError({ repo: "org/set", split: "test" }).code, "hub_partial");
 * ```
 */
export function partialError({ repo, split }: HubSplit): DataError {
  return new DataError(
    `Cannot read the hub data set "${repo}": wanted the whole split "${split}", found only its start converted`,
    {
      code: "hub_partial",
      hint: "Get the files from their authors and use --source local",
      details: { repo, split },
    },
  );
}
