/**
 * The names of the options of long calls, which notebooks cannot check.
 *
 * @module
 */
import type { BenchmarkOptions } from "./bench_options.ts";
import type { EngineOptions } from "./run_jobs.ts";
import type { RunTaskOptions } from "./run_task.ts";

const ENGINE: Readonly<Record<keyof EngineOptions, true>> = {
  concurrency: true,
  limiter: true,
  signal: true,
  hardSignal: true,
  unitTimeoutMs: true,
  graceMs: true,
  settleMs: true,
  sweepMs: true,
  retries: true,
  budget: true,
  maxErrorsInRow: true,
  onEvent: true,
  priceUsd: true,
  bootstrapIters: true,
};

/** Options of `runTask`. */
export const RUN_TASK_OPTIONS: Readonly<Record<keyof RunTaskOptions, true>> = {
  ...ENGINE,
  api: true,
  choices: true,
  sandbox: true,
  codeMode: true,
  docs: true,
  splits: true,
  model: true,
  limit: true,
  numFewshot: true,
  seed: true,
  epochs: true,
  system: true,
  generation: true,
  runsDir: true,
  resume: true,
};

/** Options of `runBenchmark`. */
export const BENCHMARK_OPTIONS: Readonly<Record<keyof BenchmarkOptions, true>> = {
  ...ENGINE,
  api: true,
  choices: true,
  sandbox: true,
  codeMode: true,
  numFewshot: true,
  limit: true,
  epochs: true,
  system: true,
  generation: true,
  resume: true,
  maxAttempts: true,
  niche: true,
  tasks: true,
  model: true,
  source: true,
  mode: true,
  seed: true,
  root: true,
  out: true,
  dataDir: true,
  overrides: true,
  specialist: true,
  unquantized: true,
  judge: true,
  openHub: true,
  redact: true,
};
