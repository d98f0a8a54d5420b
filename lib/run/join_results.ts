/**
 * What the results of a group's tasks add up to, scores aside.
 *
 * @module
 */
import { sha256 } from "../core/hash.ts";
import type { SampleCounts, TaskResult } from "../result/task_result.ts";

/** SHA-256 over the parts in order; null when one is missing. */
export function joinHashes(hashes: readonly (string | null)[]): string | null {
  return hashes.some((hash) => hash === null) ? null : sha256(hashes.join(""));
}

/** The rows of all tasks as one data set: hashes joined, rows added. */
export function joinDatasets(name: string, results: readonly TaskResult[]): TaskResult["dataset"] {
  const parts = results.map((result) => result.dataset);
  const revisions = new Set(parts.map((part) => part.revision));
  return {
    name,
    // One revision stands for all; several are joined into a hash, so that none is hidden.
    revision: revisions.has(null)
      ? null
      : revisions.size === 1
      ? parts[0]?.revision ?? null
      : joinHashes(parts.map((part) => part.revision)),
    sha256: joinHashes(parts.map((part) => part.sha256)),
    rows: parts.reduce((rows, part) => rows + part.rows, 0),
  };
}

/** The one protocol of all tasks, or `mixed:` with their names: unlike scores are never averaged silently. */
export function sameOrMixed(protocols: readonly (string | null)[]): string | null {
  const distinct = [...new Set(protocols.filter((one) => one !== null))];
  return distinct.length > 1 ? `mixed:${distinct.sort().join("+")}` : distinct[0] ?? null;
}

/** Counts added up. */
export function addCounts(results: readonly TaskResult[]): SampleCounts {
  const counts = { total: 0, scored: 0, errored: 0, unparsed: 0, limited: 0, cached: 0 };
  for (const result of results) {
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += result.counts[key];
  }
  return counts;
}

/** Reasons added up. */
export function addReasons(results: readonly TaskResult[]): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const result of results) {
    for (const [code, n] of Object.entries(result.reasons)) reasons[code] = (reasons[code] ?? 0) + n;
  }
  return reasons;
}

/** Warnings of one code added up. */
export function addWarnings(results: readonly TaskResult[]): TaskResult["dataWarnings"] {
  const warnings = new Map<string, { code: string; count: number; message: string }>();
  for (const warning of results.flatMap((result) => result.dataWarnings)) {
    const count = (warnings.get(warning.code)?.count ?? 0) + warning.count;
    const message = warning.message.replace(/^\d+/, String(count));
    warnings.set(warning.code, { code: warning.code, count, message });
  }
  return [...warnings.values()];
}
