/** @module */
import { checkOptions } from "../core/check_options.ts";
import { joinPath } from "../core/path.ts";
import { floorModel } from "../model/floor_model.ts";
import { priceOf } from "../model/price.ts";
import { type Entry, toEntry } from "../result/entry.ts";
import { writeEntry } from "../result/write_entry.ts";
import { lostReasons, sentParams } from "./adapted.ts";
import { paramsOf, planSettings, reasonsOf, runFacts } from "./bench_facts.ts";
import type { BenchmarkOptions } from "./bench_options.ts";
import { type BenchPlan, planBenchmark } from "./bench_plan.ts";
import { benchResult } from "./bench_results.ts";
import type { BenchRun } from "./bench_run.ts";
import type { OpenSplit } from "./load_task_data.ts";
import { openCodeSandbox } from "./open_code_sandbox.ts";
import { BENCHMARK_OPTIONS } from "./option_names.ts";
import type { Sample } from "./sample.ts";
import { showRun, showSampleList, showTask } from "./show_run.ts";
import { jobsAnswers, keepAnswers } from "./stored_answers.ts";
import { quoteJobs } from "./quote.ts";
import { runJobs, type SampleQuery } from "./run_jobs.ts";
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
 * @throws {TypeError} without a niche and without tasks, or for an unknown option
 * @throws {TaskError} `unknown_niche`, `unknown_task`, `duplicate_task`
 * @throws {UsageError} `not_canonical`, `no_choice_protocol`, `run_not_found`, `bad_run_id`
 * @throws {ResultError} `plan_mismatch`, `run_locked`, `disk_full` and other trouble with files
 *
 * @example The floor model on the samples
 * ```ts
 * import { runBenchmark } from "./run_benchmark.ts";
 * import { assert } from "@std/assert";
 * const out = await Deno.makeTempDir();
 * const run = await runBenchmark({ tasks: ["pubmedqa"], out });
 * assert(run.results[0]?.task === "pubmedqa" && run.mode === "diagnostic");
 * await Deno.remove(out, { recursive: true });
 * ```
 */
export async function runBenchmark(options: BenchmarkOptions): Promise<BenchRun> {
  await checkOptions(options, BENCHMARK_OPTIONS, "runBenchmark");
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
  await using code = await openCodeSandbox(plan.benchmarks.flatMap((benchmark) => benchmark.jobs), options);
  const { jobs } = code;
  const protocols = [...new Set(jobs.map((job) => job.choiceProtocol))]
    .filter((protocol): protocol is string => protocol !== null && protocol !== "loglikelihood");
  const forms = jobs.flatMap(({ prepared: { task } }) =>
    task.metadata?.chat_form === undefined || task.chatForm?.canonical === true
      ? []
      : [task.chatForm?.name ?? ""]
  );
  const own = jobs.flatMap(({ prepared: { task: { name, diagnostic } } }) =>
    diagnostic === undefined ? [] : [`${diagnostic} (${name})`]
  );
  const unpinned = plan.benchmarks.flatMap((benchmark) => benchmark.unpinned);
  const found = { model, source, protocols: [...protocols, ...forms], unpinned };
  const reasons = [...reasonsOf(options, found), ...own];
  // A run that was not told to be canonical is not so by having measured nothing.
  if (jobs.length === 0 && options.mode !== "canonical") reasons.push("no data");
  const mode = settleMode(options.mode, reasons);
  options.onEvent?.({
    kind: "bench.planned",
    niche: plan.niche,
    source,
    mode,
    notCanonicalBecause: reasons,
    benchmarks: plan.benchmarks.map(({ name, blank }) => ({ name, status: blank?.status ?? "ok" })),
    sandbox: code.stamp === null ? null : { backend: code.stamp.backend, why: code.stamp.why },
    sandboxFault: code.fault,
    costUsd: quoteJobs(jobs, priceOf(model.info)),
  });
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
      settings: planSettings(options, { model, source, jobs, niche: plan.niche, groups: groupsOf(plan) }),
      ...(options.resume === undefined ? {} : { resume: options.resume }),
      ...(options.maxAttempts === undefined ? {} : { maxAttempts: options.maxAttempts }),
    },
  });
  // What a server refuses is known only now; the answers are kept in the ledger either way.
  const lost = lostReasons(model).filter((reason) => !reasons.includes(reason));
  reasons.push(...lost);
  const settled = lost.length === 0 ? mode : settleMode(options.mode, reasons);
  const facts = runFacts(options, { model, source, mode: settled, reasons, run, niche: plan.niche });
  const results = plan.benchmarks.map((benchmark) => benchResult(benchmark, plan, run));
  const entries: Entry[] = [];
  const files: string[] = [];
  for (const [at, result] of results.entries()) {
    const generationParams = sentParams(paramsOf(plan.benchmarks[at]?.jobs ?? []), model);
    const entry = await toEntry(result, {
      ...facts,
      ...(plan.benchmarks[at]?.jobs.some((job) => job.prepared.task.unsafeCode)
        ? { sandbox: code.stamp }
        : {}),
      fingerprint: { ...facts.fingerprint, generationParams },
    });
    entries.push(entry);
    // Before it is written: on a full disk the watcher is the one who has it.
    options.onEvent?.({ kind: "bench.entry", entry });
    files.push(
      await writeEntry(entry, {
        dir: joinPath(out, "benchmarks"),
        replace: options.resume !== undefined,
        ...(options.redact === undefined ? {} : { redact: options.redact }),
      }),
    );
  }
  const shown = showRun<BenchRun>({
    runId: facts.runId,
    folder: run.folder as string,
    niche: plan.niche,
    mode: settled,
    source,
    model: facts.model,
    notCanonicalBecause: reasons,
    status: results.every((result) => result.status === "ok") ? "ok" : "incomplete",
    results,
    entries,
    files,
    summary: run.summary,
    task: (name: string) => {
      const at = plan.benchmarks.findIndex((benchmark) => benchmark.name === name);
      const leaves = at >= 0
        ? (plan.benchmarks[at]?.jobs ?? []).map((job) => job.prepared.task.name)
        : jobs.map((job) => job.prepared.task.name).filter((leaf) => leaf === name);
      const result = results[at] ?? run.tallies.get(name)?.result;
      if (result === undefined) {
        const known = results.map((one) => one.task).join('", "');
        throw new RangeError(`Cannot find task "${name}" in the run: wanted one of "${known}"`);
      }
      return showTask({
        result,
        samples: async (query: SampleQuery = {}) => {
          const found: Sample[] = [];
          for (const leaf of leaves) {
            const left: number = (query.limit ?? Infinity) - found.length;
            if (left <= 0) break;
            found.push(...await run.samples(leaf, { ...query, limit: left }));
          }
          return showSampleList(found);
        },
      });
    },
  });
  return keepAnswers(shown, () => jobsAnswers(jobs, run, model));
}

/** The hub client is loaded when the first split is asked of it. */
function lazyHub(): OpenSplit {
  let opener: Promise<OpenSplit> | undefined;
  return async (task, split) => {
    opener ??= import("./open_hub_split.ts").then(({ hubSplits }) => hubSplits());
    return await (await opener)(task, split);
  };
}

/** Leaves that were planned, by the group they were asked for with. */
function groupsOf(plan: BenchPlan): Record<string, string[]> {
  return Object.fromEntries(
    plan.benchmarks.filter(({ group, jobs }) => group !== null && jobs.length > 0)
      .map(({ name, jobs }) => [name, jobs.map(({ prepared }) => prepared.task.name)]),
  );
}
