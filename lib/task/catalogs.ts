/**
 * The catalog files and the names in them; a file is loaded when one of its
 * names is asked for.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { loadDistance } from "../deps/levenshtein.ts";
import type { Task, TaskGroup } from "./task.ts";
import { userCatalogOf, userTaskNames } from "./user_tasks.ts";

/** What a catalog file holds. */
export interface Catalog {
  /** Leaf tasks, in the order of evaluation. */
  readonly tasks: readonly Task[];
  /** Groups, the outermost first. */
  readonly groups?: readonly TaskGroup[];
  /** Tag to task names. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  /** Tasks that join their group once there is a judge; until then they are `unavailable`. */
  readonly judged?: readonly Task[];
  /** Known benchmarks that cannot run here, with the reason. */
  readonly unavailable?: Readonly<Record<string, { readonly code: string; readonly message: string }>>;
}

const CATALOGS: readonly { readonly names: RegExp; readonly load: (name?: string) => Promise<Catalog> }[] = [
  { names: /^mmlu_flan_/, load: () => import("./catalog/mmlu_flan.ts") },
  { names: /^mmlu_(.*_)?continuation(::|$)/, load: () => import("./catalog/mmlu_continuation.ts") },
  { names: /^mmlu_(.*_)?generative(::|$)/, load: () => import("./catalog/mmlu_generative.ts") },
  { names: /^mmlu(_|$)/, load: () => import("./catalog/mmlu.ts") },
  { names: /^medmcqa$/, load: () => import("./catalog/medmcqa.ts") },
  { names: /^pubmedqa$/, load: () => import("./catalog/pubmedqa.ts") },
  { names: /^medhelm(_|$)/, load: () => import("./catalog/medhelm.ts") },
  { names: /^gpqa(_|$)/, load: () => import("./catalog/gpqa.ts") },
  { names: /^humaneval(_|$)/, load: () => import("./catalog/humaneval.ts") },
  {
    names: /^livecodebench(_v|:|$)/,
    load: async (name = "") => (await import("./catalog/livecodebench.ts")).catalogFor(name),
  },
  {
    names: /^bigpatent(_|:|$)/,
    load: async (name = "") => (await import("./catalog/bigpatent.ts")).catalogFor(name),
  },
  { names: /^uspto_classification(_|$)/, load: () => import("./catalog/uspto_classification.ts") },
  {
    names: /^rag_pipeline_eval(:|$)/,
    load: async (name = "") => (await import("./catalog/rag_pipeline_eval.ts")).catalogFor(name),
  },
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
 * import { taskNames } from "./catalogs.ts";
 * import { assert } from "@std/assert";
 * assert((await taskNames()).includes("mmlu_anatomy"));
 * ```
 */
export async function taskNames(): Promise<string[]> {
  const loaded = await Promise.all(CATALOGS.map((entry) => entry.load()));
  return [...new Set([...userTaskNames(), ...loaded.flatMap(namesOf)])];
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

/**
 * Loads the catalog file that has the name.
 *
 * @throws {TaskError} `unknown_task` with the nearest name as hint.
 *
 * @example
 * ```ts
 * import { catalogOf } from "./catalogs.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await catalogOf("pubmedqa")).tasks.length, 1);
 * ```
 */
export async function catalogOf(name: string): Promise<Catalog> {
  const own = await userCatalogOf(name);
  if (own !== null) return own;
  const entry = CATALOGS.find(({ names }) => names.test(name));
  const catalog = await entry?.load(name);
  if (catalog === undefined || !namesOf(catalog).includes(name)) return await unknown(name);
  return catalog;
}
