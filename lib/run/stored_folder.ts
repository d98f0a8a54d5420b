/**
 * The folder of a run as stored answers.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { Doc } from "../dataset/doc.ts";
import type { StoredGroup, StoredRun, StoredTask } from "../result/stored_run.ts";
import { defineTask } from "../task/define_task.ts";
import { prepareTask } from "../task/prepare_task.ts";
import { expandTasks, findTask } from "../task/registry.ts";
import type { OutputType, Task } from "../task/task.ts";
import { type BenchSource, loadTaskData } from "./load_task_data.ts";
import { readPlan, type RunPlan } from "./plan.ts";
import { readLedger } from "./read_ledger.ts";
import { decodeSample, type Sample } from "./sample.ts";
import { storedTask } from "./stored_answers.ts";

/** Where the rows of a run can be had again. */
export interface StoredFolderOptions {
  /** Root of local data; default `data/benchmarks`. */
  readonly dataDir?: string;
}

type Settings = Readonly<Record<string, unknown>>;

/** The task as the plan describes it: its literal where it is known, the filters that were used. */
async function taskOf(name: string, settings: Settings): Promise<Task> {
  const filters = Array.isArray(settings.filters) ? { filters: settings.filters } : {};
  try {
    return Object.freeze({ ...await findTask(name), ...filters });
  } catch (error) {
    if (!isBenchError(error)) throw error;
    const metrics = Array.isArray(settings.metrics) ? { metrics: settings.metrics.map(String) } : {};
    return defineTask({
      name,
      outputType: (settings.output_type ?? "generate_until") as OutputType,
      prompt: () => "",
      target: () => "",
      choices: ["a", "b"],
      ...filters,
      ...metrics,
    });
  }
}

/** Rows are looked up where no network is needed; without them their columns are missing. */
async function docsOf(task: Task, source: unknown, dataDir: string): Promise<readonly Doc[]> {
  if (source !== "sample" && source !== "local" && task.data?.own !== true) return [];
  try {
    const openHub = (): Promise<never> => Promise.reject(new Error("offline"));
    const data = await loadTaskData(task, { source: source as BenchSource, dataDir, openHub, numFewshot: 0 });
    return data === null ? [] : prepareTask(task, data.splits).evalDocs;
  } catch {
    return [];
  }
}

async function samplesOf(folder: string, group: RunPlan["groups"][number]): Promise<Sample[]> {
  const { start, units } = group;
  const records = readLedger(joinPath(folder, "ledger.jsonl"), { from: start, to: start + units });
  return await Array.fromAsync(records, decodeSample);
}

/**
 * Reads the answers of a run from its folder, such as `artifacts/runs/RUN_ID`.
 * Columns of the rows are there for the built-in samples and for local data.
 *
 * @throws {ResultError} what plan and ledger throw
 *
 * @example
 * ```ts
 * import { storedFolder } from "./stored_folder.ts";
 * import { runBenchmark } from "./run_benchmark.ts";
 * import { assertEquals } from "@std/assert";
 * const out = await Deno.makeTempDir();
 * const { folder } = await runBenchmark({ tasks: ["pubmedqa"], out });
 * assertEquals((await storedFolder(folder)).tasks.map(({ name }) => name), ["pubmedqa"]);
 * await Deno.remove(out, { recursive: true });
 * ```
 */
export async function storedFolder(folder: string, options: StoredFolderOptions = {}): Promise<StoredRun> {
  const plan = await readPlan(folder);
  const all = (plan.settings.tasks ?? {}) as Readonly<Record<string, Settings>>;
  const tasks: StoredTask[] = [];
  for (const group of plan.groups) {
    const settings = all[group.group] ?? {};
    const task = await taskOf(group.group, settings);
    const docs = await docsOf(task, plan.settings.source, options.dataDir ?? "data/benchmarks");
    const numFewshot = typeof settings.num_fewshot === "number" ? settings.num_fewshot : 0;
    const samples = await samplesOf(folder, group);
    tasks.push(
      storedTask({ task, docs, numFewshot, totalDocs: docs.length === 0 ? null : docs.length }, samples),
    );
  }
  const { model } = plan.settings;
  return {
    from: "benchbook",
    model: typeof model === "string" ? model : "",
    createdUtc: plan.createdUtc,
    tasks,
    groups: await groupsOf(plan.settings.groups),
  };
}

/** The groups a run was asked for with, as they are defined now; one that is not known any more is left out. */
async function groupsOf(planned: unknown): Promise<StoredGroup[]> {
  const found: StoredGroup[] = [];
  for (const [group, leaves] of Object.entries((planned ?? {}) as Readonly<Record<string, string[]>>)) {
    try {
      const { groups } = await expandTasks([group]);
      const alias = groups.find((one) => one.group === group)?.alias ?? group;
      found.push({ group, alias, members: leaves, metrics: [], defined: groups });
    } catch (error) {
      if (!isBenchError(error)) throw error;
    }
  }
  return found;
}
