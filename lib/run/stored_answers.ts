/**
 * Our own runs as stored answers.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import type { Doc, Fields } from "../dataset/doc.ts";
import { isPassed } from "../metric/code_verdict.ts";
import type { StoredRun, StoredSample, StoredTask } from "../result/stored_run.ts";
import type { PreparedTask } from "../task/prepare_task.ts";
import type { Task } from "../task/task.ts";
import type { Sample } from "./sample.ts";

/** What is known of a task beside its samples. */
export interface AnsweredTask {
  /** The task as it was asked. */
  readonly task: Task;
  /** Evaluated rows; empty when they cannot be had, then metrics that look at columns fail. */
  readonly docs: readonly Doc[];
  /** Shots per prompt. */
  readonly numFewshot: number;
  /** Docs before limit; null when unknown. */
  readonly totalDocs: number | null;
}

/** Stands for a row that cannot be had: a score that looks at its columns is an error, not a wrong number. */
function withoutRow({ choices, docId, task }: Sample): Fields {
  const known: Fields = { choices: choices ?? [] };
  return new Proxy(known, {
    get(target, column) {
      if (typeof column === "symbol" || column === "toJSON" || Object.hasOwn(target, column)) {
        return Reflect.get(target, column);
      }
      throw new ResultError(
        `Cannot score "${docId}" of "${task}" anew: wanted column "${column}" of its row, found no row`,
        {
          code: "rows_missing",
          hint:
            "Rows of the hub are not kept with a run; put them below a folder and name it with --data-dir",
          details: { task, doc: docId, column },
        },
      );
    },
  });
}

function toStored(sample: Sample, task: Task, fields: Fields): StoredSample {
  const choices = sample.choices ?? [];
  const picked = sample.choiceProtocol !== null && sample.choiceProtocol !== "loglikelihood";
  const answer = typeof sample.answer === "number" ? sample.answer : null;
  const prompt = sample.prompt ?? "";
  return {
    docId: sample.docId,
    docIndex: sample.docIndex,
    epoch: sample.epoch,
    fields,
    target: sample.target ?? "",
    choices,
    requests: task.outputType === "multiple_choice"
      ? choices.map((choice) => [prompt, task.targetDelimiter + choice])
      : [[prompt, task.outputType === "generate_until" ? task.generation ?? {} : sample.target]],
    replies: sample.replies,
    logliks: sample.logliks,
    ...(picked ? { picked: answer } : {}),
    filtered: {},
    ...(sample.code === undefined ? {} : { verdicts: verdictsOf(sample.code) }),
    scores: sample.scores,
    hashes: sample.hashes,
    error: sample.status === "error" ? sample.message ?? sample.reason ?? "error" : null,
  };
}

function verdictsOf(code: NonNullable<Sample["code"]>): Record<string, boolean[]> {
  const found: Record<string, boolean[]> = {};
  for (const one of code) {
    if (one.mode === "canonical") (found[one.filter] ??= []).push(isPassed(one));
  }
  return found;
}

/**
 * Gives the samples of a task as stored answers.
 *
 * @example
 * ```ts
 * import { storedTask } from "./stored_answers.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const stored = storedTask({ task, docs: [], numFewshot: 0, totalDocs: null }, []);
 * assertEquals([stored.name, stored.filters.length], ["t", 1]);
 * ```
 */
export function storedTask(known: AnsweredTask, samples: readonly Sample[]): StoredTask {
  const { task, docs, numFewshot, totalDocs } = known;
  const fields = new Map(docs.map((doc) => [doc.id, doc.fields]));
  return {
    name: task.name,
    alias: task.alias ?? task.name,
    version: task.version,
    outputType: task.outputType,
    numFewshot,
    totalDocs,
    filters: task.filters,
    opaqueFilters: [],
    metrics: task.metrics,
    ...(task.primaryMetric === undefined ? {} : { primaryMetric: task.primaryMetric }),
    ...(task.processResults === undefined ? {} : { processResults: task.processResults }),
    samples: samples.map((sample) => toStored(sample, task, fields.get(sample.docId) ?? withoutRow(sample))),
  };
}

/** Reads the answers to the jobs of a run in this process. */
export async function jobsAnswers(
  jobs: readonly { readonly prepared: PreparedTask }[],
  run: { readonly startedUtc: string; readonly samples: (task: string) => Promise<Sample[]> },
  model: { readonly info: { readonly id: string } },
): Promise<StoredRun> {
  const tasks: StoredTask[] = [];
  for (const { prepared } of jobs) {
    const { task, evalDocs: docs, numFewshot, totalDocs } = prepared;
    tasks.push(storedTask({ task, docs, numFewshot, totalDocs }, await run.samples(task.name)));
  }
  return { from: "benchbook", model: model.info.id, createdUtc: run.startedUtc, tasks, groups: [] };
}

const kept = new WeakMap<object, () => Promise<StoredRun>>();

/** Remembers how the answers of a run in this process are read. */
export function keepAnswers<T extends object>(run: T, read: () => Promise<StoredRun>): T {
  kept.set(run, read);
  return run;
}

/** How the answers of a run in this process are read; undefined for anything else. */
export function answersOf(run: object): (() => Promise<StoredRun>) | undefined {
  return kept.get(run);
}
