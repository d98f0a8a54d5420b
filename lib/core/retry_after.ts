/**
 * How long a server asks to wait.
 *
 * @module
 */

/**
 * Milliseconds a server asks to wait, read from `retry-after-ms`, `retry-after`
 * (seconds or HTTP date), `ratelimit-reset`, `x-ratelimit-reset-requests`; null
 * when it does not say or says nonsense (a date in the past is 0).
 *
 * @example
 * ```ts
 * import { retryAfterMs } from "./retry_after.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(retryAfterMs(new Headers({ "retry-after": "1.5" })), 1500);
 * assertEquals(retryAfterMs(new Headers({ "retry-after": "soon" })), null);
 * ```
 */
export function retryAfterMs(headers: Headers, dateNowMs: () => number = Date.now): number | null {
  const exact = headers.get("retry-after-ms");
  if (exact !== null && isDecimal(exact)) return Number(exact);
  const after = headers.get("retry-after");
  if (after !== null) {
    if (isDecimal(after)) return Number(after) * 1000;
    // HTTP dates are the server's clock against ours: the one place for a wall clock.
    const date = Date.parse(after);
    if (Number.isFinite(date) && /[a-z]{3}/i.test(after)) return Math.max(0, date - dateNowMs());
  }
  for (const name of ["ratelimit-reset", "x-ratelimit-reset-requests", "x-ratelimit-reset"]) {
    const value = headers.get(name);
    const ms = value === null ? null : durationMs(value);
    if (ms !== null) return ms;
  }
  return null;
}

function isDecimal(text: string): boolean {
  return /^\s*\d+(?:\.\d+)?\s*$/.test(text);
}

/**
 * Milliseconds of a duration as rate-limit headers write it: `6m0s`, `1.5s`,
 * `20ms`, or bare seconds up to a day; null for anything else.
 *
 * @example
 * ```ts
 * import { durationMs } from "./retry_after.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([durationMs("6m0s"), durationMs("20ms"), durationMs("2")], [360_000, 20, 2000]);
 * ```
 */
export function durationMs(text: string): number | null {
  const trimmed = text.trim();
  if (isDecimal(trimmed)) return Number(trimmed) <= 86_400 ? Number(trimmed) * 1000 : null;
  const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(trimmed)) return null;
  let sum = 0;
  for (const [, count, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)) {
    sum += Number(count) * (units[unit ?? ""] ?? 0);
  }
  return sum;
}
