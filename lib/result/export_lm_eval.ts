/**
 * Results and samples in the shape of lm-eval's own files.
 *
 * @module
 */
import { pythonFloat } from "../core/python_number.ts";
import { pyStr } from "../core/python.ts";
import type { SampleValue } from "../task/task.ts";
import type { StoredRun, StoredSample, StoredTask } from "./stored_run.ts";
import type { MetricResult, TaskResult } from "./task_result.ts";

/** Files lm-eval would have written. */
export interface LmEvalFiles {
  /** Content of `results_<time>.json`. */
  readonly results: Readonly<Record<string, unknown>>;
  /** Lines of `samples_<task>_<time>.jsonl` by task. */
  readonly samples: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

function metricColumns(metrics: readonly MetricResult[]): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const { metric, filter, value, stderr } of metrics) {
    out[`${metric},${filter}`] = value;
    out[`${metric}_stderr,${filter}`] = stderr ?? "N/A";
  }
  return out;
}

/** Values under one filter, in the order they came. */
function valuesOf(sample: StoredSample, filter: string): [string, SampleValue][] {
  return Object.entries(sample.scores).flatMap(([key, value]): [string, SampleValue][] => {
    const comma = key.lastIndexOf(",");
    return key.slice(comma + 1) === filter ? [[key.slice(0, comma), value]] : [];
  });
}

function responses(sample: StoredSample, filter: string): { resps: unknown; filtered: unknown } {
  if (sample.logliks === null) {
    const filtered = sample.filtered[filter] ?? sample.replies ?? [];
    return { resps: [sample.replies ?? []], filtered };
  }
  const pairs = sample.logliks.map(([value, greedy]) => [pythonFloat(value), greedy ? "True" : "False"]);
  const rolling = sample.requests.length === 1 && typeof sample.requests[0]?.[1] !== "string";
  if (rolling) return { resps: pairs.map(([value]) => [value]), filtered: pairs.map(([value]) => value) };
  return { resps: pairs.map((pair) => [pair]), filtered: pairs };
}

function sampleLines(task: StoredTask): Record<string, unknown>[] {
  const generates = task.outputType === "generate_until";
  const filters = generates ? task.filters.map(({ name }) => name) : ["none"];
  return filters.flatMap((filter) =>
    task.samples.filter((sample) => sample.error === null).map((sample) => {
      const values = valuesOf(sample, filter);
      const { resps, filtered } = responses(sample, filter);
      return {
        "doc_id": sample.docIndex,
        "doc": sample.fields,
        "target": pyStr(sample.target),
        "arguments": Object.fromEntries(
          sample.requests.map(([context, rest], i) => [
            `gen_args_${i}`,
            rest === null ? { "arg_0": context } : { "arg_0": context, "arg_1": rest },
          ]),
        ),
        resps,
        "filtered_resps": filtered,
        filter,
        "metrics": values.map(([name]) => name),
        "doc_hash": sample.hashes?.doc ?? null,
        "prompt_hash": sample.hashes?.prompt ?? null,
        "target_hash": sample.hashes?.target ?? null,
        ...Object.fromEntries(values),
      };
    })
  );
}

function configOf(task: StoredTask): Record<string, unknown> {
  return {
    "task": task.name,
    "output_type": task.outputType,
    "num_fewshot": task.numFewshot,
    "target_delimiter": " ",
    "metric_list": task.metrics.flatMap((metric) =>
      "metric" in metric
        ? [{
          "metric": metric.metric,
          ...(metric.aggregation === undefined ? {} : { "aggregation": metric.aggregation }),
          ...(metric.higherIsBetter === undefined ? {} : { "higher_is_better": metric.higherIsBetter }),
          ...metric.args,
        }]
        : [{ "metric": `<function ${metric.name}>`, "higher_is_better": metric.higherIsBetter }]
    ),
    "filter_list": task.outputType === "generate_until"
      ? task.filters.map(({ name, steps }) => ({
        name,
        "filter": steps.map((step) => ({ "function": step.function, ...step.args })),
      }))
      : null,
    "metadata": { "version": task.version },
  };
}

/**
 * Puts scored answers into the shape of lm-eval's `results_*.json` and
 * `samples_*.jsonl`, for programs that read those. Keys that only lm-eval can
 * know (its version, its environment) are left out.
 *
 * @param results One result a task and a group, as `rescore` or a run give them.
 *
 * @example
 * ```ts
 * import { toLmEval } from "./export_lm_eval.ts";
 * import { assertEquals } from "@std/assert";
 * const run = { from: "benchbook" as const, model: "m", createdUtc: null, tasks: [], groups: [] };
 * assertEquals(Object.keys(toLmEval(run, []).samples), []);
 * ```
 */
export function toLmEval(run: StoredRun, results: readonly TaskResult[]): LmEvalFiles {
  const byName = new Map(results.map((result) => [result.task, result]));
  const rows: Record<string, unknown> = {};
  for (const { name, alias, samples } of run.tasks) {
    const docs = new Set(samples.map((sample) => sample.docIndex)).size;
    rows[name] = { name, alias, "sample_len": docs, ...metricColumns(byName.get(name)?.metrics ?? []) };
  }
  const groups: Record<string, unknown> = {};
  for (const { group, alias } of run.groups) {
    const metrics = byName.get(group)?.metrics ?? [];
    groups[group] = {
      alias,
      "name": group,
      ...metricColumns(metrics),
      "sample_count": Object.fromEntries(metrics.map(({ metric, filter, n }) => [`${metric},${filter}`, n])),
    };
  }
  const each = <T>(value: (task: StoredTask) => T): Record<string, T> =>
    Object.fromEntries(run.tasks.map((task) => [task.name, value(task)]));
  return {
    results: {
      "results": { ...rows, ...groups },
      ...(run.groups.length === 0 ? {} : { groups }),
      "group_subtasks": Object.fromEntries(run.groups.map(({ group, members }) => [group, members])),
      "configs": each(configOf),
      "versions": each((task) => task.version),
      "n-shot": each((task) => task.numFewshot),
      "higher_is_better": each((task) =>
        Object.fromEntries(
          (byName.get(task.name)?.metrics ?? []).map((
            { metric, higherIsBetter },
          ) => [metric, higherIsBetter]),
        )
      ),
      "n-samples": each((task) => {
        const docs = new Set(task.samples.map((sample) => sample.docIndex)).size;
        return { "original": task.totalDocs ?? docs, "effective": docs };
      }),
      "task_hashes": each((task) => byName.get(task.name)?.promptHash ?? null),
      "model_source": run.from,
      "model_name": run.model,
      ...(run.createdUtc === null ? {} : { "date": Date.parse(run.createdUtc) / 1000 }),
    },
    samples: each(sampleLines),
  };
}
