/**
 * MedCalc-Bench: the reply's number or date against the reference.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import { goldTexts, replyText } from "./gold.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

/** Python's `float(text)` for plain decimals; null where Python refuses. */
function pyFloat(text: string): number | null {
  const plain = pyStrip(text).replace(/(?<=\d)_(?=\d)/g, "");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Days since 1970 of `m/d/Y`, or the days of `('N weeks', 'M days')`; null for anything else. */
function days(text: string): number | null {
  const span = /^\('(\d+) weeks?', '(\d+) days?'\)$/.exec(pyStrip(text));
  if (span) return 7 * Number(span[1]) + Number(span[2]);
  const date = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(pyStrip(text));
  if (!date) return null;
  const [month, day, year] = [Number(date[1]), Number(date[2]), Number(date[3])];
  const stamp = new Date(Date.UTC(year, month - 1, day));
  return stamp.getUTCMonth() === month - 1 && stamp.getUTCDate() === day
    ? stamp.getTime() / 86_400_000
    : null;
}

/** What a MedCalc-Bench row says about its answer. */
export interface MedcalcRow {
  /** `risk`, `severity`, `diagnosis`, `date`, `dosage conversion`, `physical`; others never score. */
  readonly category: string;
  /** Ground truth answer. */
  readonly reference: string;
  /** Lower limit, inclusive. */
  readonly lower: string;
  /** Upper limit, inclusive. */
  readonly upper: string;
}

/**
 * MedCalc-Bench accuracy of one reply, as in HELM: equality for risk, severity
 * and diagnosis; inside the limits for dates (or weeks and days) and numbers.
 *
 * @returns 1 or 0; 0 for other categories (also `lab test`) and unreadable replies.
 *
 * @example Inside the limits
 * ```ts
 * import { medcalcAccuracy } from "./medcalc.ts";
 * import { assertEquals } from "@std/assert";
 * const row = { category: "physical", reference: "25.2", lower: "23.94", upper: "26.46" };
 * assertEquals([medcalcAccuracy("25", row), medcalcAccuracy("25 kg", row)], [1, 0]);
 * ```
 */
export function medcalcAccuracy(reply: string, row: MedcalcRow): number {
  const { category, reference, lower, upper } = row;
  if (["risk", "severity", "diagnosis"].includes(category)) {
    return Number(pyStrip(reply) === pyStrip(reference));
  }
  const read = category === "date"
    ? days
    : ["dosage conversion", "physical"].includes(category)
    ? pyFloat
    : () => null;
  const [said, low, high] = [read(reply), read(lower), read(upper)];
  return Number(said !== null && low !== null && high !== null && low <= said && said <= high);
}

/** MedCalc-Bench accuracy over the hub columns `Category`, `Lower Limit`, `Upper Limit`. */
export const medcalcBenchAccuracy: BenchMetric = defineMetric({
  name: "medcalc_bench_accuracy",
  range: [0, 1],
  score(view) {
    const { fields } = view;
    const reply = replyText(view);
    if (reply === null) return 0;
    return medcalcAccuracy(reply, {
      category: String(fields["Category"] ?? ""),
      reference: goldTexts({ target: view.target, choices: [] })[0] ?? "",
      lower: String(fields["Lower Limit"] ?? ""),
      upper: String(fields["Upper Limit"] ?? ""),
    });
  },
});
