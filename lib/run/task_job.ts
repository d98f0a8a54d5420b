/**
 * Tasks with their rows become units.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { openHash, sha256 } from "../core/hash.ts";
import type { TaskResult } from "../result/task_result.ts";
import type { PreparedTask } from "../task/prepare_task.ts";
import type { GenerationOptions } from "../task/task.ts";
import type { PlanGroup } from "./plan.ts";
import { sampleUnit, type SampleUnitOptions } from "./sample_unit.ts";
import type { Unit } from "./unit.ts";

/** One leaf task that is ready to run. */
export interface TaskJob {
  /** The task on its rows. */
  readonly prepared: PreparedTask;
  /** Where the rows came from; hash and count are those of the evaluated rows. */
  readonly dataset: TaskResult["dataset"];
  /** Repetitions of each doc; 1 or more. */
  readonly epochs: number;
  /** Laid over the task's own decoding parameters. */
  readonly generation?: GenerationOptions;
  /** How multiple choice is answered; null for plain generation. */
  readonly choiceProtocol: string | null;
  /** Asks by a choice protocol instead of by log-likelihood. */
  readonly ask?: SampleUnitOptions["ask"];
  /** What a judge adds to each sample. */
  readonly judge?: SampleUnitOptions["judge"];
  /** The judge's part, its model and rubrics, see `judgeStamp`. */
  readonly judgedBy?: string;
  /** Runs the code of each sample. */
  readonly grade?: SampleUnitOptions["grade"];
  /** How code is graded; absent while it is not. */
  readonly codeMode?: "canonical" | "lenient" | "strict";
  /** Whether a gate may fail on the task. */
  readonly blocking: boolean;
}

/**
 * Gives the facts about the rows a task is evaluated on.
 *
 * @example
 * ```ts
 * import { datasetFacts } from "./task_job.ts";
 * import { assert } from "@std/assert";
 * const facts = datasetFacts({ name: "array", revision: null }, [{ id: "1", index: 0, fields: { a: 1 } }]);
 * assert(facts.rows === 1 && facts.sha256?.length === 64);
 * ```
 */
export function datasetFacts(
  source: { readonly name: string; readonly revision: string | null },
  docs: PreparedTask["evalDocs"],
): TaskResult["dataset"] {
  const hash = openHash("sha256");
  let batch = "";
  for (const doc of docs) {
    batch += `${canonicalJson(doc.fields, { wide: true })}\n`;
    if (batch.length < 65_536) continue;
    hash.update(batch);
    batch = "";
  }
  hash.update(batch);
  return { name: source.name, revision: source.revision, sha256: hash.digest("hex"), rows: docs.length };
}

/** Ids of the units of a job, in order. */
function jobIds({ prepared, epochs }: TaskJob): string[] {
  const ids: string[] = [];
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const doc of prepared.evalDocs) {
      ids.push(`${prepared.task.name}/${doc.id}${epoch > 0 ? `/e${epoch}` : ""}`);
    }
  }
  return ids;
}

/**
 * Gives ids and ranges of all units of some jobs, in plan order.
 *
 * @example
 * ```ts
 * import { planJobs } from "./task_job.ts";
 * import { assert } from "@std/assert";
 * assert(planJobs([]).ids.length === 0);
 * ```
 */
export function planJobs(jobs: readonly TaskJob[]): { ids: string[]; groups: PlanGroup[] } {
  const ids: string[] = [];
  const groups: PlanGroup[] = [];
  for (const job of jobs) {
    const own = jobIds(job);
    groups.push({ group: job.prepared.task.name, start: ids.length, units: own.length });
    for (const id of own) ids.push(id);
  }
  return { ids, groups };
}

/**
 * Yields the units of some jobs in plan order. Requests are built when a unit
 * runs, so the plan costs no memory.
 *
 * @example
 * ```ts
 * import { jobUnits } from "./task_job.ts";
 * import { floorModel } from "../model/floor_model.ts";
 * import { assert } from "@std/assert";
 * assert([...jobUnits([], floorModel())].length === 0);
 * ```
 */
export function* jobUnits(jobs: readonly TaskJob[], model: SampleUnitOptions["model"]): Generator<Unit> {
  for (const job of jobs) {
    const { prepared, generation, ask, judge, grade } = job;
    const { task, numFewshot } = prepared;
    // Shots that are the same for all docs make a prefix a server can keep.
    const shared = numFewshot > 0 &&
      (task.fewshot.sampler === "first_n" || task.fewshot.samples !== undefined);
    for (let epoch = 0; epoch < job.epochs; epoch++) {
      for (const stub of prepared.stubs()) {
        yield sampleUnit(task, stub, {
          model,
          epoch,
          choiceProtocol: job.choiceProtocol,
          ...(generation === undefined ? {} : { generation }),
          ...(ask === undefined ? {} : { ask }),
          ...(judge === undefined ? {} : { judge }),
          ...(grade === undefined ? {} : { grade }),
          ...(shared ? { prefixes: [task.name] } : {}),
        });
      }
    }
  }
}

/** Docs whose prompts are hashed into the plan. */
const PROBES = 64;

/**
 * Describes a job for the settings of a plan: whatever changes a prompt, an
 * answer or a score. Prompts are probed on evenly spaced docs, since building
 * all of them twice would cost as much as the rest of the pipeline.
 *
 * @example
 * ```ts
 * import { jobSettings } from "./task_job.ts";
 * import { prepareTask } from "../task/prepare_task.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const prepared = prepareTask(task, { test: [{ q: "1+1", a: "2" }] });
 * const dataset = { name: "array", revision: null, sha256: null, rows: 1 };
 * const settings = jobSettings({ prepared, dataset, epochs: 1, choiceProtocol: null, blocking: true });
 * assert(settings.rows === 1);
 * ```
 */
export function jobSettings(job: TaskJob): Record<string, unknown> {
  const { prepared, dataset } = job;
  const { task } = prepared;
  const step = Math.max(1, Math.floor(prepared.evalDocs.length / PROBES));
  const probes: string[] = [];
  for (const stub of prepared.stubs()) {
    if (stub.docIndex % step !== 0) continue;
    try {
      const { hashes } = stub.build();
      probes.push(hashes.prompt + hashes.target);
    } catch {
      probes.push("unbuildable"); // the unit itself will say why
    }
  }
  const names = task.metrics.map((one) => "metric" in one ? one.metric : one.name);
  return {
    "version": task.version,
    "output_type": task.outputType,
    "dataset": dataset.name,
    "dataset_revision": dataset.revision,
    "dataset_sha256": dataset.sha256,
    "rows": dataset.rows,
    "epochs": job.epochs,
    "num_fewshot": prepared.numFewshot,
    "fewshot_seed": prepared.fewshotSeed,
    "prompt_hash": sha256(probes.join("\n")),
    "generation": { ...task.generation, ...job.generation },
    "choice_protocol": job.choiceProtocol,
    "filters": task.filters,
    "metrics": names,
    ...(job.judgedBy === undefined ? {} : { "judge": job.judgedBy }),
    ...(job.codeMode === undefined ? {} : { "code_mode": job.codeMode }),
  };
}
