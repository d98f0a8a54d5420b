/**
 * The report of a run as plain text.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import type { ReportRow, ReportView } from "./view.ts";
import { type TableColumn, toTable } from "./table.ts";

/** Four decimals, as lm-eval prints; a dash for what is not known. */
const number = (value: number | null): string => value === null ? "-" : value.toFixed(4);

function scoreCell(row: ReportRow): string {
  return row.stderr === null ? number(row.score) : `${number(row.score)} ± ${number(row.stderr)}`;
}

function intervalCell({ interval }: ReportRow): string {
  return interval === null ? "-" : `[${number(interval.low)}, ${number(interval.high)}]`;
}

/**
 * The final table of a run: a row a task with score ± standard error, interval,
 * counts of scored, errored and unparsed samples, protocol and status; below
 * it what is not as it should be.
 *
 * @example
 * ```ts
 * import { reportText } from "./report_text.ts";
 * import { toView } from "./view.ts";
 * import { decodeEntry } from "../result/entry_codec.ts";
 * import { assert } from "@std/assert";
 * const seed = { run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } };
 * assert((await reportText(toView([decodeEntry(seed)]))).includes("0.5000"));
 * ```
 */
export async function reportText(view: ReportView): Promise<string> {
  const limited = view.rows.some((row) => row.counts.limited > 0);
  const level = view.rows.find((row) => row.interval !== null)?.interval?.level ?? 0.95;
  const columns: TableColumn[] = [
    { title: "task" },
    { title: "metric" },
    { title: "score ± stderr", align: "right" },
    { title: `${Math.round(level * 1000) / 10}% interval`, align: "right" },
    { title: "scored", align: "right" },
    { title: "errored", align: "right" },
    { title: "unparsed", align: "right" },
    ...(limited ? [{ title: "limited", align: "right" as const }] : []),
    { title: "shots", align: "right" },
    { title: "protocol" },
    { title: "status" },
  ];
  const rows = view.rows.map((row) => [
    row.task,
    row.metric?.replace(/,none$/, "") ?? "-",
    scoreCell(row),
    intervalCell(row),
    `${row.counts.scored} of ${row.counts.total}`,
    String(row.counts.errored),
    String(row.counts.unparsed),
    ...(limited ? [String(row.counts.limited)] : []),
    String(row.numFewshot),
    row.protocol,
    row.blocking ? row.status : `${row.status} (diagnostic)`,
  ]);
  const notes = view.rows.flatMap((row) => {
    const lines = row.note === null ? [] : [`${row.task}: ${row.status}: ${row.note}`];
    if (row.scoreIfErrorsWrong !== null && row.counts.errored > 0) {
      lines.push(`${row.task}: ${number(row.scoreIfErrorsWrong)} if the errored samples count as wrong`);
    }
    return lines;
  });
  const warnings = view.warnings.map(({ code, task, message }) => `warning ${code}: ${task}: ${message}`);
  return [await toTable(columns, rows), view.headline, ...[...notes, ...warnings].map(visibleText)].join(
    "\n",
  );
}
