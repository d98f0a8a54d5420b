/**
 * Equality of numbers, strictly and flexibly, under two names.
 *
 * @module
 */
import { lastNumber, parseNumber } from "../filter/number.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts, replyText } from "./gold.ts";

function numberMetric(name: string, read: (text: string) => number | null): BenchMetric {
  return defineMetric({
    name,
    range: [0, 1],
    score(view) {
      const said = read(replyText(view) ?? "");
      return Number(said !== null && goldTexts(view).some((gold) => parseNumber(gold) === said));
    },
  });
}

/** The reply is the number and nothing else: `1,000` is 1000, `The total is 1,000.` is not. */
export const numberMatch: BenchMetric = numberMetric("number_match", parseNumber);

/** The last number of the reply is the number: more is read, and more is read wrongly. */
export const numberMatchFlexible: BenchMetric = numberMetric("number_match_flexible", lastNumber);
