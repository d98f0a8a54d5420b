/**
 * Benchmarks by name. A catalog file is loaded when one of its names is asked
 * for.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { loadDistance } from "../deps/levenshtein.ts";
import type { Task, TaskGroup } from "./task.ts";

/** A benchmark that is known by name and cannot run here. */
export interface SkippedTask {
  /** Its name. */
  readonly name: string;
  /** `needs_judge`, or `not_available` for what is not built yet. */
  readonly code: string;
  /** Reason for people. */
  readonly message: string;
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

interface Catalog {
  readonly tasks: readonly Task[];
  readonly groups?: readonly TaskGroup[];
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  readonly unavailable?: Readonly<Record<string, { readonly code: string; readonly message: string }>>;
}

const CATALOGS: readonly { readonly names: RegExp; readonly load: () => Promise<Catalog> }[] = [
  { names: /^mmlu(_|$)/, load: () => import("./catalog/mmlu.ts") },
  { names: /^medmcqa$/, load: () => import("./catalog/medmcqa.ts") },
  { names: /^pubmedqa$/, load: () => import("./catalog/pubmedqa.ts") },
  { names: /^medhelm(_|$)/, load: () => import("./catalog/medhelm.ts") },
];

/** Benchmarks of the niches that come with a later version. */
const PLANNED: readonly string[] = [
  "humaneval",
  "livecodebench",
  "gpqa_main_n_shot",
  "rag_pipeline_eval",
  "bigpatent",
  "uspto_classification",
];

function namesOf(catalog: Catalog): string[] {
  return [
    ...(catalog.groups ?? []).map((group) => group.group),
    ...Object.keys(catalog.tags ?? {}),
    ...catalog.tasks.map((task) => task.name),
    ...Object.keys(catalog.unavailable ?? {}),
  ];
}

/**
 * Every name that can be asked for: groups, tags, tasks, and those that are
 * known but skipped.
 *
 * @example
 * ```ts
 * import { taskNames } from "./registry.ts";
 * import { assert } from "@std/assert";
 * assert((await taskNames()).includes("mmlu_anatomy"));
 * ```
 */
export async function taskNames(): Promise<string[]> {
  const loaded = await Promise.all(CATALOGS.map((entry) => entry.load()));
  return [...loaded.flatMap(namesOf), ...PLANNED];
}

async function unknown(name: string): Promise<never> {
  const names = await taskNames();
  const distance = await loadDistance();
  const far = (other: string): number => distance(name.toLowerCase(), other.toLowerCase());
  const near = [...names].sort((a, b) => far(a) - far(b))[0] as string;
  const close = far(near) <= Math.max(2, Math.floor(name.length / 3));
  throw new TaskError(
    `Cannot find task "${name}": wanted the name of a task, tag or group, found no such one`,
    {
      code: "unknown_task",
      hint: close
        ? `Did you mean "${near}"?`
        : `Known are ${names.filter((one) => !one.includes("_")).join(", ")} …`,
      details: { task: name, nearest: close ? near : null },
    },
  );
}

async function catalogOf(name: string): Promise<Catalog> {
  const entry = CATALOGS.find(({ names }) => names.test(name));
  const catalog = await entry?.load();
  if (catalog === undefined || !namesOf(catalog).includes(name)) return await unknown(name);
  return catalog;
}

/**
 * Finds one leaf task.
 *
 * @throws {TaskError} `unknown_task` with the nearest name as hint;
 * `not_available` or `needs_judge` for a benchmark that is known and cannot
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
export async function expandTasks(names: readonly string[]): Promise<ExpandedTasks> {
  const tasks = new Map<string, Task>();
  const groups: TaskGroup[] = [];
  const skipped: SkippedTask[] = [];
  const leaves: Record<string, readonly string[]> = {};
  for (const asked of names) {
    const found: string[] = [];
    if (PLANNED.includes(asked)) {
      skipped.push({ name: asked, code: "not_available", message: "not part of this version" });
      leaves[asked] = found;
      continue;
    }
    const catalog = await catalogOf(asked);
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
        skipped.push({ name, ...reason });
      }
    }
    leaves[asked] = found;
  }
  return { tasks: [...tasks.values()], groups, leaves, skipped };
}
