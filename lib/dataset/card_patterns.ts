/**
 * What the card of a data set says of its files.
 *
 * @module
 */

/** What is asked for. */
export interface SplitQuery {
  /** Config; absent = the default one. */
  readonly config?: string | undefined;
  /** Split. */
  readonly split: string;
  /** `configs` of the data set card, or null. */
  readonly configs: unknown;
}

/** Paths of one split. */
export interface CardPattern {
  /** Null: the card does not say, the path must. */
  readonly split: string | null;
  /** Patterns of paths in the repository. */
  readonly globs: readonly string[];
}

/**
 * The patterns of the wanted config, else of the default one. Null when the card
 * does not say; none when it has several configs and none is the default.
 *
 * @example
 * ```ts
 * import { cardPatterns } from "./card_patterns.ts";
 * import { assertEquals } from "@std/assert";
 * const configs = [{ config_name: "main", data_dir: "data" }];
 * assertEquals(cardPatterns({ split: "test", configs }), [{ split: null, globs: ["data/**"] }]);
 * ```
 */
export function cardPatterns(query: SplitQuery): CardPattern[] | null {
  if (!Array.isArray(query.configs)) return null;
  // deno-lint-ignore no-explicit-any
  const withFiles: any[] = query.configs.filter((c) =>
    c?.data_files !== undefined || c?.data_dir !== undefined
  );
  if (withFiles.length === 0) return null;
  const wanted = query.config;
  const config = wanted === undefined
    ? withFiles.find((c) => c.default === true) ?? withFiles.find((c) => c.config_name === "default") ??
      (withFiles.length === 1 ? withFiles[0] : undefined)
    : withFiles.find((c) => c.config_name === wanted);
  if (config === undefined) return wanted === undefined ? [] : null;
  const dir = typeof config.data_dir === "string" ? `${config.data_dir.replace(/\/+$/, "")}/` : "";
  const globsOf = (paths: unknown): string[] =>
    [paths].flat().filter((p) => typeof p === "string").map((p) => dir + p);
  const { data_files: dataFiles } = config;
  if (dataFiles === undefined) return [{ split: null, globs: [`${dir}**`] }];
  if (typeof dataFiles === "object" && !Array.isArray(dataFiles)) {
    return Object.entries(dataFiles).map(([split, paths]) => ({ split, globs: globsOf(paths) }));
  }
  return [dataFiles].flat().map((item) =>
    typeof item === "string"
      ? { split: null, globs: globsOf(item) }
      : { split: item.split, globs: globsOf(item.path) }
  );
}

/**
 * A pattern of paths as a regular expression: `*` and `?` stay within a folder,
 * two stars do not; `{a,b}` and `[0-9]` as in a shell.
 *
 * @example
 * ```ts
 * import { globToRegExp } from "./card_patterns.ts";
 * import { assert } from "@std/assert";
 * assert(globToRegExp("data/*.csv").test("data/a.csv") && !globToRegExp("*.csv").test("data/a.csv"));
 * ```
 */
export function globToRegExp(glob: string): RegExp {
  const clean = glob.replace(/^\.\//, "");
  const source = clean.replace(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|\[[^\]]*\]|[.+^$()|\\{}[\]]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.startsWith("{") && part.length > 1) {
      return `(?:${part.slice(1, -1).split(",").map((p) => globToRegExp(p).source.slice(1, -1)).join("|")})`;
    }
    if (part.startsWith("[") && part.length > 2) return part.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
