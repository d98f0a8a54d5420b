/**
 * How a calibration looks.
 *
 * @module
 */
import { htmlTable } from "../core/html_table.ts";
import { showAs } from "../core/show_as.ts";
import type { Calibration, RubricCalibration } from "./calibration.ts";

const COLUMNS = [
  "rubric",
  "n",
  "errored",
  "base rate",
  "agreement",
  "kappa",
  "TPR",
  "TNR",
  "self-consistency",
];

/**
 * A calibration as plain text: a line a rubric under a line of headlines.
 *
 * @example
 * ```ts
 * import { calibrationText } from "./show_calibration.ts";
 * import { assert } from "@std/assert";
 * const empty = { schemaVersion: 1, judge: "openai:j", createdAt: "", repeats: 2, rubrics: [] } as const;
 * assert(calibrationText(empty).includes("kappa"));
 * ```
 */
export function calibrationText({ judge, rubrics }: Calibration): string {
  const rows = [COLUMNS, ...rubrics.map(cells)];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ").trimEnd());
  return [`Judge ${judge}`, ...lines].join("\n");
}

/** Makes a calibration show itself in a notebook. */
export function showCalibration(calibration: Calibration): Calibration {
  return showAs(calibration, (one) => ({
    html: htmlTable(COLUMNS, one.rubrics.map(cells)),
    text: calibrationText(one),
  }));
}

function cells(one: RubricCalibration): string[] {
  const figure = (value: number | null): string => value === null ? "-" : value.toFixed(3);
  const within = (value: number | null, bounds: RubricCalibration["tprBounds"]): string =>
    bounds === null ? "-" : `${figure(value)} (${bounds.low.toFixed(2)} to ${bounds.high.toFixed(2)})`;
  return [
    one.title,
    String(one.n),
    String(one.nErrored),
    figure(one.baseRate),
    figure(one.agreement),
    one.weightedKappa === null
      ? figure(one.kappa)
      : `${figure(one.kappa)}, weighted ${figure(one.weightedKappa)}`,
    within(one.tpr, one.tprBounds),
    within(one.tnr, one.tnrBounds),
    figure(one.selfConsistency),
  ];
}
