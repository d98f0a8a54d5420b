/** @module */
import { type BenchError, isBenchError } from "../core/errors.ts";
import { hintOf } from "../core/hint_of.ts";
import type { Model } from "../model/model.ts";
import { blankResult } from "../result/blank_result.ts";
import type { TaskResult } from "../result/task_result.ts";
import { inChatForm } from "../task/chat_form.ts";
import { requireGold } from "../task/check_docs.ts";
import { buildTaskList, defaultShots, isBlocking } from "../task/niche.ts";
import { prepareTask } from "../task/prepare_task.ts";
import { type ExpandedTasks, expandTasks } from "../task/registry.ts";
import type { Task, TaskGroup } from "../task/task.ts";
import { userTaskNames } from "../task/user_tasks.ts";
import type { BenchmarkOptions, TaskOverrides } from "./bench_options.ts";
import { checkScoring } from "./check_scoring.ts";
import { chooseShape } from "./choose_shape.ts";
import { type LoadedData, type LoadOptions, loadTaskData } from "./load_task_data.ts";
import { judgeStamp, sampleJudge, withJudgedMetrics } from "./sample_judge.ts";
import { settleChoices } from "./settle_choices.ts";
import { datasetFacts, type TaskJob } from "./task_job.ts";
import { wrapPrompts } from "./wrap_prompts.ts";

/** One benchmark of a run: a task, a group, or the reason why it cannot run. */
export interface PlannedBenchmark {
  /** Name as asked for. */
  readonly name: string;
  /** The group of that name, when it is one. */
  readonly group: TaskGroup | null;
  /** Jobs of its leaves; empty when it cannot run. */
  readonly jobs: readonly TaskJob[];
  /** Leaves that were left out, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly code: string; readonly message: string }[];
  /** Result when it cannot run, else null. */
  readonly blank: TaskResult | null;
  /** Leaves whose rows are not known to be the full pinned split. */
  readonly unpinned: readonly string[];
}

/** What a run will do. */
export interface BenchPlan {
  /** Niche, or `custom`. */
  readonly niche: string;
  /** Benchmarks in order. */
  readonly benchmarks: readonly PlannedBenchmark[];
  /** All groups met. */
  readonly groups: readonly TaskGroup[];
}

/** What {@linkcode planBenchmark} needs beside the options. */
export interface PlanSetting {
  /** The model. */
  readonly model: Model;
  /** Where rows come from. */
  readonly load: Omit<LoadOptions, "numFewshot">;
}

/**
 * Finds the tasks of a run, loads their rows and prepares them, before the
 * first request. Rows that cannot be had, and metrics that are not there, make
 * their benchmark an `error` that names them; the MedHELM scenarios missing from a local folder are
 * skipped.
 *
 * @throws {TaskError} `unknown_niche`, `unknown_task`, `duplicate_task`
 * @throws {UsageError} `no_choice_protocol`
 *
 * @example
 * ```ts
 * import { planBenchmark } from "./bench_plan.ts";
 * import { floorModel } from "../model/floor_model.ts";
 * import { assert } from "@std/assert";
 * const openHub = () => Promise.reject(new Error("offline"));
 * const load = { source: "sample" as const, dataDir: "", openHub };
 * const plan = await planBenchmark({ tasks: ["pubmedqa"] }, { model: floorModel(), load });
 * assert(plan.niche === "custom" && plan.benchmarks[0]?.jobs.length === 1);
 * ```
 */
export async function planBenchmark(options: BenchmarkOptions, setting: PlanSetting): Promise<BenchPlan> {
  const niche = options.niche ?? "custom";
  const listed = options.niche === undefined
    ? []
    : buildTaskList(options.niche, options.mode ?? "diagnostic");
  const names = options.tasks ?? listed;
  const expanded = await expandTasks(names, { judged: options.judge !== undefined });
  const choices = await settleChoices(expanded.tasks, setting.model, options);
  const asked: Asked = { expanded, options: { ...options, choices }, setting };
  const benchmarks: PlannedBenchmark[] = [];
  for (const name of names) {
    for (const benchmark of await planOne(name, asked)) benchmarks.push(benchmark);
  }
  return { niche, benchmarks, groups: expanded.groups };
}

interface Asked {
  readonly expanded: ExpandedTasks;
  readonly options: BenchmarkOptions;
  readonly setting: PlanSetting;
}

