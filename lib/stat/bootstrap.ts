/**
 * The bootstrap standard error of lm-eval, draw for draw.
 *
 * @module
 */
import { Random } from "../core/random.ts";
import { sampleStddev } from "./mean.ts";

/** Options of {@linkcode bootstrapStderr}. */
export interface BootstrapOptions {
  /** Wanted resamples; a remainder after whole chunks of 1,000 is dropped, as in lm-eval. */
  readonly iterations: number;
}

/**
 * Standard error of a statistic by resampling with replacement.
 *
 * Resamples come in chunks of `min(1000, iterations)`; chunk `i` draws from its
 * own `Random(i)`, so the value is the same on every machine and equals the one
 * of lm-eval 0.4.13. The result is the sample standard deviation of all values.
 *
 * @param size Number of items; below 2 there is no error to speak of.
 * @param statistic Gets the drawn indices (a buffer that is reused) and gives the statistic of that resample.
 * @returns Null when `size` < 2, when fewer than two resamples were drawn, or when a value is not finite.
 * @throws {RangeError} When `iterations` is not a whole number >= 0.
 *
 * @example Error of a median
 * ```ts
 * import { bootstrapStderr } from "./bootstrap.ts";
 * import { upperMedian } from "./mean.ts";
 * import { assertEquals } from "@std/assert";
 * const xs = [0.1, 2.5, 3.0, 0.7, 1.1, 9.0, 4.2];
 * const pick = (rows: Int32Array) => upperMedian(Float64Array.from(rows, (i) => xs[i]!)) ?? 0;
 * assertEquals(bootstrapStderr(xs.length, pick, { iterations: 1000 })?.toFixed(9), "1.299109667");
 * ```
 */
export function bootstrapStderr(
  size: number,
  statistic: (rows: Int32Array) => number,
  options: BootstrapOptions,
): number | null {
  const { iterations } = options;
  if (!Number.isInteger(iterations) || iterations < 0) {
    throw new RangeError(`Cannot bootstrap: wanted a whole number of iterations >= 0, found "${iterations}"`);
  }
  const chunk = Math.min(1000, iterations);
  if (size < 2 || chunk === 0) return null;
  const chunks = Math.floor(iterations / chunk);
  const values = new Float64Array(chunks * chunk);
  const rows = new Int32Array(size);
  let at = 0;
  for (let i = 0; i < chunks; i++) {
    const random = new Random(i);
    for (let j = 0; j < chunk; j++) {
      for (let k = 0; k < size; k++) rows[k] = Math.floor(random.random() * size);
      const value = statistic(rows);
      if (!Number.isFinite(value)) return null;
      values[at++] = value;
    }
  }
  return sampleStddev(values);
}
