/**
 * What a person types for tasks: names, globs, paths.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { taskNames } from "./catalogs.ts";
import { indexTaskFolder, type TaskIndex } from "./index_folder.ts";
import { addTaskSource } from "./user_tasks.ts";

/** Whether the text is a place rather than a name. */
function isPath(text: string): boolean {
  return /[\\/]/.test(text) || /\.ya?ml$/i.test(text);
}

/** Python's `fnmatch` as a regular expression. */
function globPattern(glob: string): RegExp {
  const body = glob.replace(/\[(!?)([^\]]+)\]|[*?]|[\\^$.|+(){}[\]]/g, (all, not, set) => {
    if (all === "*") return ".*";
    if (all === "?") return ".";
    return set === undefined ? `\\${all}` : `[${not ? "^" : ""}${set.replaceAll("\\", "\\\\")}]`;
  });
  return new RegExp(`^${body}$`, "su");
}

/** Names of the leaf tasks, or of the outermost groups, a path brings. */
function namesIn(index: TaskIndex, path: string): string[] {
  const entries = [...index.entries.values()].filter((entry) => entry.kind !== "tag");
  if (entries.length === 1) return entries.map((entry) => entry.name);
  const names = entries.filter((entry) => entry.kind === "task").map((entry) => entry.name);
  if (names.length > 0) return names;
  const problem = index.problems[0];
  if (problem !== undefined) {
    throw new TaskError(problem.message, { code: problem.code, details: { path: problem.path } });
  }
  throw new TaskError(`Cannot find tasks: wanted a task file in "${path}", found none`, {
    code: "unknown_task",
    details: { path },
  });
}

/**
 * Turns names, globs (`mmlu_*`) and paths of task files or folders into names,
 * and makes the tasks of `includePaths` and of the paths known. Later folders
 * win over earlier ones and over what comes along.
 *
 * @throws {TaskError} `missing_file`, `unknown_task` for a glob that matches
 * nothing, and what reading a single named file throws.
 *
 * @example
 * ```ts
 * import { resolveTaskNames } from "./task_names.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await resolveTaskNames(["pubmed*"]), ["pubmedqa"]);
 * ```
 */
export async function resolveTaskNames(
  asked: readonly string[],
  options: { readonly includePaths?: readonly string[] } = {},
): Promise<string[]> {
  const indexes: TaskIndex[] = [];
  const add = async (path: string): Promise<TaskIndex> => {
    const index = await indexTaskFolder(path, { above: indexes });
    addTaskSource(index);
    indexes.unshift(index);
    return index;
  };
  for (const path of options.includePaths ?? []) await add(path);
  const names = new Set<string>();
  for (const one of asked) {
    if (isPath(one)) { for (const name of namesIn(await add(one), one)) names.add(name); }
    else if (!/[*?[]/.test(one)) names.add(one);
    else {
      const pattern = globPattern(one);
      const found = (await taskNames()).filter((name) => pattern.test(name));
      if (found.length === 0) {
        throw new TaskError(`Cannot find tasks: wanted a name like "${one}", found none`, {
          code: "unknown_task",
        });
      }
      for (const name of found) names.add(name);
    }
  }
  return [...names];
}
