/**
 * The normal distribution: cumulative probability and its inverse.
 *
 * @module
 */

/** erfc by a continued fraction for large arguments and the series of erf for small ones. */
function erfc(x: number): number {
  const a = Math.abs(x);
  let value: number;
  if (a < 2.5) {
    let term = a;
    let sum = a;
    for (let n = 1; n < 200 && Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= (-a * a) / n;
      sum += term / (2 * n + 1);
    }
    value = 1 - (2 / Math.sqrt(Math.PI)) * sum;
  } else {
    let fraction = 0;
    for (let n = 120; n > 0; n--) fraction = (n / 2) / (a + fraction);
    value = Math.exp(-a * a) / (Math.sqrt(Math.PI) * (a + fraction));
  }
  return x < 0 ? 2 - value : value;
}

/**
 * Probability that a standard normal value is at most `z`.
 *
 * @returns A number in 0..1, accurate to about 1e-15.
 *
 * @example Half lies below the mean
 * ```ts
 * import { normalCdf } from "./normal.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(normalCdf(0), 0.5);
 * ```
 */
export function normalCdf(z: number): number {
  return erfc(-z / Math.SQRT2) / 2;
}

/**
 * Inverse of {@linkcode normalCdf}, by bisection and Newton steps.
 *
 * @param p Probability inside 0..1, ends excluded.
 * @throws {RangeError} When `p` is not strictly between 0 and 1.
 *
 * @example The well-known 1.96
 * ```ts
 * import { normalQuantile } from "./normal.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(normalQuantile(0.975).toFixed(6), "1.959964");
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) {
    throw new RangeError(`Cannot invert the normal distribution: wanted 0 < p < 1, found "${p}"`);
  }
  let low = -40;
  let high = 40;
  for (let i = 0; i < 200 && high - low > 1e-15 * Math.max(1, Math.abs(low)); i++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
