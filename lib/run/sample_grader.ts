/**
 * Running the code of a sample's replies.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { applyFilters } from "../filter/apply_filters.ts";
import { codeModeMetric, passRates } from "../metric/code_exec.ts";
import { type CodeProblem, codeProblem, isCodeRow } from "../metric/code_problem.ts";
import { type CodeMode, type CodeVerdict, isPassed } from "../metric/code_verdict.ts";
import type { CodeGrader } from "../metric/open_code_grader.ts";
import { scoreSample } from "../metric/score_sample.ts";
import type { PreparedDoc } from "../task/build_doc.ts";
import { toSampleView } from "../task/sample_view.ts";
import type { SampleValue, Task } from "../task/task.ts";

/** What became of the code in one reply, under one filter. JSON-safe. */
export interface SampleCode extends CodeVerdict {
  /** Filter that made the program of the reply. */
  readonly filter: string;
}

/** Scores and verdicts of a graded sample. */
export interface GradedSample {
  /** Values by `metric,filter`, to be put over the scores so far. */
  readonly scores: Readonly<Record<string, SampleValue>>;
  /** Verdicts, by filter, then in the order of the replies. */
  readonly code: readonly SampleCode[];
}

/** Grades the replies of one doc. */
export type SampleGrader = (
  prepared: PreparedDoc,
  texts: readonly string[],
  context: Context,
) => Promise<GradedSample>;

/** How often each `pass@k` of a task is asked for. */
function ksOf(task: Task): readonly number[] {
  const found = task.metrics.find((one) => "metric" in one && one.metric === "pass_at_k");
  const k = found !== undefined && "metric" in found ? found.args?.["k"] : undefined;
  return Array.isArray(k) ? k.map(Number) : [Number(k ?? 1)];
}

/**
 * The part of a grader in a task's samples; undefined for tasks that run no
 * code. Tests of rows whose columns are not known are the task's target, as in
 * lm-eval.
 *
 * @param mode A mode other than `canonical` is graded beside it, under its own metric names.
 * @throws {SandboxError} (the sample grader) when sandbox or grader did not work.
 * @example
 * ```ts
 * import { sampleGrader } from "./sample_grader.ts";
 * import { findTask } from "../task/registry.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sampleGrader(await findTask("pubmedqa"), undefined), undefined);
 * ```
 */
export function sampleGrader(
  task: Task,
  grader: CodeGrader | undefined,
  mode: CodeMode = "canonical",
): SampleGrader | undefined {
  if (grader === undefined || task.unsafeCode !== true) return undefined;
  const modes: readonly CodeMode[] = mode === "canonical" ? [mode] : ["canonical", mode];
  return async (prepared, texts, context) => {
    const { fields } = prepared.doc;
    const scores: Record<string, SampleValue> = {};
    const code: SampleCode[] = [];
    const problem = await problemOf(task, prepared);
    if (problem === null) return { scores, code };
    for (const pipeline of task.filters) {
      const { responses } = applyFilters(pipeline, texts, fields);
      for (const one of modes) {
        const verdicts = await grader.grade(problem, responses.map((program) => program ?? ""), {
          mode: one,
          known: fields,
          ...(context.signal === undefined ? {} : { signal: context.signal }),
        });
        code.push(...verdicts.map((verdict) => ({ filter: pipeline.name, ...verdict })));
        const view = { ...toSampleView(task, prepared, { responses }), verdicts: verdicts.map(isPassed) };
        const values = one === "canonical"
          ? scoreSample(task, view, pipeline.name)
          : passRates(verdicts, ksOf(task), one);
        for (const [name, value] of Object.entries(values)) scores[`${name},${pipeline.name}`] = value;
      }
    }
    return { scores, code };
  };
}

async function problemOf(task: Task, { doc, target }: PreparedDoc): Promise<CodeProblem | null> {
  if (isCodeRow(doc.fields)) return await codeProblem(doc.fields);
  const passes = task.metrics.some((one) => "metric" in one && one.metric === "pass_at_k");
  return passes && typeof target === "string" ? { tests: target } : null;
}

/** A task with the metric that a mode other than `canonical` adds. */
export function withCodeMetrics(task: Task, mode: CodeMode): Task {
  if (task.unsafeCode !== true || mode === "canonical") return task;
  return { ...task, metrics: [...task.metrics, codeModeMetric(mode, ksOf(task))] };
}
