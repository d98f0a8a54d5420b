/**
 * Which files of a hub repository make up a split.
 *
 * @module
 */
import { cardPatterns, globToRegExp, type SplitQuery } from "./card_patterns.ts";
import { DATA_ENDINGS, dataKind } from "./data_file.ts";

/** The part of a listing that is looked at. */
export interface ListedFile {
  /** Path inside the repository. */
  readonly path: string;
}

const SPLIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  train: ["train", "training"],
  validation: ["validation", "valid", "val", "dev"],
  test: ["test", "testing", "eval", "evaluation"],
};

/**
 * Picks the files of a split by the hub's own rules: what the data set card
 * says; else the folder of the config and the name of the split as a word in
 * the path; else, for `train`, all files when none names a split. One kind of
 * file, the one with the most type information, in order of path. Nothing
 * found gives an empty list.
 *
 * @example
 * ```ts
 * import { pickSplitFiles } from "./hub_files.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const files = ["anatomy/dev-0.parquet", "anatomy/test-0.parquet", "law/test-0.parquet"].map((path) => ({ path }));
 * const picked = pickSplitFiles(files, { config: "anatomy", split: "test", configs: null });
 * assertEquals(picked.map((file) => file.path), ["anatomy/test-0.parquet"]);
 * ```
 */
export function pickSplitFiles<T extends ListedFile>(files: readonly T[], query: SplitQuery): T[] {
  const data = files.filter(({ path }) =>
    dataKind(path) !== null && !/(?:^|\/)\.|dataset_infos\.json$/.test(path)
  );
  const patterns = cardPatterns(query);
  if (patterns !== null) {
    const inConfig = patterns.flatMap(({ split, globs }) =>
      globs.map((glob) => ({ split, test: globToRegExp(glob) }))
    );
    const named = inConfig.filter(({ split }) => split === query.split);
    if (named.length > 0) {
      return oneKind(data.filter(({ path }) => named.some(({ test }) => test.test(path))));
    }
    const unnamed = inConfig.filter(({ split }) => split === null);
    return bySplitWord(data.filter(({ path }) => unnamed.some(({ test }) => test.test(path))), query.split);
  }
  const { config } = query;
  if (config === undefined || config === "default") return bySplitWord(data, query.split);
  const folder = data.filter(({ path }) => path.split("/").slice(0, -1).includes(config));
  if (folder.length > 0) {
    const inner = folder.map((file) => ({
      file,
      path: file.path.slice(file.path.indexOf(`${config}/`) + config.length + 1),
    }));
    return bySplitWord(inner, query.split).map(({ file }) => file);
  }
  return [];
}

/**
 * Files of a split on the branch of converted files, `config/split/0000.parquet`.
 * `partial` is true when the hub converted only the start of the split.
 *
 * @example
 * ```ts
 * import { pickConvertedFiles } from "./hub_files.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const files = [{ path: "default/partial-test/0000.parquet" }];
 * assertEquals(pickConvertedFiles(files, { split: "test" }), { files: [], partial: true });
 * ```
 */
export function pickConvertedFiles<T extends ListedFile>(
  files: readonly T[],
  query: { readonly config?: string | undefined; readonly split: string },
): { files: T[]; partial: boolean } {
  const configs = [
    ...new Set(files.filter((f) => f.path.includes("/")).map(({ path }) => path.split("/")[0])),
  ];
  const config = query.config ??
    (configs.includes("default") ? "default" : configs.length === 1 ? configs[0] : undefined);
  const under = (folder: string) =>
    files.filter(({ path }) => path.startsWith(folder) && path.endsWith(".parquet"));
  const whole = byPath(under(`${config}/${query.split}/`));
  return {
    files: whole,
    partial: whole.length === 0 && under(`${config}/partial-${query.split}/`).length > 0,
  };
}

function bySplitWord<T extends ListedFile>(files: readonly T[], split: string): T[] {
  const named = (word: string) => files.filter(({ path }) => hasWord(path, word));
  const found = (SPLIT_WORDS[split] ?? [split]).flatMap(named);
  if (found.length > 0) return oneKind([...new Set(found)]);
  const anyNamed = Object.values(SPLIT_WORDS).flat().some((word) => named(word).length > 0);
  return split === "train" && !anyNamed ? oneKind(files) : [];
}

function hasWord(path: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?:^|[^a-z])${escaped}(?:[^a-z]|$)`, "i").test(path);
}

function oneKind<T extends ListedFile>(files: readonly T[]): T[] {
  const kind = DATA_ENDINGS.map(([, k]) => k).find((k) => files.some(({ path }) => dataKind(path) === k));
  return byPath(files.filter(({ path }) => dataKind(path) === kind));
}

function byPath<T extends ListedFile>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
