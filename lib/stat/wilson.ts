/**
 * Interval of a share of successes that stays honest at 0 % and 100 %.
 *
 * @module
 */
import { normalQuantile } from "./normal.ts";

/** Lower and upper end, both inside 0..1. */
export interface Bounds {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * Wilson score interval (Wilson 1927) of `successes` out of `total`.
 *
 * @param level Confidence, inside 0..1; 0.95 by default.
 * @returns The bounds, or null when `total` is 0.
 * @throws {RangeError} When the counts are not whole, are negative, or successes exceed the total.
 *
 * @example No success in 25 tries is not certainty
 * ```ts
 * import { wilsonInterval } from "./wilson.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(wilsonInterval(0, 25)?.high.toFixed(6), "0.133192");
 * ```
 */
export function wilsonInterval(successes: number, total: number, level = 0.95): Bounds | null {
  if (!Number.isInteger(successes) || !Number.isInteger(total) || successes < 0 || successes > total) {
    throw new RangeError(
      `Cannot make an interval: wanted 0 <= successes <= total, found "${successes}" of "${total}"`,
    );
  }
  if (total === 0) return null;
  const z = normalQuantile(1 - (1 - level) / 2);
  const p = successes / total;
  const z2 = (z * z) / total;
  const centre = (p + z2 / 2) / (1 + z2);
  const half = (z * Math.sqrt((p * (1 - p)) / total + z2 / (4 * total))) / (1 + z2);
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === total ? 1 : Math.min(1, centre + half),
  };
}
