/**
 * What lm-eval wrote, as stored answers.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import type { LmEvalFiles } from "./export_lm_eval.ts";
import { type LmEvalConfig, lmEvalFilters, lmEvalMetrics } from "./lm_eval_config.ts";
import { fromLmEvalLines } from "./lm_eval_sample.ts";
import type { StoredGroup, StoredRun, StoredTask } from "./stored_run.ts";

function toTask(name: string, lines: readonly LmEvalConfig[], results: LmEvalConfig): StoredTask {
  const config: LmEvalConfig = results.configs[name];
  const { filters, opaque } = lmEvalFilters(config);
  const order = new Map<string, LmEvalConfig[]>();
  for (const line of lines) {
    const key = String(line.doc_id);
    const known = order.get(key);
    if (known === undefined) order.set(key, [line]);
    else known.push(line);
  }
  return {
    name,
    alias: results.results?.[name]?.alias ?? name,
    version: results.versions?.[name] ?? "Yaml",
    outputType: config.output_type ?? "generate_until",
    numFewshot: results["n-shot"]?.[name] ?? config.num_fewshot ?? 0,
    totalDocs: results["n-samples"]?.[name]?.original ?? null,
    filters,
    opaqueFilters: opaque,
    metrics: lmEvalMetrics(config),
    samples: [...order.values()].map((own) => fromLmEvalLines(own, config)),
  };
}

function toGroups(results: LmEvalConfig): StoredGroup[] {
  return Object.entries<LmEvalConfig>(results.groups ?? {}).reverse().map(([group, entry]) => ({
    group,
    alias: entry.alias ?? group,
    members: results.group_subtasks?.[group] ?? [],
    metrics: Object.keys(entry.sample_count ?? {}),
  }));
}

/**
 * Makes stored answers of the content of lm-eval's files, which
 * `readLmEval` reads and `toLmEval` makes.
 *
 * @throws {ResultError} `bad_import` when the results have no task configs, or
 * the samples of a task are missing.
 *
 * @example
 * ```ts
 * import { importLmEval } from "./import_lm_eval.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => importLmEval({ results: {}, samples: {} }), Error, "configs");
 * ```
 */
export function importLmEval(files: LmEvalFiles): StoredRun {
  const results = files.results as LmEvalConfig;
  const refuse = (wanted: string, hint: string): never => {
    throw new ResultError(`Cannot import the results of lm-eval: wanted ${wanted}, found none`, {
      code: "bad_import",
      hint,
    });
  };
  if (typeof results.configs !== "object" || results.configs === null) {
    return refuse("task configs", "Give the whole results_*.json");
  }
  const tasks = Object.keys(results.configs).map((name): StoredTask => {
    const lines = files.samples[name];
    if (lines === undefined) return refuse(`samples of "${name}"`, "Run lm-eval with --log_samples");
    return toTask(name, lines, results);
  });
  return {
    from: "lm-eval",
    model: String(results.model_name ?? results.config?.model ?? ""),
    createdUtc: typeof results.date === "number" ? new Date(results.date * 1000).toISOString() : null,
    tasks,
    groups: toGroups(results),
  };
}
