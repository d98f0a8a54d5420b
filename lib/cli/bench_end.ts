/**
 * The end of a benchmark command: gate, table, last lines, exit code.
 *
 * @module
 */
import { redactSecrets, replaceSecrets } from "../core/redact.ts";
import { endingText } from "../report/ending_text.ts";
import { nextCommand } from "../report/next_command.ts";
import { reportText } from "../report/report_text.ts";
import { toView } from "../report/view.ts";
import type { Entry } from "../result/entry.ts";
import { encodeEntry } from "../result/entry_codec.ts";
import type { BenchRun } from "../run/bench_run.ts";
import { gateText, type GateVerdict, judgeGate } from "../run/gate.ts";
import type { BenchFlags } from "./bench_options.ts";
import { EXIT } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/**
 * An entry as one JSON line, known secrets taken out.
 *
 * @example
 * ```ts
 * import { jsonLine } from "./bench_end.ts";
 * import { decodeEntry } from "../result/entry_codec.ts";
 * import { assert } from "@std/assert";
 * const seed = { run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } };
 * assert(jsonLine(decodeEntry(seed), []).endsWith("}\n"));
 * ```
 */
export function jsonLine(entry: Entry, secrets: readonly string[]): string {
  return `${replaceSecrets(JSON.stringify(encodeEntry(entry)), secrets)}\n`;
}

/** What of a run decides gate and exit code. */
export type RunOutcome = Pick<BenchRun, "results" | "mode"> & {
  /** Result files; of them only the fingerprints count. */
  readonly entries: readonly Pick<Entry, "fingerprintValid" | "fingerprintMissing">[];
};

/**
 * Judges a run by `--fail-under` and the specialist's hard floors; null when
 * neither is given. A canonical run whose fingerprint is not valid never passes.
 *
 * @throws {RangeError} for a threshold out of 0..1.
 * @example No threshold, no verdict
 * ```ts
 * import { gateOf } from "./bench_end.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(gateOf({ results: [], mode: "diagnostic", entries: [] }, { hardFloor: {} }), null);
 * ```
 */
export function gateOf(
  run: RunOutcome,
  gate: { readonly failUnder?: number | undefined; readonly hardFloor: Readonly<Record<string, number>> },
): GateVerdict | null {
  const missing = [...new Set(run.entries.flatMap((entry) => entry.fingerprintMissing))];
  const invalid = run.mode === "canonical" && run.entries.some((entry) => !entry.fingerprintValid);
  return judgeGate(run.results, {
    ...(gate.failUnder === undefined ? {} : { failUnder: gate.failUnder }),
    hardFloor: gate.hardFloor,
    blockedBecause: invalid
      ? `the fingerprint of this canonical run lacks ${
        missing.join(", ")
      }: name them in config/specialists, ` +
        "or gate a run with --mode diagnostic"
      : null,
  });
}

/**
 * Exit code of a finished run: 1 for a gate that is not met, 3 for what was
 * not scored (a skipped task that does not block is fine), 5 when there was no
 * task, else 0.
 *
 * @example All samples errored
 * ```ts
 * import { runExitCode } from "./bench_end.ts";
 * import { blankResult } from "../result/blank_result.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(runExitCode({ results: [blankResult("mmlu")], mode: "diagnostic", entries: [] }, null), 3);
 * ```
 */
export function runExitCode(run: RunOutcome, verdict: GateVerdict | null): number {
  if (verdict?.outcome === "fail") return EXIT.finding;
  if (run.results.length === 0) return EXIT.nothing;
  const open = run.results.some((result) =>
    result.status !== "ok" && (result.blocking || result.status !== "skipped")
  );
  return verdict?.outcome === "inconclusive" || open ? EXIT.incomplete : EXIT.ok;
}

/** What {@linkcode showEnd} shows, and where. */
export interface BenchEnd {
  /** The finished run. */
  readonly run: BenchRun;
  /** Verdict of the gate. */
  readonly verdict: GateVerdict | null;
  /** Streams of the command. */
  readonly terminal: Terminal;
  /** Entries to standard output, everything else to standard error. */
  readonly json: boolean;
  /** Taken out of what is shown. */
  readonly secrets: readonly string[];
  /** What was run, as {@linkcode typedWhat} gives it; by default the niche or the tasks of the entries. */
  readonly what?: string;
}

/**
 * The flags that say what is run, as typed: a path of a task file stays a path.
 *
 * @example
 * ```ts
 * import { typedWhat } from "./bench_end.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(typedWhat({ tasks: ["my tasks/a.yaml"] }), '--tasks "my tasks/a.yaml"');
 * ```
 */
export function typedWhat(flags: Pick<BenchFlags, "config" | "includePath" | "niche" | "tasks">): string {
  const words = [
    ...(flags.config === undefined ? [] : ["--config", flags.config]),
    ...(flags.includePath ?? []).flatMap((path) => ["--include-path", path]),
    ...(flags.niche === undefined ? [] : ["--niche", flags.niche]),
    ...(flags.tasks === undefined ? [] : ["--tasks", flags.tasks.join(",")]),
  ];
  return words.map((word) => /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`).join(" ");
}

/**
 * Shows table, verdict, files and the next command; with `json` the entries as
 * JSON lines on standard output and the rest on standard error.
 *
 * @example
 * ```ts ignore
 * await showEnd({ run, verdict: null, terminal, json: false, secrets: [] });
 * ```
 */
export async function showEnd(end: BenchEnd): Promise<void> {
  const { run, verdict, terminal, json, secrets } = end;
  if (json) { for (const entry of run.entries) terminal.out(jsonLine(entry, secrets)); }
  const view = toView(run.entries);
  const costs = run.results.map((result) => result.costUsd);
  const text = [
    await reportText(view),
    endingText({
      files: run.files,
      folder: run.folder,
      next: nextCommand(view, end.what),
      gate: verdict === null ? null : gateText(verdict),
      costUsd: costs.some((cost) => cost === null)
        ? null
        : costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0),
    }),
  ].join("\n");
  const write = json ? terminal.err : terminal.out;
  write(`${redactSecrets(text, secrets)}\n`);
}
