/** @module */
import { openHash, sha256 } from "../core/hash.ts";
import { aggregateMetric } from "../metric/aggregate.ts";
import { scoreInterval } from "../metric/interval.ts";
import { primaryMetric } from "../metric/primary.ts";
import { metricOf } from "../metric/score_sample.ts";
import { blankResult } from "../result/blank_result.ts";
import type { MetricResult, TaskResult } from "../result/task_result.ts";
import type { SampleValue, Task } from "../task/task.ts";
import { extractionName } from "./choice_asker.ts";
import type { Sample } from "./sample.ts";

/** What a tally must know beside the samples. */
export interface TallyOptions {
  /** Samples the plan has for the task, epochs included. */
  readonly planned: number;
  /** Repetitions of each doc; values of one doc are averaged before anything else. Default 1. */
  readonly epochs?: number;
  /** Facts of the result that are no matter of samples. */
  readonly facts: Partial<Omit<TaskResult, "task">>;
  /** Price of the tokens that were paid for in this run, in USD; null when unknown. */
  readonly priceUsd?: (tokens: { inputTokens: number | null; outputTokens: number | null }) => number | null;
  /** Bootstrap resamples; see `aggregateMetric`. */
  readonly bootstrapIters?: number;
}

/** A task's result with what a group above it needs. */
export interface TaskTally {
  /** The result. */
  readonly result: TaskResult;
  /** Values of the primary metric, one a scored doc. */
  readonly values: readonly SampleValue[];
}

/** Collects the samples of one task, in plan order, and sums them up. */
export interface TaskCollector {
  /** Adds a sample; keeps its scores, not its texts. */
  add(sample: Sample): void;
  /** Sums up. */
  finish(): TaskTally;
}

/**
 * Opens the collector of a task. Errored samples are counted, never scored and
 * never 0; a sample the plan has and the run lacks makes the task incomplete.
 *
 * @example
 * ```ts
 * import { tallyTask } from "./tally_task.ts";
 * import { decodeSample } from "./sample.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const collector = tallyTask(task, { planned: 2, facts: {} });
 * for (const [at, score] of [1, 0].entries()) {
 *   collector.add(decodeSample({
 *     ordinal: at, status: "ok", id: `t/${at}`, attempts: 1, finishedUtc: "", durationMs: 1,
 *     data: { task: "t", doc_id: `${at}`, doc_index: at, scores: { "exact_match,none": score }, score },
 *   }));
 * }
 * assert(collector.finish().result.score === 0.5);
 * ```
 */
