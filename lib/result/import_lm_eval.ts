/**
 * lm-eval's `results_*.json` and `samples_*.jsonl` as stored answers.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { type LmEvalConfig, lmEvalFilters, lmEvalMetrics } from "./lm_eval_config.ts";
import { fromLmEvalLines } from "./lm_eval_sample.ts";
import type { StoredGroup, StoredRun, StoredTask } from "./stored_run.ts";

function parse(text: string, path: string): LmEvalConfig {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ResultError(`Cannot import "${path}": wanted JSON`, { code: "bad_import", cause });
  }
}

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

/** Newest file of a task among `samples_<task>_<time>.jsonl` and `samples_<task>.jsonl`. */
function samplesFile(names: readonly string[], task: string): string | undefined {
  const own = names.filter((name) => name.startsWith(`samples_${task}`));
  return own.filter((name) => /^(_\d{4}-\d\d-\d\dT.*)?\.jsonl$/.test(name.slice(`samples_${task}`.length)))
    .sort().at(-1);
}

/**
 * Reads a folder that lm-eval wrote with `--log_samples`.
 *
 * @throws {ResultError} `bad_import` when there is no results file with task
 * configs, or the samples of a task are missing.
 *
 * @example
 * ```ts
 * import { importLmEval } from "./import_lm_eval.ts";
 * import { assertRejects } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await assertRejects(() => importLmEval(folder), Error, "results");
 * await Deno.remove(folder);
 * ```
 */
export async function importLmEval(folder: string): Promise<StoredRun> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile) names.push(entry.name);
  let results: LmEvalConfig | undefined;
  for (const name of names.filter((one) => /^results.*\.json$/.test(one)).sort()) {
    const path = joinPath(folder, name);
    const found = parse(await Deno.readTextFile(path), path);
    if (typeof found.configs === "object" && found.configs !== null) results = found;
  }
  if (results === undefined) {
    throw new ResultError(
      `Cannot import "${folder}": wanted lm-eval's results_*.json with task configs, found "${
        names.join('", "')
      }"`,
      { code: "bad_import" },
    );
  }
  const tasks: StoredTask[] = [];
  for (const name of Object.keys(results.configs)) {
    const file = samplesFile(names, name);
    if (file === undefined) {
      throw new ResultError(`Cannot import "${folder}": wanted samples of "${name}", found none`, {
        code: "bad_import",
        hint: "Run lm-eval with --log_samples",
      });
    }
    const path = joinPath(folder, file);
    const lines = (await Deno.readTextFile(path)).split("\n").filter((line) => line.trim() !== "");
    tasks.push(toTask(name, lines.map((line) => parse(line, path)), results));
  }
  return {
    from: "lm-eval",
    model: String(results.model_name ?? results.config?.model ?? ""),
    createdUtc: typeof results.date === "number" ? new Date(results.date * 1000).toISOString() : null,
    tasks,
    groups: toGroups(results),
  };
}
