/**
 * When and how long to wait before asking again.
 *
 * @module
 */

/**
 * Wait before attempt number `attempt` (1 = the first repeat): 0.5 s doubled
 * each time up to 10 s, times a factor from 0.5 to 1 by `random`.
 *
 * @example
 * ```ts
 * import { backoffMs } from "./retry.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([1, 2, 9].map((n) => backoffMs(n, () => 1)), [500, 1000, 10_000]);
 * ```
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(10_000, 500 * 2 ** (attempt - 1)) * (0.5 + 0.5 * random());
}

/**
 * Waits, or throws the signal's reason as soon as it is aborted.
 *
 * @example
 * ```ts
 * import { waitMs } from "./retry.ts";
 * await waitMs(0);
 * ```
 */
export function waitMs(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(id);
      reject(signal?.reason);
    };
    const id = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
