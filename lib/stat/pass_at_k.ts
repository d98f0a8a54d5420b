/**
 * The unbiased pass@k estimator.
 *
 * @module
 */

/**
 * Probability that at least one of `k` draws without replacement passes, when
 * `passed` of `total` attempts did: `1 - C(n-c, k) / C(n, k)` (Chen et al. 2021,
 * "Evaluating Large Language Models Trained on Code"), as a running product.
 *
 * @param total Attempts made, at least `k`.
 * @param passed Attempts that passed, 0..`total`.
 * @returns A number in 0..1.
 * @throws {RangeError} When the counts are not whole or out of order: pass@k of fewer than k attempts does not exist.
 *
 * @example Two of five
 * ```ts
 * import { passAtK } from "./pass_at_k.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(passAtK(5, 2, 5), 1);
 * assertEquals(passAtK(5, 0, 2), 0);
 * ```
 */
export function passAtK(total: number, passed: number, k: number): number {
  const whole = [total, passed, k].every(Number.isInteger);
  if (!whole || k < 1 || total < k || passed < 0 || passed > total) {
    throw new RangeError(
      `Cannot estimate pass@k: wanted 1 <= k <= total and 0 <= passed <= total, found k "${k}", ` +
        `total "${total}", passed "${passed}"`,
    );
  }
  if (total - passed < k) return 1;
  let miss = 1;
  for (let i = total - passed + 1; i <= total; i++) miss *= 1 - k / i;
  return 1 - miss;
}
