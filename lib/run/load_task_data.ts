/** @module */
import { DataError } from "../core/errors.ts";
import type { Dataset, Doc, Fields } from "../dataset/doc.ts";
import { fromLocal } from "../dataset/from_local.ts";
import { contentHash } from "../dataset/content_hash.ts";
import { fromCorpus } from "../dataset/from_corpus.ts";
import { joinPath } from "../core/path.ts";
import { fromArray } from "../dataset/from_array.ts";
import { toArray } from "../dataset/to_array.ts";
import { loadSamples } from "../task/load_samples.ts";
import type { Splits } from "../task/prepare_task.ts";
import { ownRows } from "./own_rows.ts";
import type { Task } from "../task/task.ts";

/** Where rows come from; `api` reads as `huggingface`. */
export type BenchSource = "huggingface" | "local" | "sample" | "api";

/** Opens one split of a task at a source; a test may give its own. */
export type OpenSplit = (task: Task, split: string) => Promise<Dataset>;

/** Options of {@linkcode loadTaskData}. */
export interface LoadOptions {
  /** Where rows come from. */
  readonly source: BenchSource;
  /** Root of local data. */
  readonly dataDir: string;
  /** Opens splits from the hub. */
  readonly openHub: OpenSplit;
  /** Shots asked for; without shots their split is not read. */
  readonly numFewshot: number;
}

/** Rows of a task with where they came from. */
export interface LoadedData {
  /** Rows by split. */
  readonly splits: Splits;
  /** Name and revision of the evaluated split. */
  readonly info: { readonly name: string; readonly revision: string | null };
  /** Whether the evaluated split is the one the task pins: revision or content hash, and row count. */
  readonly pinned: boolean;
}

/**
 * Names the splits a task needs: the evaluated one, and with shots their pool.
 *
 * @example
 * ```ts
 * import { neededSplits } from "./load_task_data.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({
 *   name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a, testSplit: "test", trainingSplit: "train",
 * });
 * assert(neededSplits(task, 0).join() === "test" && neededSplits(task, 2).join() === "test,train");
 * ```
 */
export function neededSplits(task: Task, numFewshot: number): string[] {
  const evaluated = task.testSplit ?? task.validationSplit ?? "test";
  const shots = task.fewshot.count === 0 ? 0 : numFewshot || (task.fewshot.count ?? 0);
  const fixed = task.fewshot.split ?? task.fewshotSplit;
  const pool = shots === 0 || (fixed === undefined && task.fewshot.samples !== undefined)
    ? undefined
    : fixed ?? task.trainingSplit ?? task.validationSplit;
  const names = pool === undefined || pool === evaluated ? [evaluated] : [evaluated, pool];
  return [...names, ...task.resources ?? []];
}

/**
 * Loads the rows of a task. Built-in samples give null when the task has none
 * (not every MMLU subject has); every other source that lacks a file throws.
 *
 * @throws {DataError} `local_missing` with the path, what reading and the hub throw, `empty_split`
 *
 * @example
 * ```ts
 * import { loadTaskData } from "./load_task_data.ts";
 * import { findTask } from "../task/registry.ts";
 * import { assert } from "@std/assert";
 * const task = await findTask("pubmedqa");
 * const openHub = () => Promise.reject(new Error("offline"));
 * const data = await loadTaskData(task, { source: "sample", dataDir: "", openHub, numFewshot: 0 });
 * assert((data?.splits.test?.length ?? 0) >= 20);
 * ```
 */
export async function loadTaskData(task: Task, options: LoadOptions): Promise<LoadedData | null> {
  const { source, dataDir, openHub, numFewshot } = options;
  const names = neededSplits(task, numFewshot);
  const evaluated = names[0] as string;
  const splits: Record<string, readonly (Doc | Fields)[]> = {};
  const own = await ownRows(task, names);
  if (own !== null) return { splits: own, info: { name: task.name, revision: null }, pinned: false };
  if (source === "sample") {
    const samples = await loadSamples(task.name);
    if (samples === null) return null;
    for (const name of names) splits[name] = await toArray(fromArray(samples[name] ?? []));
    return {
      splits: await joined(task, splits),
      info: { name: `sample:${task.name}`, revision: null },
      pinned: false,
    };
  }
  const open = source === "local" || task.data?.own === true
    ? (name: string): Promise<Dataset> => openLocal(task, name, dataDir)
    : (name: string): Promise<Dataset> => openHub(task, name);
  let info: LoadedData["info"] = { name: task.name, revision: null };
  let pinned = false;
  for (const name of names) {
    const dataset = await open(name);
    const docs = await toArray(dataset);
    splits[name] = docs;
    if (docs.length === 0) {
      throw new DataError(
        `Cannot run task "${task.name}": wanted rows in "${dataset.info.name}", found none`,
        {
          code: "empty_split",
          hint: "An empty split has no score; check the file",
          details: { task: task.name, split: name },
        },
      );
    }
    if (name !== evaluated) continue;
    info = { name: dataset.info.name, revision: dataset.info.revision };
    pinned = await isPinned(task, name, { docs, revision: dataset.info.revision });
  }
  return { splits: await joined(task, splits), info, pinned };
}

/** A resource may be a folder of texts; its columns are its own. */
async function openLocal(task: Task, split: string, root: string): Promise<Dataset> {
  const folder = task.data?.local ?? task.name;
  const isResource = task.resources?.includes(split) === true;
  const path = joinPath(root, folder, split);
  if (isResource && await isDirectory(path)) return fromArray(await fromCorpus(path) as unknown as Fields[]);
  const columns = isResource ? undefined : task.data?.columns;
  return fromLocal({ root, task: folder, split }, columns ? { columns } : {});
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

/** Joins resources to the rows; ids of rows stay. */
async function joined(task: Task, splits: Splits): Promise<Splits> {
  if (task.joinResources === undefined) return splits;
  const plain: Record<string, readonly Fields[]> = {};
  for (const [split, rows] of Object.entries(splits)) {
    plain[split] = (rows as readonly Doc[]).map((doc) => doc.fields);
  }
  const fields = await task.joinResources(plain);
  return Object.fromEntries(
    Object.entries(fields).map(([split, rows]) => [
      split,
      rows.map((row, at) => ({ ...(splits[split]?.[at] as Doc), fields: row })),
    ]),
  );
}

async function isPinned(
  task: Task,
  split: string,
  found: { docs: readonly Doc[]; revision: string | null },
): Promise<boolean> {
  const { rows, sha256, revision } = task.data ?? {};
  if (rows?.[split] !== undefined && rows[split] !== found.docs.length) return false;
  const hash = sha256?.[split];
  if (hash !== undefined) return hash === await contentHash(fromArray(found.docs.map((doc) => doc.fields)));
  return typeof revision === "string" && revision === found.revision;
}
