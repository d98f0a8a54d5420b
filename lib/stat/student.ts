/**
 * Student's t distribution, for intervals of a mean of few values.
 *
 * @module
 */
import { incompleteBeta } from "./incomplete_beta.ts";

/**
 * Probability that a value of Student's t with `freedom` degrees is at most `t`.
 *
 * @param freedom Degrees of freedom, above 0.
 * @returns A number in 0..1.
 *
 * @example Half lies below 0
 * ```ts
 * import { studentCdf } from "./student.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(studentCdf(0, 5), 0.5);
 * ```
 */
export function studentCdf(t: number, freedom: number): number {
  if (t === 0) return 0.5;
  const tail = incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * Inverse of {@linkcode studentCdf}, by bisection.
 *
 * @param p Probability strictly inside 0..1.
 * @param freedom Degrees of freedom, above 0.
 * @throws {RangeError} On a probability or freedom outside its range.
 *
 * @example Ten degrees of freedom
 * ```ts
 * import { studentQuantile } from "./student.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(studentQuantile(0.975, 10).toFixed(6), "2.228139");
 * ```
 */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p > 0 && p < 1) || !(freedom > 0)) {
    throw new RangeError(
      `Cannot invert Student's t: wanted 0 < p < 1 and freedom > 0, found "${p}" and "${freedom}"`,
    );
  }
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  let low = 0;
  let high = 1;
  while (studentCdf(high, freedom) < p && high < 1e15) high *= 2;
  for (let i = 0; i < 200 && high - low > 1e-14 * Math.max(1, high); i++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, freedom) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