async function planOne(name: string, asked: Asked): Promise<PlannedBenchmark[]> {
  const { expanded, options, setting } = asked;
  const group = expanded.groups.find((one) => one.group === name) ?? null;
  const leaves = expanded.leaves[name] ?? [];
  // A tag has no score of its own: its tasks are reported one by one.
  if (group === null && leaves.length > 1) {
    return (await Promise.all(leaves.map((leaf) => planOne(leaf, withLeaf(asked, leaf))))).flat();
  }
  const blocking = options.niche === undefined ? !/^mmlu(_|$)/.test(name) : isBlocking(options.niche, name);
  const skipped = expanded.skipped.filter((one) => one.name === name || one.name.startsWith(`${name}_`));
  const base = { name, group, skipped, unpinned: [] as string[], jobs: [] as TaskJob[] };
  const blank = (status: "skipped" | "error", reason: string, message: string): PlannedBenchmark => ({
    ...base,
    jobs: [],
    blank: blankResult(name, { status, reason, message, blocking, numFewshot: defaultShots(name) }),
  });
  const own = skipped.find((one) => one.name === name);
  if (own !== undefined) return [blank("skipped", own.code, own.message)];
  const absent: { name: string; code: string; message: string }[] = [];
  for (const leaf of leaves) {
    const task = expanded.tasks.find((one) => one.name === leaf) as Task;
    try {
      const planned = await planLeaf(task, { ...asked, benchmark: name, blocking });
      if (planned === null) {
        // Of MMLU the samples are a few subjects by intent; a scenario that is missing is said.
        if (leaf.startsWith("medhelm_")) {
          absent.push({ name: leaf, code: "no_samples", message: "there are no built-in samples of them" });
        }
        continue;
      }
      base.jobs.push(planned.job);
      if (!planned.data.pinned) base.unpinned.push(leaf);
    } catch (error) {
      if (!isBenchError(error) || error.name === "UsageError") throw error;
      if (error.code !== "local_missing" || !leaf.startsWith("medhelm_")) {
        return [blank("error", error.code, await advised(error))];
      }
      absent.push({ name: leaf, code: error.code, message: error.message });
    }
  }
  if (base.jobs.length > 0) return [{ ...base, skipped: [...skipped, ...absent], blank: null }];
  const first = absent.find(({ code }) => code !== "no_samples");
  if (first !== undefined) return [blank("skipped", "data_missing", first.message)];
  const message = `There are no built-in samples of "${name}" (put rows into ` +
    `${setting.load.dataDir || "data/benchmarks"}/${name}/test.jsonl and take --source local)`;
  return [blank("error", "no_samples", message)];
}

/** What happened, and in brackets what to do about it. */
async function advised(error: BenchError): Promise<string> {
  const hint = await hintOf(error);
  return hint === null ? error.message : `${error.message} (${hint})`;
}

function withLeaf(asked: Asked, leaf: string): Asked {
  return { ...asked, expanded: { ...asked.expanded, leaves: { ...asked.expanded.leaves, [leaf]: [leaf] } } };
}

/** Settings of a benchmark: the general ones, its own over them. */
function settingsOf(options: BenchmarkOptions, benchmark: string): TaskOverrides {
  return { ...options, ...options.overrides?.[benchmark] };
}

/** Shots nobody asked to change: the task's own, else those of the niches; a user's task has none. */
function ownShots(task: Task, options: BenchmarkOptions): number {
  const users = options.niche === undefined && userTaskNames().includes(task.name);
  return task.fewshot.count ?? (users ? 0 : defaultShots(task.name));
}

async function planLeaf(
  named: Task,
  asked: Asked & { readonly benchmark: string; readonly blocking: boolean },
): Promise<{ job: TaskJob; data: LoadedData } | null> {
  const { options, setting, benchmark, blocking } = asked;
  const settings = settingsOf(options, benchmark);
  const { numFewshot = ownShots(named, options), limit, epochs = 1, system, generation } = settings;
  const task = options.judge === undefined ? named : withJudgedMetrics(named);
  const judge = sampleJudge(task, options.judge);
  checkScoring(task);
  const shape = chooseShape(task, setting.model, options);
  const data = await loadTaskData(task, { ...setting.load, numFewshot });
  if (data === null) return null;
  const plain = prepareTask(shape.chat === false ? task : inChatForm(task), data.splits, {
    chat: shape.chat,
    numFewshot,
    fewshotSeed: options.seed ?? 1234,
    limit,
    system,
  });
  requireGold(plain);
  const template = options.specialist?.promptTemplate ?? null;
  const prepared = template === null ? plain : wrapPrompts(plain, template);
  const job: TaskJob = {
    prepared,
    dataset: datasetFacts(data.info, prepared.evalDocs),
    epochs,
    blocking,
    choiceProtocol: shape.choiceProtocol,
    ...(shape.ask === undefined ? {} : { ask: shape.ask }),
    ...(generation === undefined ? {} : { generation }),
    ...(judge === undefined || options.judge === undefined
      ? {}
      : { judge, judgedBy: judgeStamp(task, options.judge.info) }),
  };
  return { job, data };
}
