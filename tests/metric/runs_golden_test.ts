/**
 * Recomputes what lm-eval wrote into its own sample files: raw replies through
 * the filters, each sample's metrics, the aggregates, their errors, the groups.
 */
import { assert, assertEquals } from "@std/assert";
import { aggregateGroup } from "../../lib/metric/group.ts";
import { aggregateMetric } from "../../lib/metric/aggregate.ts";
import { applyFilters } from "../../lib/filter/apply_filters.ts";
import { DEFAULT_METRICS } from "../../lib/metric/builtin_metrics.ts";
import { metricOf, scoreSample } from "../../lib/metric/score_sample.ts";
import { passAtKMetric } from "../../lib/metric/pass_at_k_metric.ts";
import type { MetricConfig, MetricLike, OutputType, SampleValue, SampleView } from "../../lib/task/task.ts";
import { readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const BASE = ["golden", "lmeval"] as const;

function same(actual: unknown, wanted: unknown, what: string): void {
  if (Array.isArray(actual) && typeof wanted === "string" && wanted.startsWith("[")) {
    // a numpy array, printed with eight digits
    const printed = wanted.slice(1, -1).trim().split(/\s+/).map(Number);
    assertEquals(printed.length, actual.length, what);
    printed.forEach((one, i) => assert(Math.abs(one - actual[i]) < 1e-8, `${what}: ${wanted}`));
  } else if (Array.isArray(wanted)) {
    const list = actual as unknown[];
    assertEquals(list?.length, wanted.length, what);
    wanted.forEach((one, i) => same(list[i], one, what));
  } else if (typeof wanted === "number") {
    const near = typeof actual === "number" &&
      Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
    assert(near, `${what}: wanted ${wanted}, found ${actual}`);
  } else assertEquals(actual, wanted, what);
}

const CONFIG_KEYS = ["metric", "aggregation", "higher_is_better", "hf_evaluate"];

function metricsOf(config: Json, verdict: (view: SampleView) => boolean[]): (MetricConfig | MetricLike)[] {
  const list: Json[] = config.metric_list ??
    DEFAULT_METRICS[config.output_type as OutputType].map((metric) => ({ metric }));
  return list.map((entry) => {
    if (String(entry.metric).startsWith("<function")) return passAtKMetric(verdict, entry.k);
    const args = Object.fromEntries(Object.entries(entry).filter(([key]) => !CONFIG_KEYS.includes(key)));
    return {
      metric: entry.metric,
      args,
      ...(entry.aggregation ? { aggregation: entry.aggregation } : {}),
      ...(entry.higher_is_better === undefined ? {} : { higherIsBetter: entry.higher_is_better }),
    };
  });
}

function filteredReply(config: Json, sample: Json): (string | null)[] {
  const entry = (config.filter_list ?? []).find((one: Json) => one.name === sample.filter);
  const steps: Json[] = entry?.filter ?? [{ function: "take_first" }];
  if (steps.some((step) => step.function === "custom")) return sample.filtered_resps;
  const pipeline = {
    name: sample.filter,
    steps: steps.map(({ function: name, ...args }) => ({ function: name, args })),
  };
  const { responses } = applyFilters(pipeline, sample.resps[0], sample.doc);
  assertEquals(responses, sample.filtered_resps, `${sample.filter} of doc ${sample.doc_id}`);
  return [...responses];
}

function viewOf(config: Json, sample: Json): SampleView {
  const type: OutputType = config.output_type;
  const base = {
    outputType: type,
    fields: sample.doc,
    target: sample.target,
    choices: [],
    logliks: [],
    greedy: [],
    unconditional: [],
    responses: [],
  };
  if (type === "generate_until") return { ...base, responses: filteredReply(config, sample) };
  if (type === "loglikelihood_rolling") return { ...base, logliks: [Number(sample.filtered_resps[0])] };
  const pairs: [string, string][] = sample.filtered_resps;
  const logliks = pairs.map(([value]) => Number(value));
  const greedy = pairs.map(([, flag]) => flag === "True");
  if (type === "loglikelihood") return { ...base, logliks, greedy };
  const mutual = (config.metric_list ?? []).some((one: Json) => one.metric === "acc_mutual_info");
  const n = mutual ? logliks.length / 2 : logliks.length;
  const delimiter: string = config.target_delimiter;
  // with a chat template lm-eval drops the delimiter
  const bare = (text: string) => text.startsWith(delimiter) ? text.slice(delimiter.length) : text;
  const choices = Array.from({ length: n }, (_, i) => bare(sample.arguments[`gen_args_${i}`].arg_1));
  const isIndex = /^\d+$/.test(sample.target);
  const target = config.task === "winogrande"
    ? Number(sample.doc.answer) - 1
    : isIndex
    ? Number(sample.target)
    : sample.target;
  return {
    ...base,
    target,
    choices,
    logliks: logliks.slice(0, n),
    greedy: greedy.slice(0, n),
    unconditional: logliks.slice(n),
  };
}

async function checkRun(run: string, files: string[], iterations: number): Promise<number> {
  const native = await readSharedJson(...BASE, run, "results_native.json");
  const written = await readSharedJson(...BASE, run, "results.json");
  let samplesRun = 0;
  for (const [name, config] of Object.entries<Json>(native.configs)) {
    assert(files.includes(`samples_${name}.jsonl`), `${run}: samples of ${name}`);
    const samples = await readSharedJsonl(...BASE, run, `samples_${name}.jsonl`);
    let current: Json = null;
    const task = { name, metrics: metricsOf(config, () => [current["pass@1"] === 1]) };
    const columns = new Map<string, SampleValue[]>();
    for (const sample of samples) {
      current = sample;
      const scores = scoreSample(task, viewOf(config, sample), sample.filter);
      assertEquals(Object.keys(scores).sort(), [...sample.metrics].sort());
      for (const [metric, value] of Object.entries(scores)) {
        same(value, sample[metric], `${run} ${name} doc ${sample.doc_id} ${metric},${sample.filter}`);
        const key = `${metric},${sample.filter}`;
        columns.set(key, [...(columns.get(key) ?? []), value]);
      }
      samplesRun++;
    }
    const results = written.results[name];
    for (const [key, values] of columns) {
      const [metric, filter] = key.split(",") as [string, string];
      const found = aggregateMetric(metricOf(task, metric), values, { bootstrapIters: iterations });
      same(found.value, results[key], `${run} ${name} ${key}`);
      const stderr = results[`${metric}_stderr,${filter}`];
      same(found.stderr, stderr === "N/A" ? null : stderr, `${run} ${name} ${key} stderr`);
    }
    const keys = Object.keys(results).filter((key) => key.includes(",") && !key.includes("_stderr,"));
    assertEquals([...columns.keys()].sort(), keys.sort(), `${run} ${name}: every metric, no other`);
  }
  checkGroups(run, written);
  return samplesRun;
}

function leavesOf(group: string, subtasks: Record<string, string[]>): string[] {
  const members = subtasks[group];
  return members === undefined || members.length === 0
    ? [group]
    : members.flatMap((one) => leavesOf(one, subtasks));
}

function checkGroups(run: string, written: Json): void {
  for (const [group, entry] of Object.entries<Json>(written.groups ?? {})) {
    const leaves = leavesOf(group, written.group_subtasks).map((leaf) => written.results[leaf]);
    for (const key of Object.keys(entry.sample_count ?? {})) {
      const [metric, filter] = key.split(",");
      const stderrKey = `${metric}_stderr,${filter}`;
      const found = aggregateGroup(
        leaves.map((leaf) => ({
          value: leaf[key],
          stderr: typeof leaf[stderrKey] === "number" ? leaf[stderrKey] : null,
          n: leaf.sample_len,
        })),
        { weightBySize: true },
      );
      same(found.value, entry[key], `${run} ${group} ${key}`);
      same(
        found.stderr,
        entry[stderrKey] === "N/A" ? null : entry[stderrKey],
        `${run} ${group} ${stderrKey}`,
      );
      assertEquals(found.n, entry.sample_count[key]);
    }
  }
}

testWith(["shared"], "golden runs: every sample, metric, error and group of all 31", async () => {
  const index = await readSharedJson(...BASE, "index.json");
  let runs = 0;
  let samples = 0;
  for (const [run, entry] of Object.entries<Json>(index)) {
    samples += await checkRun(run, entry.files, entry.bootstrap_iters);
    runs++;
  }
  assertEquals([runs, Object.keys(index).length], [31, 31]);
  assert(samples > 1000, `${samples}`);
});
