/**
 * Standard deviation without rounding on the way.
 *
 * @module
 */

/** A double as `mantissa * 2^exponent`, exactly. */
function exact(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: bits >> 63n === 1n ? -size : size, exponent: Math.max(biased, 1) - 1075 };
}

function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/**
 * Population standard deviation, correctly rounded: sets of scores that differ
 * only by a mirror, such as 0 0 1 and 1 1 0, give exactly the same number, as
 * Python's `statistics.pstdev` does.
 *
 * @returns 0 for a single value.
 * @throws {RangeError} When there is no value or one is not finite.
 * @example
 * ```ts
 * import { populationDeviation } from "./deviation.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(populationDeviation([0, 0, 1]), populationDeviation([1, 1, 0]));
 * assertEquals(populationDeviation([0, 1]), 0.5);
 * ```
 */
export function populationDeviation(values: readonly number[]): number {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new RangeError(`Cannot take a deviation: wanted finite numbers, found ${JSON.stringify(values)}`);
  }
  const parts = values.map(exact);
  const lowest = Math.min(...parts.filter(({ mantissa }) => mantissa !== 0n).map(({ exponent }) => exponent));
  const whole = parts.map(({ mantissa, exponent }) => mantissa && mantissa << BigInt(exponent - lowest));
  const count = BigInt(values.length);
  const sum = whole.reduce((a, b) => a + b, 0n);
  const squares = whole.reduce((a, b) => a + b * b, 0n);
  const numerator = count * squares - sum * sum;
  if (numerator === 0n) return 0;
  // sqrt(numerator / count²) = sqrt(numerator) / count, scaled so that 64 bits and more are left of
  // the point; the lowest bit says whether something was cut off, and the last division rounds once.
  const shift = BigInt(
    Math.max(0, 2 * 64 + 2 * count.toString(2).length - numerator.toString(2).length + 2) >> 1,
  );
  const scaled = numerator << (2n * shift);
  const root = integerRoot(scaled);
  const quotient = root / count;
  const drop = Math.max(0, quotient.toString(2).length - 64);
  const kept = quotient >> BigInt(drop);
  const isExact = kept << BigInt(drop) === quotient && quotient * count === root && root * root === scaled;
  return scalePower(Number((kept << 1n) | (isExact ? 0n : 1n)), lowest - Number(shift) - 1 + drop);
}

function scalePower(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
