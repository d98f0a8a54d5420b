/**
 * Names of metrics with their filter.
 *
 * @module
 */

/** A result key taken apart. */
export interface MetricKey {
  /** Text before the first comma. */
  readonly metric: string;
  /** Text after it; `none` when there is no comma. */
  readonly filter: string;
  /** Whether the key holds a standard error. */
  readonly isStderr: boolean;
}

/**
 * Takes a result key such as `acc_stderr,none` apart.
 *
 * @returns Null for keys that are no metric: `alias`, `name`, `sample_len`, `sample_count`, ` `.
 *
 * @example Two keys
 * ```ts
 * import { parseMetricKey } from "./metric_key.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseMetricKey("acc_stderr,none"), { metric: "acc", filter: "none", isStderr: true });
 * assertEquals(parseMetricKey("alias"), null);
 * ```
 */
export function parseMetricKey(key: string): MetricKey | null {
  const comma = key.indexOf(",");
  const head = comma < 0 ? key : key.slice(0, comma);
  if (comma < 0 && ["alias", "name", "sample_len", "sample_count", "samples", " "].includes(head)) {
    return null;
  }
  const isStderr = head.endsWith("_stderr");
  return {
    metric: isStderr ? head.slice(0, -"_stderr".length) : head,
    filter: comma < 0 ? "none" : key.slice(comma + 1),
    isStderr,
  };
}
