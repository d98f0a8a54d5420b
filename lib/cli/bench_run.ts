/**
 * The run of `deno task bench`, once everything is settled and allowed.
 *
 * @module
 */
import type { BenchEvent } from "../core/context.ts";
import { copyEnv, readEnv } from "../core/env.ts";
import { writeFileAtomic } from "../core/atomic.ts";
import { joinPath } from "../core/path.ts";
import { replaceSecrets } from "../core/redact.ts";
import { priceOf, priceUsd } from "../model/price.ts";
import { plannedText } from "../report/planned_text.ts";
import { reportText } from "../report/report_text.ts";
import { toView } from "../report/view.ts";
import type { Entry } from "../result/entry.ts";
import type { BenchRun } from "../run/bench_run.ts";
import { catchSignals, type CaughtSignals } from "../run/catch_signals.ts";
import type { RunEvent } from "../run/events.ts";
import { runBenchmark } from "../run/run_benchmark.ts";
import { gateOf, jsonLine, runExitCode, showEnd, typedWhat } from "./bench_end.ts";
import { secretsOf } from "./bench_model.ts";
import { benchRequest } from "./bench_request.ts";
import type { SettledBench } from "./bench_settings.ts";
import { openBenchModel } from "./choose_api.ts";
import { firstError } from "./exit.ts";
import { openJudge } from "./open_judge.ts";
import { openProgress, type Progress } from "./progress.ts";
import { startServer } from "./serve.ts";
import { openTerminal } from "./terminal.ts";

/**
 * Runs the benchmarks, shows progress and results, judges the gate.
 *
 * @returns Exit code.
 * @throws What `runBenchmark` throws; results that could not be written are
 * printed first.
 * @example
 * ```ts ignore
 * Deno.exit(await runBench({ flags, specialist, settings }));
 * ```
 */
export async function runBench(bench: SettledBench): Promise<number> {
  using signals = catchSignals();
  try {
    return await runUnder(signals, bench);
  } catch (error) {
    if (signals.exitCode === null || !comesFrom(error, signals.soft.reason)) throw error;
    openTerminal({ plain: true }).err("interrupted before the first sample: nothing was written\n");
    return signals.exitCode;
  }
}

function comesFrom(error: unknown, reason: unknown): boolean {
  const first = firstError(error);
  return first === reason ||
    (first instanceof Error && first.cause !== undefined && comesFrom(first.cause, reason));
}

async function runUnder(signals: CaughtSignals, bench: SettledBench): Promise<number> {
  const { flags, specialist, settings } = bench;
  const plain = flags.noColor === true || readEnv("NO_COLOR") !== undefined;
  const terminal = openTerminal({ plain, term: readEnv("TERM") });
  const progress = openProgress({
    write: flags.quiet === true ? () => {} : (text) => terminal.err(text),
    inPlace: terminal.inPlace,
    width: terminal.width,
  });
  const secrets = await secretsOf([settings.model, settings.judge], readEnv);
  const { serve, model: { baseUrl } } = settings;
  await using _server = serve === null || baseUrl === null ? null : await startServer(serve, {
    baseUrl,
    root: settings.root,
    env: copyEnv(),
    signal: signals.soft,
  });
  const notes: string[] = [];
  const opened = await openBenchModel(bench, {
    signal: signals.soft,
    say: (line) => notes.push(line),
    emit: progress.event,
  });
  const entries: Entry[] = [];
  const watched = { progress, entries, notes };
  try {
    const judge = settings.judge === null
      ? undefined
      : await openJudge(settings.judge, { env: readEnv, ...flags });
    const run = await runBenchmark({
      ...await benchRequest(bench),
      ...opened,
      ...(judge === undefined ? {} : { judge }),
      priceUsd: (tokens) => priceUsd(priceOf(opened.model.info), tokens),
      signal: signals.soft,
      hardSignal: signals.hard,
      onEvent: watcher(watched),
      redact: (text) => replaceSecrets(text, secrets),
    });
    progress.end();
    await saveReport(run);
    const verdict = gateOf(run, { failUnder: flags.failUnder, hardFloor: specialist.hardFloor });
    await showEnd({
      run,
      verdict,
      terminal,
      json: flags.json === true,
      secrets,
      what: typedWhat(bench.asked ?? flags),
    });
    return signals.exitCode ?? runExitCode(run, verdict);
  } catch (error) {
    progress.end();
    // Whatever was scored must not be lost with the file.
    for (const entry of entries) terminal.out(jsonLine(entry, secrets));
    throw error;
  } finally {
    await opened.model.close?.();
  }
}

/** The same table for later readers, beside the ledger. Not worth failing for. */
async function saveReport(run: BenchRun): Promise<void> {
  const text = await reportText(toView(run.entries));
  await writeFileAtomic(joinPath(run.folder, "report.txt"), `${text}\n`).catch(() => {});
}

interface Watched {
  readonly progress: Progress;
  readonly entries: Entry[];
  readonly notes: readonly string[];
}

/** Keeps entries, prints the first line when the plan stands, hands the rest to the progress. */
function watcher(
  { progress, entries, notes }: Watched,
): (event: RunEvent | BenchEvent) => void {
  let plan: BenchEvent = { kind: "bench.planned" };
  return (raw) => {
    const event = raw as BenchEvent;
    if (event.kind === "bench.planned") plan = event;
    if (event.kind === "bench.entry") entries.push(event.entry as Entry);
    if (event.kind === "run.planned") {
      const benchmarks = (plan.benchmarks ?? []) as readonly { name: string; status: string }[];
      progress.line(plannedText({
        runId: event.runId as string | null,
        left: benchmarks.filter(({ status }) => status !== "ok").map(({ name, status }) =>
          `${name} ${status}`
        ),
        samples: Number(event.units ?? 0),
        done: Number(event.done ?? 0),
        mode: String(plan.mode ?? ""),
        costUsd: typeof plan.costUsd === "number" ? plan.costUsd : null,
        notCanonicalBecause: (plan.notCanonicalBecause ?? []) as readonly string[],
      }));
      for (const line of sandboxLines(plan)) progress.line(line);
      for (const note of notes) progress.line(note);
    }
    progress.event(event);
  };
}

/** Where the code of answers runs, and why there. */
function sandboxLines(plan: BenchEvent): string[] {
  const sandbox = plan.sandbox as { readonly backend: string; readonly why: string } | null | undefined;
  if (sandbox) return [`code runs in ${sandbox.backend} (${sandbox.why})`];
  return typeof plan.sandboxFault === "string" ? [`code is not graded: ${plan.sandboxFault}`] : [];
}
