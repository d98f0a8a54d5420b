/**
 * Student's t distribution, for intervals of a mean of few values.
 *
 * @module
 */

/** ln Γ(x), Lanczos approximation (g = 7, n = 9). */
function lnGamma(x: number): number {
  const c = [
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7,
  ];
  let sum = c[0] as number;
  for (let i = 1; i < c.length; i++) sum += (c[i] as number) / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Continued fraction of the incomplete beta function (Lentz). */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let h = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const part of [even, odd]) {
      d = 1 + part * d;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = 1 + part / c;
      if (Math.abs(c) < tiny) c = tiny;
      h *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return h;
}

/** Regularised incomplete beta function I_x(a, b). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

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
