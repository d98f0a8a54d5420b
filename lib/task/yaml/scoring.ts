/**
 * `metric_list`, `filter_list`, `process_results` and `generation_kwargs`.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import type {
  FilterConfig,
  FilterPipeline,
  GenerationOptions,
  MetricConfig,
  MetricLike,
  SampleValue,
  SampleView,
  Task,
} from "../task.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";
import { ResolvedFunction } from "./resolve_functions.ts";

function refuse(path: string, wanted: string, key: string): never {
  throw new TaskError(`Cannot load "${path}": wanted ${wanted}`, {
    code: "bad_task_key",
    details: { path, key },
  });
}

type Table = Readonly<Record<string, unknown>>;

function tables(value: unknown, path: string, key: string): readonly Table[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.every((one) => typeof one === "object" && one !== null && !Array.isArray(one))) return list;
  return refuse(path, `${key} as a list of tables`, key);
}

/** What lm-eval hands to `process_results`: one result per request. */
function resultsOf(view: SampleView): unknown[] {
  if (view.outputType === "generate_until") {
    return view.responses.length === 1 ? [view.responses[0]] : [view.responses];
  }
  if (view.logliks.length === 0) {
    throw new TaskError("Cannot score by process_results: wanted log-likelihoods, found none", {
      code: "missing_loglik",
      hint: "Use a completions endpoint with --choice-protocol loglikelihood",
    });
  }
  const pairs = view.logliks.map((value, i) => [value, view.greedy[i] ?? false]);
  if (view.outputType === "loglikelihood_rolling") return [...view.logliks];
  return [...pairs, ...view.unconditional.map((value) => [value, false])];
}

/** Makes the per-sample scoring of `process_results`. */
export function resultsField(value: unknown): Task["processResults"] {
  if (!(value instanceof ResolvedFunction)) return undefined;
  return (view) => value.call(view.fields, resultsOf(view));
}

function ownMetric(metric: ResolvedFunction, table: Table): MetricLike {
  const { metric: _metric, aggregation, higher_is_better, hf_evaluate: _hf, ...args } = table;
  const aggregate = aggregation instanceof ResolvedFunction ? aggregation : null;
  return {
    name: metric.name.slice(metric.name.lastIndexOf(".") + 1),
    higherIsBetter: higher_is_better !== false,
    score: ({ target, responses }) => metric.call([target, responses[0] ?? ""], args),
    aggregate: (values) => {
      if (values.length === 0) return null;
      if (aggregate !== null) return aggregate.call(values);
      return values.reduce((sum: number, one) => sum + Number(one), 0) / values.length;
    },
    stderr: aggregate === null ? "mean" : "none",
  };
}

/** Reads `metric_list`; of two entries of one name the last counts, as there. */
export function metricList(config: TaskConfig, path: string): (MetricConfig | MetricLike)[] | undefined {
  const given = config["metric_list"];
  if (given === undefined || given === null) return undefined;
  const byName = new Map<string, MetricConfig | MetricLike>();
  for (const table of tables(given, path, "metric_list")) {
    const { metric, aggregation, higher_is_better, hf_evaluate: _hf, ...args } = table;
    if (metric instanceof ResolvedFunction) {
      const own = ownMetric(metric, table);
      byName.set(own.name, own);
      continue;
    }
    if (typeof metric !== "string") refuse(path, "a metric in every entry of metric_list", "metric_list");
    byName.set(metric, {
      metric,
      ...(typeof aggregation === "string" ? { aggregation } : {}),
      ...(aggregation instanceof ResolvedFunction
        ? {
          aggregate: (values: readonly SampleValue[]) =>
            values.length === 0 ? null : aggregation.call(values),
        }
        : {}),
      ...(typeof higher_is_better === "boolean" ? { higherIsBetter: higher_is_better } : {}),
      ...(Object.keys(args).length > 0 ? { args } : {}),
    });
  }
  return [...byName.values()];
}

function step(table: Table, path: string): FilterConfig {
  const { function: name, ...rest } = table;
  const { kwargs, ...own } = rest;
  const args = typeof kwargs === "object" && kwargs !== null ? { ...own, ...kwargs } : own;
  if (name instanceof ResolvedFunction) return { function: "custom", args: { filter_fn: name.call(args) } };
  if (typeof name !== "string") refuse(path, "a function in every filter", "filter_list");
  const filled = Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, value instanceof ResolvedFunction ? value.call : value]),
  );
  return Object.keys(filled).length > 0 ? { function: name, args: filled } : { function: name };
}

/** Reads `filter_list`. */
export function filterList(config: TaskConfig, path: string): FilterPipeline[] | undefined {
  const given = config["filter_list"];
  if (given === undefined || given === null) return undefined;
  return tables(given, path, "filter_list").map((table) => {
    const { name, filter } = table;
    if (typeof name !== "string") refuse(path, "a name for every filter pipeline", "filter_list");
    return { name, steps: tables(filter ?? [], path, "filter").map((one) => step(one, path)) };
  });
}

/** Reads `generation_kwargs`. */
export function generationOptions(config: TaskConfig, path: string): GenerationOptions | undefined {
  const given = config["generation_kwargs"];
  if (given === undefined || given === null) return undefined;
  const [table] = tables(given, path, "generation_kwargs");
  const { until, max_gen_toks, temperature, top_p, do_sample, seed, ...extra } = table as Table;
  const number = (value: unknown, key: string): number => {
    const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof read === "number" && Number.isFinite(read) ? read : refuse(path, `${key} as a number`, key);
  };
  return {
    ...(until === undefined || until === null
      ? {}
      : { until: Array.isArray(until) ? until.map(String) : [String(until)] }),
    ...(max_gen_toks === undefined ? {} : { maxTokens: number(max_gen_toks, "max_gen_toks") }),
    ...(temperature === undefined ? {} : { temperature: number(temperature, "temperature") }),
    ...(top_p === undefined ? {} : { topP: number(top_p, "top_p") }),
    ...(seed === undefined ? {} : { seed: number(seed, "seed") }),
    ...(typeof do_sample === "boolean" ? { doSample: do_sample } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}
