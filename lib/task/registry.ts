/**
 * Benchmarks by name: tasks, tags and groups.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { type Catalog, catalogOf } from "./catalogs.ts";
import type { Task, TaskGroup } from "./task.ts";

export { taskNames } from "./catalogs.ts";

/** A benchmark that is known by name and cannot run here. */
export interface SkippedTask {
  /** Its name. */
  readonly name: string;
  /** `needs_judge`, `needs_task_files`. */
  readonly code: string;
  /** Reason for people. */
  readonly message: string;
}

/** Options of {@linkcode expandTasks}. */
export interface ExpandOptions {
  /** There is a judge: tasks that need one run, and belong to their groups. */
  readonly judged?: boolean;
}

/** What a list of names stands for. */
export interface ExpandedTasks {
  /** Leaf tasks in the order of evaluation, each once. */
  readonly tasks: readonly Task[];
  /** Groups met on the way, outer before inner. */
  readonly groups: readonly TaskGroup[];
  /** Leaf names per asked name. */
  readonly leaves: Readonly<Record<string, readonly string[]>>;
  /** Asked for, or part of an asked group, and not to be run. */
  readonly skipped: readonly SkippedTask[];
}

/**
 * Finds one leaf task.
 *
 * @throws {TaskError} `unknown_task` with the nearest name as hint;
 * `needs_judge` or `needs_task_files` for a benchmark that is known and cannot
 * run; `is_group` for a group or tag.
 *
 * @example
 * ```ts
 * import { findTask } from "./registry.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await findTask("mmlu_anatomy")).alias, "anatomy");
 * ```
 */
export async function findTask(name: string): Promise<Task> {
  const { tasks, skipped } = await expandTasks([name]);
  const task = tasks.find((one) => one.name === name);
  if (task !== undefined) return task;
  const reason = skipped.find((one) => one.name === name);
  if (reason !== undefined) {
    throw new TaskError(`Cannot run task "${name}": ${reason.message}`, { code: reason.code });
  }
  throw new TaskError(`Cannot find task "${name}": wanted one task, found a group of ${tasks.length}`, {
    code: "is_group",
    hint: "Use expandTasks for groups and tags",
  });
}

/**
 * Expands names of tasks, tags and groups to leaf tasks, depth first in
 * lm-eval's order. What is known and cannot run comes back as `skipped`.
 *
 * @throws {TaskError} `unknown_task` with the nearest name as hint;
 * `duplicate_task` when two names contain the same task.
 *
 * @example
 * ```ts
 * import { expandTasks } from "./registry.ts";
 * import { assertEquals } from "@std/assert";
 * const { tasks, groups } = await expandTasks(["mmlu", "pubmedqa"]);
 * assertEquals([tasks.length, groups.length], [58, 5]);
 * ```
 */
export async function expandTasks(
  names: readonly string[],
  options: ExpandOptions = {},
): Promise<ExpandedTasks> {
  const tasks = new Map<string, Task>();
  const groups: TaskGroup[] = [];
  const skipped: SkippedTask[] = [];
  const leaves: Record<string, readonly string[]> = {};
  for (const asked of names) {
    const found: string[] = [];
    const known = await catalogOf(asked);
    const catalog = options.judged === true ? withJudged(known) : known;
    const visit = (name: string): void => {
      const reason = catalog.unavailable?.[name];
      if (reason !== undefined) skipped.push({ name, ...reason });
      const group = catalog.groups?.find((one) => one.group === name);
      if (group !== undefined) groups.push(group);
      for (const member of group?.members ?? catalog.tags?.[name] ?? []) visit(member);
      const task = catalog.tasks.find((one) => one.name === name);
      if (task === undefined) return;
      if (tasks.has(name)) {
        throw new TaskError(`Cannot expand "${asked}": wanted every task once, found "${name}" again`, {
          code: "duplicate_task",
          hint: "Name either the group or its members",
        });
      }
      tasks.set(name, task);
      found.push(name);
    };
    visit(asked);
    if (catalog.groups?.[0]?.group === asked) {
      for (const [name, reason] of Object.entries(catalog.unavailable ?? {})) {
        if (name.startsWith(`${asked}_`)) skipped.push({ name, ...reason });
      }
    }
    leaves[asked] = found;
  }
  return { tasks: [...tasks.values()], groups, leaves, skipped };
}

function withJudged(catalog: Catalog): Catalog {
  const { judged = [], groups = [], unavailable = {} } = catalog;
  if (judged.length === 0) return catalog;
  const names = judged.map(({ name }) => name);
  return {
    ...catalog,
    tasks: [...catalog.tasks, ...judged],
    groups: groups.map((one) => ({
      ...one,
      members: [...one.members, ...names.filter((name) => name.startsWith(`${one.group}_`))],
    })),
    unavailable: Object.fromEntries(Object.entries(unavailable).filter(([name]) => !names.includes(name))),
  };
}
