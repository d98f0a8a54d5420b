/**
 * The first and last lines of a run at the terminal.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import type { ReportView } from "./view.ts";

/** What is known before the first request. */
export interface RunOutlook {
  /** Niche, or `custom`. */
  readonly niche: string;
  /** Names of the benchmarks. */
  readonly tasks: readonly string[];
  /** Model as asked for. */
  readonly model: string;
  /** Endpoint without credentials, or null for in-process models. */
  readonly baseUrl: string | null;
  /** True for the floor model. */
  readonly floor: boolean;
  /** Where the rows come from. */
  readonly source: string;
  /** `canonical` only when nothing stands against it so far. */
  readonly mode: "canonical" | "diagnostic";
  /** Why not canonical, as far as is known. */
  readonly notCanonicalBecause: readonly string[];
  /** Estimated cost; null when the price is unknown; 0 for in-process models. */
  readonly costUsd: number | null;
  /** Config in use, or null for defaults. */
  readonly config: string | null;
}

/**
 * The first line of a run: what will run, with which model, on which data, why
 * it is not canonical, and what it may cost.
 *
 * @example
 * ```ts
 * import { outlookText } from "./summary.ts";
 * import { assert } from "@std/assert";
 * const text = outlookText({
 *   niche: "medical", tasks: ["pubmedqa"], model: "builtin:floor", baseUrl: null,
 *   floor: true, source: "sample", mode: "diagnostic", notCanonicalBecause: ["source sample"], costUsd: 0,
 *   config: null,
 * });
 * assert(text.startsWith("medical: pubmedqa; builtin:floor (a floor, not a model)"));
 * ```
 */
export function outlookText(outlook: RunOutlook): string {
  const where = outlook.baseUrl === null ? "" : ` at ${outlook.baseUrl}`;
  const parts = [
    `${outlook.niche}: ${outlook.tasks.join(", ")}`,
    `${outlook.model}${outlook.floor ? " (a floor, not a model)" : ""}${where}`,
    `source ${outlook.source}`,
    outlook.costUsd === null
      ? "cost unknown"
      : outlook.costUsd === 0
      ? "no cost"
      : `about ${usd(outlook.costUsd)}`,
    outlook.config === null ? "no config, defaults" : `config ${outlook.config}`,
    modeText(
      outlook.mode === "canonical" ? "canonical if the data is the pinned split" : outlook.mode,
      outlook,
    ),
  ];
  return visibleText(parts.join("; "));
}

function modeText(
  mode: string,
  { notCanonicalBecause }: { readonly notCanonicalBecause: readonly string[] },
): string {
  return notCanonicalBecause.length === 0
    ? mode
    : `${mode}: not canonical because ${notCanonicalBecause.join(", ")}`;
}

/** What is known once the data is loaded. */
export interface RunPlanned {
  /** Id of the run; null without files. */
  readonly runId: string | null;
  /** Benchmarks that cannot run, with their status. */
  readonly left: readonly string[];
  /** Samples of the run. */
  readonly samples: number;
  /** Samples answered by an earlier start. */
  readonly done: number;
  /** Mode the run has. */
  readonly mode: string;
  /** Why not canonical. */
  readonly notCanonicalBecause: readonly string[];
}

/**
 * The second line of a run, before the first sample is asked: how many
 * samples, and what the mode is now that the data is known.
 *
 * @example
 * ```ts
 * import { plannedText } from "./summary.ts";
 * import { assertEquals } from "@std/assert";
 * const text = plannedText({
 *   runId: "20260102-030405", left: [], samples: 60, done: 12, mode: "canonical", notCanonicalBecause: [],
 * });
 * assertEquals(text, "run 20260102-030405: 60 samples, 12 answered before; canonical");
 * ```
 */
export function plannedText(plan: RunPlanned): string {
  const parts = [
    `${plan.samples} samples${plan.done > 0 ? `, ${plan.done} answered before` : ""}`,
    ...plan.left,
    modeText(plan.mode, plan),
  ];
  return visibleText(`run ${plan.runId ?? "without files"}: ${parts.join("; ")}`);
}

const usd = (value: number): string => `$${value < 0.1 ? value.toPrecision(1) : value.toFixed(2)}`;

/** What a run left and what comes next. */
export interface RunEnding {
  /** Result files. */
  readonly files: readonly string[];
  /** The run's folder, or null. */
  readonly folder: string | null;
  /** Command worth typing next. */
  readonly next: string;
  /** Verdict of the gate, or null when none was asked for. */
  readonly gate: string | null;
  /** Cost of the run; null when unknown. */
  readonly costUsd: number | null;
}

/**
 * The last lines of a run: gate, cost, files written, next command.
 *
 * @example
 * ```ts
 * import { endingText } from "./summary.ts";
 * import { assert } from "@std/assert";
 * const text = endingText({ files: ["a.json"], folder: null, next: "deno task bench --help", gate: null, costUsd: 0 });
 * assert(text.endsWith("next: deno task bench --help"));
 * ```
 */
export function endingText(ending: RunEnding): string {
  const lines = [
    ...(ending.gate === null ? [] : [ending.gate]),
    ...(ending.costUsd === null || ending.costUsd === 0 ? [] : [`cost ${usd(ending.costUsd)}`]),
    ...(ending.files.length === 0 ? ["no file was written"] : ending.files.map((file) => `wrote ${file}`)),
    ...(ending.folder === null ? [] : [`ledger and report in ${ending.folder}`]),
    `next: ${ending.next}`,
  ];
  return lines.map(visibleText).join("\n");
}

/**
 * The command worth typing after a run.
 *
 * @example
 * ```ts
 * import { nextCommand } from "./summary.ts";
 * import { toView } from "./view.ts";
 * import { assertEquals } from "@std/assert";
 * const view = { ...toView([]), runId: "r", niche: "medical", floor: true };
 * assertEquals(
 *   nextCommand(view),
 *   "deno task bench --niche medical --model openai:NAME --base-url http://127.0.0.1:8000/v1",
 * );
 * ```
 */
export function nextCommand(view: ReportView): string {
  const what = view.niche === "custom"
    ? `--tasks ${view.rows.map((row) => row.task).join(",")}`
    : `--niche ${view.niche}`;
  const has = (status: string): boolean => view.rows.some((row) => row.status === status);
  if (has("incomplete")) return `deno task bench ${what} --resume ${view.runId} (with the same flags)`;
  if (has("error")) return `deno task bench ${what} (with the same flags, once the error above is mended)`;
  if (view.floor) return `deno task bench ${what} --model openai:NAME --base-url http://127.0.0.1:8000/v1`;
  const scores = view.rows.filter((row) => row.blocking && row.score !== null).map((row) => row.score ?? 0);
  const least = Math.floor(100 * Math.max(0, Math.min(1, ...scores))) / 100;
  return `deno task bench ${what} --fail-under ${least} (with the same flags: a gate for the next model)`;
}