export function tallyTask(task: Task, options: TallyOptions): TaskCollector {
  const { planned, epochs = 1, facts } = options;
  const columns = new Map<string, { values: SampleValue[]; docs: number[] }>();
  const counts = { total: 0, scored: 0, errored: 0, unparsed: 0, limited: 0, cached: 0 };
  const reasons: Record<string, number> = {};
  const verdicts: Record<string, number> = {};
  const tokens = { input: null as number | null, output: null as number | null };
  // What this run paid for: nothing for cached replies, unknown once a server leaves a count out.
  const paid = { input: 0 as number | null, output: 0 as number | null };
  const hash = openHash("sha256");
  const hashLines: string[] = [];
  let lines = "";
  let hashed = 0;
  let protocol: string | null = null;

  const add = (sample: Sample): void => {
    counts.total++;
    if (sample.status === "error") counts.errored++;
    else counts.scored++;
    if (sample.status === "limited") counts.limited++;
    if (sample.unparsed && sample.status !== "error") counts.unparsed++;
    if (sample.cached) counts.cached++;
    if (sample.reason !== null) reasons[sample.reason] = (reasons[sample.reason] ?? 0) + 1;
    const { input, output } = sample.tokens;
    if (input !== null) tokens.input = (tokens.input ?? 0) + input;
    if (output !== null) tokens.output = (tokens.output ?? 0) + output;
    if (!sample.cached && sample.status !== "error") {
      paid.input = paid.input === null || input === null ? null : paid.input + input;
      paid.output = paid.output === null || output === null ? null : paid.output + output;
    }
    protocol ??= sample.choiceProtocol;
    if (sample.hashes !== null && sample.epoch === 0) {
      hashed++;
      const line = sample.hashes.doc + sample.hashes.prompt + sample.hashes.target;
      lines += line;
      if (lines.length > 65_536) {
        hash.update(lines);
        lines = "";
      }
      if (task.filters.length > 1) hashLines.push(line);
    }
    if (sample.status === "error") return;
    for (const { verdict, flags } of ownCode(task, sample)) {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (flags.length > 0) verdicts.flagged = (verdicts.flagged ?? 0) + 1;
    }
    for (const [key, value] of Object.entries(sample.scores)) {
      let column = columns.get(key);
      if (column === undefined) columns.set(key, column = { values: [], docs: [] });
      column.values.push(value);
      if (epochs > 1) column.docs.push(sample.docIndex);
    }
  };

  const finishHash = (): string => {
    hash.update(lines);
    return hash.digest("hex");
  };

  const finish = (): TaskTally => {
    const aggregateOptions = options.bootstrapIters === undefined
      ? {}
      : { bootstrapIters: options.bootstrapIters };
    const valuesOf = new Map(
      [...columns].map(([key, column]) => [key, epochs > 1 ? meanPerDoc(column) : column.values]),
    );
    const metrics: MetricResult[] = [...valuesOf].map(([key, values]) => {
      const comma = key.lastIndexOf(",");
      const name = key.slice(0, comma);
      const metric = metricOf(task, name);
      const { value, stderr, n } = aggregateMetric(metric, values, aggregateOptions);
      return {
        metric: name,
        filter: key.slice(comma + 1),
        value,
        stderr,
        higherIsBetter: metric.higherIsBetter,
        n,
      };
    });
    const primaryKey = metrics.length === 0 ? null : primaryMetric(task, [...valuesOf.keys()]);
    const primary = metrics.find((one) => `${one.metric},${one.filter}` === primaryKey);
    const values = valuesOf.get(primaryKey ?? "") ?? [];
    const scale = primary === undefined ? undefined : metricOf(task, primary.metric);
    const missing = planned - counts.total;
    const ungraded = task.unsafeCode === true && missing === 0 && counts.scored > 0 &&
      metrics.every((one) => one.n === 0);
    const { status, reason, message } = ungraded
      ? notGraded(counts.scored)
      : verdict(missing, counts, reasons);
    const complete = missing === 0 && hashed * epochs === counts.total;
    const usage = { inputTokens: tokens.input, outputTokens: tokens.output };
    const result = blankResult(task.name, {
      version: task.version,
      answerExtraction: extractionOf(task, protocol),
      ...facts,
      status,
      reason,
      message,
      score: primary?.value ?? null,
      stderr: primary?.stderr ?? null,
      interval: primary === undefined || scale === undefined
        ? null
        : scoreInterval(values, primary, { stderr: scale.stderr }),
      scoreIfErrorsWrong: counts.errored > 0 && scale?.stderr === "mean" && scale.higherIsBetter
        ? (primary?.value ?? 0) * counts.scored / counts.total
        : counts.errored > 0 && counts.scored === 0
        ? 0
        : null,
      primaryMetric: primaryKey,
      metrics,
      counts: ungraded ? { ...counts, total: counts.errored, scored: 0 } : counts,
      reasons,
      ...(Object.keys(verdicts).length === 0 ? {} : { verdicts }),
      choiceProtocol: protocol,
      promptHash: !complete
        ? facts.promptHash ?? null
        : task.filters.length > 1
        ? sha256(hashLines.join("").repeat(task.filters.length))
        : finishHash(),
      usage,
      costUsd: options.priceUsd?.({ inputTokens: paid.input, outputTokens: paid.output }) ?? null,
    });
    return { result, values };
  };
  return { add, finish };
}

/** Canonical verdicts under the task's first filter. */
function ownCode(task: Task, { code = [] }: Sample): NonNullable<Sample["code"]> {
  return code.filter(({ mode, filter }) => mode === "canonical" && filter === task.filters[0]?.name);
}

/** One value a doc: the mean of numbers, else every value as it is. */
function meanPerDoc({ values, docs }: { values: SampleValue[]; docs: number[] }): SampleValue[] {
  if (!values.every((value) => typeof value === "number" || typeof value === "boolean")) return values;
  const sums = new Map<number, { sum: number; n: number }>();
  for (const [at, value] of values.entries()) {
    const doc = docs[at] ?? -1;
    const entry = sums.get(doc) ?? { sum: 0, n: 0 };
    sums.set(doc, { sum: entry.sum + Number(value), n: entry.n + 1 });
  }
  return [...sums.values()].map(({ sum, n }) => sum / n);
}

function verdict(
  missing: number,
  counts: TaskResult["counts"],
  reasons: Readonly<Record<string, number>>,
): Pick<TaskResult, "status" | "reason" | "message"> {
  if (missing > 0) {
    const message = `${missing} of ${missing + counts.total} samples have no outcome yet`;
    return { status: "incomplete", reason: "not_finished", message };
  }
  if (counts.errored === 0) return { status: "ok", reason: null, message: null };
  const list = Object.entries(reasons).sort((a, b) => b[1] - a[1]).map(([code, n]) => `${code} ${n}`).slice(
    0,
    4,
  );
  const message = `${counts.errored} of ${counts.total} samples could not be scored (${list.join(", ")})`;
  return { status: "incomplete", reason: "samples_errored", message };
}

/** Model-written code is never run in this process; the answers are in the ledger and can be graded later. */
function notGraded(answers: number): Pick<TaskResult, "status" | "reason" | "message"> {
  const message = `no code sandbox: ${answers} answers are kept and were not graded`;
  return { status: "skipped", reason: "no_sandbox", message };
}

/** Names how answers were read, for the fingerprint. */
function extractionOf(task: Task, protocol: string | null): string {
  if (task.outputType !== "generate_until") {
    return protocol === null ? "loglikelihood" : extractionName(protocol);
  }
  const pipelines = task.filters.map(({ name, steps }) =>
    `${name}(${steps.map((step) => step.function).join(">")})`
  );
  return `filters:${pipelines.join("+")}`;
}
