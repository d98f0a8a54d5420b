/**
 * The view every renderer draws: entries of one run, in words and numbers,
 * without layout.
 *
 * @module
 */
import type { Entry, EntryResult } from "../result/entry.ts";

/** One task of a report. */
export interface ReportRow {
  /** Name of the task. */
  readonly task: string;
  /** `ok`, `incomplete`, `skipped` or `error`. */
  readonly status: EntryResult["status"];
  /** Mean over scored samples; null when nothing was scored. */
  readonly score: number | null;
  /** Standard error of the score. */
  readonly stderr: number | null;
  /** Confidence interval of the score. */
  readonly interval: EntryResult["interval"];
  /** Score with errored samples counted as wrong. */
  readonly scoreIfErrorsWrong: number | null;
  /** `metric,filter` behind the score. */
  readonly metric: string | null;
  /** Outcome classes. */
  readonly counts: EntryResult["counts"];
  /** How the answers were obtained: choice protocol or `generation`. */
  readonly protocol: string;
  /** Shots. */
  readonly numFewshot: number;
  /** Whether a gate may fail on it. */
  readonly blocking: boolean;
  /** Why it is not `ok`, or null. */
  readonly note: string | null;
  /** Category scores, in file order; nulls had nothing scored. */
  readonly perCategory: Readonly<Record<string, number | null>>;
}

/** A warning worth showing beside the numbers. */
export interface ReportWarning {
  /** Stable code. */
  readonly code: string;
  /** Task it belongs to. */
  readonly task: string;
  /** Sentence for people. */
  readonly message: string;
}

/** A run as renderers see it. */
export interface ReportView {
  /** Id of the run. */
  readonly runId: string;
  /** Niche, or `custom`. */
  readonly niche: string;
  /** Model as asked for. */
  readonly model: string;
  /** True for the floor model and test doubles. */
  readonly floor: boolean;
  /** `canonical` or `diagnostic`. */
  readonly mode: string;
  /** Where the rows came from. */
  readonly source: string;
  /** Why the run is not canonical. */
  readonly notCanonicalBecause: readonly string[];
  /** All tasks of the run, also those that were not run. */
  readonly rows: readonly ReportRow[];
  /** How many of how many tasks are `ok`, in words. */
  readonly headline: string;
  /** Warnings of all tasks. */
  readonly warnings: readonly ReportWarning[];
}

function toRow([task, result]: [string, EntryResult]): ReportRow {
  return {
    task,
    status: result.status,
    score: result.score,
    stderr: result.stderr,
    interval: result.interval,
    scoreIfErrorsWrong: result.scoreIfErrorsWrong,
    metric: result.primaryMetric,
    counts: result.counts,
    protocol: result.choiceProtocol ?? (result.counts.total > 0 ? "generation" : "-"),
    numFewshot: result.numFewshot,
    blocking: result.blocking,
    note: result.status === "ok" ? null : result.message ?? result.reason,
    perCategory: result.perCategory,
  };
}

/**
 * Makes the view of one run from its entries, in their order. Without entries
 * the view is empty and says so.
 *
 * @example
 * ```ts
 * import { toView } from "./view.ts";
 * import { decodeEntry } from "../result/entry_codec.ts";
 * import { assertEquals } from "@std/assert";
 * const seed = { run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } };
 * assertEquals(toView([decodeEntry(seed)]).headline, "1 of 1 task ok");
 * ```
 */
export function toView(entries: readonly Entry[]): ReportView {
  const first = entries[0];
  const pairs = entries.flatMap((entry) => Object.entries(entry.results));
  const rows = pairs.map(toRow);
  const ok = rows.filter((row) => row.status === "ok").length;
  const plural = rows.length === 1 ? "task" : "tasks";
  return {
    runId: first?.runId ?? "",
    niche: first?.niche ?? "custom",
    model: first?.model.id ?? "",
    floor: first?.model.floor ?? false,
    mode: first?.mode ?? "diagnostic",
    source: first?.source ?? "",
    notCanonicalBecause: [...new Set(entries.flatMap((entry) => entry.notCanonicalBecause))],
    rows,
    headline: rows.length === 0 ? "nothing was run" : `${ok} of ${rows.length} ${plural} ok`,
    warnings: pairs.flatMap(([task, result]) =>
      result.dataWarnings.map(({ code, message }) => ({ code, task, message }))
    ),
  };
}
