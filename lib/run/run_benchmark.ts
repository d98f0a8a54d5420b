/** @module */
import { DataError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { floorModel } from "../model/floor_model.ts";
import { type Entry, toEntry } from "../result/entry.ts";
import type { TaskResult } from "../result/task_result.ts";
import { writeEntry } from "../result/write.ts";
import { paramsOf, planSettings, reasonsOf, runFacts } from "./bench_facts.ts";
import type { BenchmarkOptions } from "./bench_options.ts";
import { type BenchPlan, planBenchmark, type PlannedBenchmark } from "./bench_plan.ts";
import type { BenchRun } from "./bench_run.ts";
import type { OpenSplit } from "./load_task_data.ts";
import type { Sample } from "./sample.ts";
import { type JobsRun, runJobs } from "./run_jobs.ts";
import { tallyGroup } from "./tally_group.ts";
import { settleMode } from "./why_not_canonical.ts";

/**
 * Runs the benchmarks of a niche, or some tasks, on a model, and leaves one
 * result file a benchmark in `out/benchmarks` and plan and ledger in
 * `out/runs/RUN_ID`. Without a model it is the floor model on the built-in
 * samples: what a run looks like, not a measurement.
 *
 * A benchmark whose rows cannot be had comes back as `error` or `skipped` with
 * the reason; one with failed samples as `incomplete`. Stopping the run by
 * `signal` leaves incomplete results; `resume` asks only for what is missing.
 *
 * @throws {TypeError} without a niche and without tasks
 * @throws {TaskError} `unknown_niche`, `unknown_task`, `duplicate_task`
 * @throws {UsageError} `not_canonical`, `no_choice_protocol`, `run_not_found`, `bad_run_id`
 * @throws {ResultError} `plan_mismatch`, `run_locked`, `disk_full` and other trouble with files
 *
 * @example The floor model on the samples
 * ```ts
 * import { runBenchmark } from "./run_benchmark.ts";
 * const out = await Deno.makeTempDir();
 * const run = await runBenchmark({ tasks: ["pubmedqa"], out });
 * console.assert(run.results[0]?.task === "pubmedqa" && run.mode === "diagnostic");
 * await Deno.remove(out, { recursive: true });
 * ```
 */
export async function runBenchmark(options: BenchmarkOptions): Promise<BenchRun> {
  const { niche, tasks, root = "." } = options;
  if (niche === undefined && (tasks === undefined || tasks.length === 0)) {
    throw new TypeError('Cannot run a benchmark: wanted "niche" or "tasks", found neither');
  }
  const model = options.model ?? floorModel();
  const source = options.source ?? (options.model === undefined ? "sample" : "huggingface");
  const out = options.out ?? joinPath(root, "artifacts");
  settleMode(options.mode, reasonsOf(options, { model, source, protocols: [], unpinned: [] }));
  const dataDir = options.dataDir ?? joinPath(root, "data/benchmarks");
  const plan = await planBenchmark(options, {
    model,
    load: { source, dataDir, openHub: options.openHub ?? lazyHub() },
  });
  const jobs = plan.benchmarks.flatMap((benchmark) => benchmark.jobs);
  const protocols = [...new Set(jobs.map((job) => job.choiceProtocol))]
    .filter((protocol): protocol is string => protocol !== null && protocol !== "loglikelihood");
  const unpinned = plan.benchmarks.flatMap((benchmark) => benchmark.unpinned);
  const reasons = reasonsOf(options, { model, source, protocols, unpinned });
  const mode = settleMode(options.mode, reasons);
  const concurrency = options.concurrency ?? (model.info.baseUrl === null ? 4 : 32);
  const run = await runJobs(jobs, {
    model,
    engine: {
      maxErrorsInRow: Math.max(50, 2 * concurrency),
      unitTimeoutMs: 900_000,
      ...options,
      concurrency,
    },
    place: {
      runsDir: joinPath(out, "runs"),
      settings: planSettings(options, { model, source, jobs, niche: plan.niche }),
      ...(options.resume === undefined ? {} : { resume: options.resume }),
      ...(options.maxAttempts === undefined ? {} : { maxAttempts: options.maxAttempts }),
    },
  });
  const facts = runFacts(options, { model, source, mode, reasons, run, niche: plan.niche });
  const results = plan.benchmarks.map((benchmark) => resultOf(benchmark, plan, run));
  const entries: Entry[] = [];
  const files: string[] = [];
  for (const [at, result] of results.entries()) {
    const generationParams = paramsOf(plan.benchmarks[at]?.jobs ?? []);
    const entry = await toEntry(result, {
      ...facts,
      fingerprint: { ...facts.fingerprint, generationParams },
    });
    entries.push(entry);
    files.push(
      await writeEntry(entry, {
        dir: joinPath(out, "benchmarks"),
        replace: options.resume !== undefined,
        ...(options.redact === undefined ? {} : { redact: options.redact }),
      }),
    );
  }
  return {
    runId: facts.runId,
    folder: run.folder as string,
    niche: plan.niche,
    mode,
    source,
    model: facts.model,
    notCanonicalBecause: reasons,
    status: results.every((result) => result.status === "ok") ? "ok" : "incomplete",
    results,
    entries,
    files,
    summary: run.summary,
    task: (name) => {
      const at = plan.benchmarks.findIndex((benchmark) => benchmark.name === name);
      const leaves = at >= 0
        ? (plan.benchmarks[at]?.jobs ?? []).map((job) => job.prepared.task.name)
        : jobs.map((job) => job.prepared.task.name).filter((leaf) => leaf === name);
      const result = results[at] ?? run.tallies.get(name)?.result;
      if (result === undefined) {
        const known = results.map((one) => one.task).join('", "');
        throw new RangeError(`Cannot find task "${name}" in the run: wanted one of "${known}"`);
      }
      return {
        result,
        samples: async (query = {}) => {
          const found: Sample[] = [];
          for (const leaf of leaves) {
            const left: number = (query.limit ?? Infinity) - found.length;
            if (left <= 0) break;
            found.push(...await run.samples(leaf, { ...query, limit: left }));
          }
          return found;
        },
      };
    },
  };
}

/** The hub client is loaded when the first split is asked of it. */
function lazyHub(): OpenSplit {
  let opener: Promise<OpenSplit> | undefined;
  return async (task, split) => {
    opener ??= import("./open_hub_split.ts").then(({ hubSplits }) => hubSplits());
    return await (await opener)(task, split);
  };
}

function resultOf(benchmark: PlannedBenchmark, plan: BenchPlan, run: JobsRun): TaskResult {
  if (benchmark.blank !== null) return benchmark.blank;
  const leaves = benchmark.jobs.map((job) => {
    const tally = run.tallies.get(job.prepared.task.name);
    if (tally === undefined) {
      throw new DataError(`No tally of "${job.prepared.task.name}"`, { code: "internal" });
    }
    return { task: job.prepared.task, tally };
  });
  const { group, skipped, jobs } = benchmark;
  if (group === null) return (leaves[0] as { tally: { result: TaskResult } }).tally.result;
  const result = tallyGroup(group, {
    groups: plan.groups,
    leaves,
    facts: { blocking: jobs[0]?.blocking ?? true },
  });
  if (skipped.length === 0) return result;
  const codes = Map.groupBy(skipped, (one) => one.code);
  return {
    ...result,
    perCategory: {
      ...result.perCategory,
      ...Object.fromEntries(skipped.map(({ name }) => [name.replace(`${group.group}_`, ""), null])),
    },
    dataWarnings: [
      ...result.dataWarnings,
      ...[...codes].map(([code, list]) => ({
        code: `skipped_${code}`,
        count: list.length,
        message: `${list.length} tasks of the group were skipped: ${list[0]?.message}`,
      })),
    ],
  };
}
