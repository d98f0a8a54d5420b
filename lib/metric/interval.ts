/**
 * Confidence interval of a score.
 *
 * @module
 */
import type { Aggregated } from "./aggregate.ts";
import { studentQuantile } from "../stat/student.ts";
import { normalQuantile } from "../stat/normal.ts";
import { wilsonInterval } from "../stat/wilson.ts";

/** Bounds of a score with how they were made. */
export interface ScoreInterval {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
  /** Confidence, 0.95 unless asked otherwise. */
  readonly level: number;
  /** `wilson`, `t` or `bootstrap`. */
  readonly method: string;
}

/** Options of {@linkcode scoreInterval}. */
export interface IntervalOptions {
  /** Confidence inside 0..1; default 0.95. */
  readonly level?: number;
  /** How the standard error came about; default `mean`. */
  readonly stderr?: "mean" | "bootstrap" | "none";
  /** Range of the score; the bounds are kept inside it. */
  readonly range?: readonly [number, number];
}

/**
 * Interval of an aggregated score: Wilson when every value is 0 or 1 and the
 * score is their mean (never a false certainty at 0 % or 100 %), else
 * `score ± t · stderr`, else `score ± z · bootstrap stderr`.
 *
 * @param values Per-sample values behind the score; anything but numbers is only looked at for being 0/1.
 * @param score The aggregate of these values.
 * @returns Null when there is no score, or no standard error where one is needed.
 *
 * @example 25 misses
 * ```ts
 * import { scoreInterval } from "./interval.ts";
 * import { assertEquals } from "@std/assert";
 * const interval = scoreInterval(Array(25).fill(0), { value: 0, stderr: 0, n: 25 });
 * assertEquals([interval?.low, interval?.high.toFixed(4), interval?.method], [0, "0.1332", "wilson"]);
 * ```
 */
export function scoreInterval(
  values: readonly unknown[],
  score: Aggregated,
  options: IntervalOptions = {},
): ScoreInterval | null {
  const level = options.level ?? 0.95;
  const { value, stderr } = score;
  const how = options.stderr ?? "mean";
  if (value === null) return null;
  const present = values.filter((one) => one !== null);
  const binary = present.length > 0 &&
    present.every((one) => one === 0 || one === 1 || typeof one === "boolean");
  if (how === "mean" && binary) {
    const hits = present.filter((one) => Number(one) === 1).length;
    const bounds = wilsonInterval(hits, present.length, level);
    return bounds && { ...bounds, level, method: "wilson" };
  }
  if (stderr === null || how === "none") return null;
  const p = 1 - (1 - level) / 2;
  const half = stderr * (how === "mean" ? studentQuantile(p, score.n - 1) : normalQuantile(p));
  const [least, most] = options.range ?? [-Infinity, Infinity];
  return {
    low: Math.max(least, value - half),
    high: Math.min(most, value + half),
    level,
    method: how === "mean" ? "t" : "bootstrap",
  };
}
