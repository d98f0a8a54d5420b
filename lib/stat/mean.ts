/**
 * Plain descriptive numbers, summed left to right as lm-eval does.
 *
 * @module
 */

/**
 * Arithmetic mean.
 *
 * @param values Finite numbers.
 * @returns The mean, or null for an empty list: an empty mean is absent, never 0.
 *
 * @example Mean
 * ```ts
 * import { mean } from "./mean.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(mean([1, 2, 6]), 3);
 * assertEquals(mean([]), null);
 * ```
 */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

/**
 * Sample standard deviation (divisor n - 1).
 *
 * @returns Null below two values.
 *
 * @example Spread of three numbers
 * ```ts
 * import { sampleStddev } from "./mean.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sampleStddev([1, 2, 3]), 1);
 * ```
 */
export function sampleStddev(values: ArrayLike<number>): number | null {
  const mu = mean(values);
  if (mu === null || values.length < 2) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] as number) - mu) ** 2;
  return Math.sqrt(sum / (values.length - 1));
}

/**
 * Standard error of a mean: sample standard deviation over the root of n.
 *
 * @returns Null below two values; 0 when all are equal (see `wilsonInterval` for what that hides).
 *
 * @example Standard error
 * ```ts
 * import { meanStderr } from "./mean.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(meanStderr([0, 1, 0, 1])?.toFixed(4), "0.2887");
 * ```
 */
export function meanStderr(values: ArrayLike<number>): number | null {
  const spread = sampleStddev(values);
  return spread === null ? null : spread / Math.sqrt(values.length);
}

/**
 * lm-eval's median: the element at `floor(n / 2)` of the sorted list, without
 * averaging the two in the middle.
 *
 * @returns Null for an empty list.
 *
 * @example Upper middle of an even count
 * ```ts
 * import { upperMedian } from "./mean.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(upperMedian([4, 1, 3, 2]), 3);
 * ```
 */
export function upperMedian(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  return Float64Array.from(values).sort()[values.length >> 1] as number;
}
