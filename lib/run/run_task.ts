/** @module */
import { checkOptions } from "../core/check_options.ts";
import type { Dataset, Doc, Fields } from "../dataset/doc.ts";
import type { Model } from "../model/model.ts";
import type { TaskResult } from "../result/task_result.ts";
import { inChatForm } from "../task/chat_form.ts";
import { prepareTask, type Splits } from "../task/prepare_task.ts";
import type { GenerationOptions, Task } from "../task/task.ts";
import { chooseShape, type ShapeOptions } from "./choose_shape.ts";
import { type CodeOptions, openCodeSandbox } from "./open_code_sandbox.ts";
import { RUN_TASK_OPTIONS } from "./option_names.ts";
import { type EngineOptions, runJobs, type SampleQuery } from "./run_jobs.ts";
import type { RunUnitsSummary } from "./run_units.ts";
import type { Sample } from "./sample.ts";
import { jobsAnswers, keepAnswers } from "./stored_answers.ts";
import { settleChoices } from "./settle_choices.ts";
import { showSampleList, showTask } from "./show_run.ts";
import { datasetFacts, jobSettings, type TaskJob } from "./task_job.ts";
import { BENCHBOOK_VERSION } from "./version.ts";

/** Options of {@linkcode runTask}. */
export interface RunTaskOptions extends Omit<EngineOptions, "concurrency">, ShapeOptions, CodeOptions {
  /** Rows that are evaluated, and shots are drawn from when there is no other split. */
  readonly docs?: Dataset | AsyncIterable<Doc | Fields> | Iterable<Doc | Fields>;
  /** Rows per split, instead of `docs` or beside it. */
  readonly splits?: Splits;
  /** The model with all its wrappers. */
  readonly model: Model;
  /** Requests in flight at most; default 16. */
  readonly concurrency?: number;
  /** First docs only. */
  readonly limit?: number;
  /** Shots per prompt; the task's own number by default. */
  readonly numFewshot?: number;
  /** Seed of the shots; default 1234. */
  readonly seed?: number;
  /** How often each doc is asked; default 1. */
  readonly epochs?: number;
  /** System message. */
  readonly system?: string;
  /** Laid over the task's own decoding parameters. */
  readonly generation?: GenerationOptions;
  /** Folder of runs to keep this one in; without it nothing is written. */
  readonly runsDir?: string;
  /** `latest` or a run id of `runsDir`. */
  readonly resume?: string;
}

/** A finished run of one task. Its data is JSON-safe; `samples` reads. */
export interface TaskRun {
  /** The result. */
  readonly result: TaskResult;
  /** Id of the run; null without files. */
  readonly runId: string | null;
  /** The run's folder; null without files. */
  readonly folder: string | null;
  /** What the engine did. */
  readonly summary: RunUnitsSummary;
  /** Reads samples, in the order of the docs. */
  readonly samples: (query?: SampleQuery) => Promise<Sample[]>;
}

/**
 * Runs one task on one model.
 *
 * @throws {TypeError} for an unknown option
 * @throws {TaskError} when the task does not fit its rows; see `prepareTask`
 * @throws {UsageError} `no_choice_protocol`; see `chooseShape`
 * @throws {ResultError} what ledger, plan and lock throw, when `runsDir` is given
 *
 * @example
 * ```ts
 * import { runTask } from "./run_task.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "sums", prompt: (doc) => `${doc.q}=`, target: (doc) => doc.a });
 * const docs = [{ q: "1+1", a: "2" }, { q: "2+2", a: "4" }];
 * const run = await runTask(task, { docs, model: scriptedModel(() => "2") });
 * assert(run.result.score === 0.5);
 * ```
 */
export async function runTask(task: Task, options: RunTaskOptions): Promise<TaskRun> {
  await checkOptions(options, RUN_TASK_OPTIONS, "runTask");
  const { docs, model, concurrency = 16, epochs = 1, seed = 1234, runsDir } = options;
  const splits: Record<string, Splits[string]> = { ...options.splits };
  const evalSplit = task.testSplit ?? task.validationSplit ?? "test";
  if (docs !== undefined) splits[evalSplit] = await Array.fromAsync(docs as AsyncIterable<Doc | Fields>);
  const choices = await settleChoices([task], model, options);
  const shape = chooseShape(task, model, { ...options, choices });
  const asked = shape.chat === false ? task : inChatForm(task);
  const prepared = prepareTask(asked, splits, {
    chat: shape.chat,
    fewshotSeed: seed,
    system: options.system,
    limit: options.limit,
    numFewshot: options.numFewshot,
  });
  const info = (docs as Partial<Dataset> | undefined)?.info ?? { name: task.name, revision: null };
  const job: TaskJob = {
    prepared,
    dataset: datasetFacts(info, prepared.evalDocs),
    epochs,
    choiceProtocol: shape.choiceProtocol,
    blocking: true,
    ...(shape.ask === undefined ? {} : { ask: shape.ask }),
    ...(options.generation === undefined ? {} : { generation: options.generation }),
  };
  await using code = await openCodeSandbox([job], options);
  const [ready = job] = code.jobs;
  const run = await runJobs([ready], {
    model,
    engine: { ...options, concurrency },
    ...(runsDir === undefined ? {} : {
      place: {
        runsDir,
        ...(options.resume === undefined ? {} : { resume: options.resume }),
        settings: {
          "tool": BENCHBOOK_VERSION,
          "model": model.info.id,
          "base_url": model.info.baseUrl,
          "system": options.system ?? null,
          "tasks": { [task.name]: jobSettings(ready) },
        },
      },
    }),
  });
  const result = run.tallies.get(task.name)?.result as TaskResult;
  const { runId, folder, summary } = run;
  const shown = showTask<TaskRun>({
    result,
    runId,
    folder,
    summary,
    samples: async (query?: SampleQuery) => showSampleList(await run.samples(task.name, query)),
  });
  return keepAnswers(shown, () => jobsAnswers([ready], run, model));
}
