/**
 * Folders of task files: what they define, and the tasks behind a name.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { Catalog } from "./catalogs.ts";
import { filesUnder } from "./load_files.ts";
import type { TaskSource } from "./user_tasks.ts";
import { catalogFor } from "./yaml/build_group.ts";
import type { TaskConfig } from "./yaml/parse_task_yaml.ts";
import { type ConfigReader, configReader } from "./yaml/read_config.ts";

/** What a task file defines. */
export interface IndexEntry {
  /** Its name. */
  readonly name: string;
  /** `python`: a task that is a Python class, which cannot run here. */
  readonly kind: "task" | "group" | "tag" | "python";
  /** Its file; null for tags. */
  readonly path: string | null;
  /** Its keys, includes merged. */
  readonly config: TaskConfig;
  /** Names of the tasks of a tag, sorted. */
  readonly members: readonly string[];
}

/** A folder of task files, indexed. */
export interface TaskIndex extends TaskSource {
  /** Entries by name. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Files that could not be read, with the reason; fragments for `include` are no problem. */
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** Options of {@linkcode indexTaskFolder}. */
export interface IndexOptions {
  /** Earlier indexes whose names a group may use. */
  readonly above?: readonly TaskIndex[];
  /** Reads each file once for several folders. */
  readonly reader?: ConfigReader;
}

function kindOf(config: TaskConfig): "task" | "group" | "python" | null {
  if (config["class"] !== undefined) return "python";
  if (config["group"] !== undefined) return "group";
  return config["task"] === undefined ? null : "task";
}

function tagsOf(config: TaskConfig): string[] {
  const tags = config["tag"];
  return (Array.isArray(tags) ? tags : tags === undefined || tags === null ? [] : [tags]).map(String);
}

/** Reads files a few at a time: more does not go faster. */
async function readAll(paths: readonly string[], read: (path: string) => Promise<void>): Promise<void> {
  const queue = paths.values();
  const worker = async (): Promise<void> => {
    for (const path of queue) await read(path);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/**
 * Indexes all `*.yaml` files under a folder (or one file): tasks, groups, and
 * tags with their tasks in the order of names. Of two equal names the first
 * file in the order of paths counts, as in lm-eval. Files that cannot be read
 * are listed as `problems`; nothing is compiled yet.
 *
 * @throws {TaskError} `missing_file` when there is no such folder.
 *
 * @example
 * ```ts
 * import { indexTaskFolder } from "./index_folder.ts";
 * import { assertEquals } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.yaml`, "task: a\ntag: both\ndoc_to_text: q\ndoc_to_target: a\n");
 * const index = await indexTaskFolder(folder);
 * assertEquals([...index.entries.keys()], ["a", "both"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function indexTaskFolder(path: string, options: IndexOptions = {}): Promise<TaskIndex> {
  const reader = options.reader ?? await configReader();
  const paths = await filesUnder(path.replace(/(.)\/+$/, "$1"));
  const configs = new Map<string, TaskConfig>();
  const problems: { path: string; code: string; message: string }[] = [];
  await readAll(paths, async (file) => {
    try {
      configs.set(file, await reader.config(file));
    } catch (error) {
      if (!isBenchError(error)) throw error;
      problems.push({ path: file, code: error.code, message: error.message });
    }
  });
  const entries = new Map<string, IndexEntry>();
  const tags = new Map<string, string[]>();
  for (const file of paths) {
    const config = configs.get(file);
    const kind = config === undefined ? null : kindOf(config);
    if (config === undefined || kind === null) continue;
    const name = String(kind === "group" ? config["group"] : config["task"]);
    if (entries.has(name)) continue;
    entries.set(name, { name, kind, path: file, config, members: [] });
    if (kind === "group") continue;
    for (const tag of tagsOf(config)) tags.set(tag, [...tags.get(tag) ?? [], name]);
  }
  for (const [tag, members] of tags) {
    if (entries.has(tag)) continue;
    const sorted = members.sort((a, b) => a < b ? -1 : 1);
    entries.set(tag, { name: tag, kind: "tag", path: null, config: {}, members: sorted });
  }
  problems.sort((a, b) => a.path < b.path ? -1 : 1);
  const find = (name: string): IndexEntry | undefined => {
    for (const index of [{ entries }, ...options.above ?? []]) {
      const entry = index.entries.get(name);
      if (entry !== undefined) return entry;
    }
    return undefined;
  };
  return {
    entries,
    problems,
    names: [...entries.keys()],
    catalogOf: async (name): Promise<Catalog | null> =>
      entries.has(name) ? await catalogFor(name, { find, reader }) : null,
  };
}
