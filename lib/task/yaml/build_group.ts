/**
 * The tasks behind a task, tag or group of task files.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import type { Catalog } from "../catalogs.ts";
import type { IndexEntry } from "../index_folder.ts";
import type { Task, TaskGroup } from "../task.ts";
import { buildYamlTask } from "./build_task.ts";
import { GROUP_KEYS } from "./config_keys.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";
import type { ConfigReader } from "./read_config.ts";
import { resolveFunctions } from "./resolve_functions.ts";

/** Where names are looked up and files are read. */
export interface GroupContext {
  /** The entry of a name. */
  readonly find: (name: string) => IndexEntry | undefined;
  /** The reader of the index. */
  readonly reader: ConfigReader;
}

interface Out {
  readonly tasks: Task[];
  readonly groups: TaskGroup[];
  readonly tags: Record<string, readonly string[]>;
  readonly unavailable: Record<string, { readonly code: string; readonly message: string }>;
}

function refuse(group: string, wanted: string, found: unknown): never {
  throw new TaskError(`Cannot load group "${group}": wanted ${wanted}, found "${JSON.stringify(found)}"`, {
    code: "bad_group",
    details: { group },
  });
}

function aggregateOf(config: TaskConfig, group: string): TaskGroup["aggregate"] {
  const given = config["aggregate_metric_list"] ?? [];
  const list = Array.isArray(given) ? given : [given];
  return list.map((one) => {
    const { metric, aggregation = "mean", weight_by_size = true, filter_list } = one as Record<
      string,
      unknown
    >;
    if (typeof metric !== "string") refuse(group, "a metric in every entry of aggregate_metric_list", one);
    if (aggregation !== "mean") refuse(group, "aggregation mean", aggregation);
    const filters = filter_list === undefined || filter_list === null ? undefined : [filter_list].flat();
    return {
      metric,
      weightBySize: weight_by_size !== false,
      ...(filters === undefined ? {} : { filters: filters.map(String) }),
    };
  });
}

/** Builds an entry with overrides; gives the names to list as members. */
async function build(
  entry: IndexEntry,
  overrides: TaskConfig,
  to: { out: Out; context: GroupContext },
): Promise<string[]> {
  const { out, context } = to;
  if (entry.kind === "python") {
    out.unavailable[entry.name] = { code: "python_task", message: "a task written as a Python class" };
    return [entry.name];
  }
  if (entry.kind === "tag") {
    const members: string[] = [];
    for (const name of entry.members) {
      const task = context.find(name);
      if (task !== undefined) members.push(...await build(task, overrides, to));
    }
    out.tags[entry.name] = members;
    return members;
  }
  if (entry.kind === "group") {
    return [await buildGroup(entry.name, entry.config, { overrides, path: entry.path ?? "", ...to })];
  }
  const task = await taskOf(
    { ...entry.config, ...overrides, task: overrides["task"] ?? entry.name },
    entry.path ?? "",
    context,
  );
  out.tasks.push(task);
  return [task.name];
}

async function taskOf(config: TaskConfig, path: string, context: GroupContext): Promise<Task> {
  const { tag: _tag, group: _group, task_list: _list, ...own } = config;
  return buildYamlTask(await resolveFunctions(own, { path, reader: context.reader }), path);
}

interface GroupPlace {
  readonly overrides: TaskConfig;
  readonly path: string;
  readonly out: Out;
  readonly context: GroupContext;
}

async function buildGroup(name: string, config: TaskConfig, place: GroupPlace): Promise<string> {
  const { out } = place;
  const { metadata, group_alias: alias } = config;
  const own = Object.fromEntries(
    Object.entries(config).filter(([key]) => !GROUP_KEYS.includes(key) && key !== "tag"),
  );
  const overrides = { ...own, ...place.overrides };
  const members: string[] = [];
  const at = out.groups.length;
  const version = (metadata as Record<string, unknown> | null | undefined)?.["version"];
  out.groups.push({ group: name, members, aggregate: [] });
  const given = config["task"];
  const list = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  for (const item of list) members.push(...await buildMember(item, name, { ...place, overrides }));
  out.groups[at] = {
    group: name,
    members,
    aggregate: aggregateOf(config, name),
    ...(typeof alias === "string" ? { alias } : {}),
    ...(typeof version === "string" || typeof version === "number" ? { version } : {}),
  };
  return name;
}

async function buildMember(item: unknown, group: string, place: GroupPlace): Promise<string[]> {
  const { overrides, context, path } = place;
  const inline = typeof item === "object" && item !== null && !Array.isArray(item)
    ? item as TaskConfig
    : null;
  if (inline === null && typeof item !== "string") return refuse(group, "names or tables under task", item);
  const ownGroup = inline?.["group"];
  if (inline !== null && ownGroup !== undefined) {
    const known = context.find(String(ownGroup));
    if (known === undefined) return [await buildGroup(`${group}::${ownGroup}`, inline, place)];
    const { group: _name, ...rest } = inline;
    return await build(known, { ...overrides, ...rest }, place);
  }
  const name = inline === null ? item : inline["task"];
  if (typeof name !== "string") return refuse(group, "a task or group in every table", item);
  const { task: _task, ...rest } = inline ?? {};
  const known = context.find(name);
  if (known !== undefined) return await build(known, { ...overrides, ...rest }, place);
  if (inline === null && Object.keys(overrides).length === 0) {
    throw new TaskError(`Cannot load group "${group}": wanted known tasks, found "${name}"`, {
      code: "unknown_task",
      details: { group, task: name, path },
    });
  }
  const task = await taskOf({ ...overrides, ...rest, task: `${group}::${name}` }, path, context);
  place.out.tasks.push(task);
  return [task.name];
}

/**
 * Builds what a name stands for: its tasks in lm-eval's order of evaluation,
 * its groups (outer before inner), its tag. Keys of a group that are none of a
 * group override those of its members; inline tasks and subgroups are called
 * `<group>::<name>`.
 *
 * @throws {TaskError} What `loadTaskYaml` throws; `bad_group`, `unknown_task`.
 */
export async function catalogFor(name: string, context: GroupContext): Promise<Catalog | null> {
  const entry = context.find(name);
  if (entry === undefined) return null;
  const out: Out = { tasks: [], groups: [], tags: {}, unavailable: {} };
  await build(entry, {}, { out, context });
  return out;
}
