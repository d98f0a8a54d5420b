/**
 * What a run says of itself: in its plan, in its result files, and why it is
 * or is not canonical.
 *
 * @module
 */
import type { Model } from "../model/model.ts";
import type { RunFacts, Serving } from "../result/entry.ts";
import { lostReasons } from "./adapted.ts";
import type { BenchmarkOptions } from "./bench_options.ts";
import type { JobsRun } from "./run_jobs.ts";
import { jobSettings, type TaskJob } from "./task_job.ts";
import { BENCHBOOK_VERSION, HARNESS_COMMIT } from "./version.ts";
import { whyNotCanonical } from "./why_not_canonical.ts";

/** Lists why a run with these options and this data is not canonical. */
export function reasonsOf(
  options: BenchmarkOptions,
  found: { model: Model; source: string; protocols: readonly string[]; unpinned: readonly string[] },
): string[] {
  const { numFewshot, system, generation, epochs, overrides = {}, seed, specialist } = options;
  const changed = [
    ...(numFewshot === undefined ? [] : ["num_fewshot"]),
    ...(system === undefined ? [] : ["system"]),
    ...(generation === undefined ? [] : ["gen_kwargs"]),
    ...(epochs === undefined || epochs === 1 ? [] : ["epochs"]),
    ...(seed === undefined || seed === 1234 ? [] : ["seed"]),
    ...(specialist?.promptTemplate ? ["prompt_template"] : []),
    ...Object.entries(overrides).flatMap(([task, values]) =>
      Object.keys(values).map((key) => `${task}.${key}`)
    ),
  ];
  const { source, protocols, unpinned, model } = found;
  const general = whyNotCanonical({
    source,
    limit: options.limit,
    changed,
    floor: model.info.floor === true,
    protocols,
    unpinned,
  });
  return [...general, ...lostReasons(model)];
}

/** Settings of the plan: whatever changes an answer or a score. */
export function planSettings(
  options: BenchmarkOptions,
  { model, source, jobs, niche, groups }: {
    model: Model;
    source: string;
    jobs: readonly TaskJob[];
    niche: string;
    groups: Readonly<Record<string, readonly string[]>>;
  },
): Record<string, unknown> {
  return {
    "tool": BENCHBOOK_VERSION,
    "niche": niche,
    "source": source,
    "model": model.info.id,
    "base_url": model.info.baseUrl,
    "model_settings": model.info.settings ?? null,
    "api": options.api ?? "auto",
    "limit": options.limit ?? null,
    "seed": options.seed ?? 1234,
    "epochs": options.epochs ?? 1,
    "system": options.system ?? null,
    "prompt_template": options.specialist?.promptTemplate ?? null,
    "adapter_path": options.specialist?.adapterPath ?? null,
    ...(Object.keys(groups).length === 0 ? {} : { "groups": groups }),
    "tasks": Object.fromEntries(jobs.map((job) => [job.prepared.task.name, jobSettings(job)])),
  };
}

/** Decoding parameters as the tasks declare them, in the server's names; `{}` when nothing is generated. */
export function paramsOf(jobs: readonly TaskJob[]): Record<string, unknown> {
  const job = jobs.find(({ prepared }) => prepared.task.outputType === "generate_until");
  if (job === undefined) return {};
  const { until, maxTokens, topP, temperature, seed, extra } = {
    ...job.prepared.task.generation,
    ...job.generation,
  };
  const named = {
    "temperature": temperature,
    "max_tokens": maxTokens,
    "top_p": topP,
    "stop": until,
    "seed": seed,
  };
  return {
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    ...extra,
  };
}

/** Facts of the run that all its result files share. */
export function runFacts(
  options: BenchmarkOptions,
  found: {
    model: Model;
    source: string;
    mode: RunFacts["mode"];
    reasons: readonly string[];
    run: JobsRun;
    niche: string;
  },
): RunFacts {
  const { model, source, mode, reasons, run, niche } = found;
  const { specialist = {}, unquantized = false } = options;
  const { quantizationConfig = null } = specialist;
  const text = (key: string): string | null => {
    const value = run.serving?.[key];
    return typeof value === "string" ? value : null;
  };
  const serving: Serving | null = run.serving === null
    ? null
    : { model: text("model"), systemFingerprint: text("systemFingerprint"), server: text("server") };
  return {
    runId: run.runId as string,
    timestampUtc: run.startedUtc,
    niche,
    mode,
    source,
    modelVersion: specialist.modelVersion ?? model.info.id,
    quantizationConfig,
    quantized: unquantized ? false : quantizationConfig === null ? null : true,
    notCanonicalBecause: reasons,
    model: { id: model.info.id, baseUrl: model.info.baseUrl, floor: model.info.floor === true },
    serving,
    settings: {
      limit: options.limit ?? null,
      seed: options.seed ?? 1234,
      epochs: options.epochs ?? 1,
      api: options.api ?? null,
      system: options.system ?? null,
      promptTemplate: specialist.promptTemplate ?? null,
      adapterPath: specialist.adapterPath ?? null,
    },
    fingerprint: {
      harnessCommit: HARNESS_COMMIT,
      generationParams: {},
      chatTemplate: specialist.chatTemplate ?? null,
      modelManifestPath: specialist.modelManifestPath ?? null,
      sgfp4ManifestPath: specialist.sgfp4ManifestPath ?? null,
      taskRevision: specialist.taskRevision ?? null,
      datasetRevision: specialist.datasetRevision ?? null,
    },
  };
}
