/**
 * Tasks of one's own under a name: registered literals and folders of task
 * files.
 *
 * @module
 */
import type { Catalog } from "./catalogs.ts";
import type { Task } from "./task.ts";

/** A place tasks come from, asked by name. */
export interface TaskSource {
  /** All names it has: tasks, groups, tags. */
  readonly names: readonly string[];
  /** Tasks and groups behind a name; null when it has no such name. */
  catalogOf(name: string): Promise<Catalog | null>;
}

const tasks = new Map<string, Task>();
const sources: TaskSource[] = [];

/**
 * Makes a task known by its name, to `--tasks`, `runBenchmark` and `findTask`.
 * It wins over a built-in task of the same name; a second registration
 * replaces the first, so that a notebook cell can run again.
 *
 * @example A task in five lines
 * ```ts
 * import { defineTask } from "./define_task.ts";
 * import { findTask } from "./registry.ts";
 * import { registerTask } from "./user_tasks.ts";
 * import { assertEquals } from "@std/assert";
 * registerTask(defineTask({ name: "my_sums", prompt: (doc) => doc.q, target: (doc) => doc.a }));
 * assertEquals((await findTask("my_sums")).name, "my_sums");
 * ```
 */
export function registerTask(task: Task): void {
  tasks.set(task.name, task);
}

/**
 * Makes all tasks of a source known, such as a folder read by
 * `indexTaskFolder`. Of sources with the same name the later one wins.
 *
 * @example
 * ```ts
 * import { addTaskSource, userTaskNames } from "./user_tasks.ts";
 * import { assert } from "@std/assert";
 * addTaskSource({ names: ["mine"], catalogOf: () => Promise.resolve(null) });
 * assert(userTaskNames().includes("mine"));
 * ```
 */
export function addTaskSource(source: TaskSource): void {
  sources.unshift(source);
}

/** Names of all tasks, groups and tags of one's own. */
export function userTaskNames(): string[] {
  return [...new Set([...tasks.keys(), ...sources.flatMap((source) => source.names)])];
}

/** Tasks and groups of one's own behind a name; null when there are none. */
export async function userCatalogOf(name: string): Promise<Catalog | null> {
  const task = tasks.get(name);
  if (task !== undefined) return { tasks: [task] };
  for (const source of sources) {
    const catalog = await source.catalogOf(name);
    if (catalog !== null) return catalog;
  }
  return null;
}
