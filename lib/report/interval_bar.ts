/** @module */

/**
 * Draws a fraction with its interval: a line from `low` to `high` and a dot at
 * `value`, on a scale from 0 to 1. Values outside are drawn at the edge.
 *
 * @example
 * ```ts
 * import { intervalBar } from "./interval_bar.ts";
 * import { assert } from "@std/assert";
 * assert(intervalBar(0.5, { low: 0.4, high: 0.6 }).startsWith("<svg"));
 * ```
 */
export function intervalBar(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | null,
): string {
  if (value === null) return "";
  const x = (fraction: number): number => Math.round(4 + 112 * Math.min(1, Math.max(0, fraction)));
  const line = interval === null
    ? ""
    : `<line x1="${x(interval.low)}" x2="${
      x(interval.high)
    }" y1="7" y2="7" stroke="currentColor" stroke-width="3" opacity="0.5"/>`;
  return `<svg width="120" height="14" role="img" aria-label="${value.toFixed(2)} of 1">` +
    `<line x1="4" x2="116" y1="7" y2="7" stroke="currentColor" opacity="0.2"/>${line}` +
    `<circle cx="${x(value)}" cy="7" r="4" fill="currentColor"/></svg>`;
}
