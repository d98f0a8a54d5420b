/**
 * A run as it shows itself in a notebook.
 *
 * @module
 */
import { escapeHtml } from "../core/escape_html.ts";
import { clip, htmlTable } from "../core/html_table.ts";
import { intervalBar } from "./interval_bar.ts";
import type { ReportRow, ReportView } from "./view.ts";

const MOST_ROWS = 40;
const MOST_CATEGORIES = 60;
/** Characters for all of it; notebooks are committed. */
const ROOM = 19_000;

/**
 * Gives the table of a run: a row a task with score, interval as a bar, counts
 * of scored, errored and unparsed samples, protocol and status; below it what
 * is not as it should be. At most 40 tasks; categories, behind a fold, while there
 * is room.
 *
 * @example
 * ```ts
 * import { resultsHtml } from "./results_html.ts";
 * import { toView } from "./view.ts";
 * import { decodeEntry } from "../result/entry_codec.ts";
 * import { assert } from "@std/assert";
 * const seed = { run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } };
 * assert(resultsHtml(toView([decodeEntry(seed)])).includes("0.500"));
 * ```
 */
export function resultsHtml(view: ReportView): string {
  const columns = ["task", "score", "", "interval", "scored", "errored", "unparsed", "protocol", "status"];
  const table = htmlTable(columns, view.rows.slice(0, MOST_ROWS).map(rowCells));
  const floor = view.floor ? "a floor, not a model" : null;
  const why = view.notCanonicalBecause.length === 0
    ? null
    : `not canonical: ${view.notCanonicalBecause.join(", ")}`;
  const more = view.rows.length > MOST_ROWS ? `${view.rows.length - MOST_ROWS} more tasks` : null;
  const facts = [`${view.niche}: ${view.headline}`, view.model, floor, why, more]
    .filter((fact) => fact !== null && fact !== "");
  const notes = [
    ...view.rows.flatMap((row) => row.note === null ? [] : [`${row.task}: ${row.note}`]),
    ...view.warnings.map(({ code, task, message }) => `warning ${code}: ${task}: ${message}`),
  ];
  const list = notes.slice(0, 12).map((note) => `<li>${escapeHtml(clip(note, 300))}</li>`).join("");
  const parts = [
    table,
    `<p>${escapeHtml(facts.join(" · "))}</p>`,
    ...(list === "" ? [] : [`<ul>${list}</ul>`]),
  ];
  for (const row of view.rows) {
    const fold = categories(row);
    if (fold !== "" && parts.join("\n").length + fold.length < ROOM) parts.push(fold);
  }
  return parts.join("\n");
}

function rowCells(row: ReportRow): (string | number | null | { html: string })[] {
  const { interval, counts } = row;
  return [
    row.task,
    row.score === null ? null : Number(row.score.toFixed(3)) === 0 ? "0" : row.score.toFixed(3),
    { html: intervalBar(row.score, interval) },
    interval === null ? null : `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`,
    `${counts.scored} of ${counts.total}`,
    counts.errored,
    counts.unparsed,
    row.protocol,
    row.blocking ? row.status : `${row.status} (diagnostic)`,
  ];
}

function categories(row: ReportRow): string {
  const pairs = Object.entries(row.perCategory);
  if (pairs.length < 2) return "";
  const rows = pairs.slice(0, MOST_CATEGORIES).map(([name, score]) => [
    name,
    score === null ? null : score.toFixed(3),
  ]);
  const title = `${row.task}: ${pairs.length} categories`;
  return `<details><summary>${escapeHtml(title)}</summary>${
    htmlTable(["category", "score"], rows)
  }</details>`;
}
