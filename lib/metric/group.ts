/**
 * The score of a group of tasks and its pooled standard error.
 *
 * @module
 */

import { ResultError } from "../core/errors.ts";

/** One leaf task of a group, under one metric and filter. */
export interface GroupMember {
  /** Null when the leaf has no value. */
  readonly value: number | null;
  /** Null when not available. */
  readonly stderr: number | null;
  /** Samples of the leaf. */
  readonly n: number;
}

/** Options of {@linkcode aggregateGroup}. */
export interface GroupOptions {
  /** True: every sample weighs the same (micro); false: every leaf does (macro). */
  readonly weightBySize: boolean;
  /**
   * True when every sample is 0 or 1: then a leaf between 0 and 1 with an error
   * of 0 is a contradiction and refused.
   */
  readonly zeroOne?: boolean;
}

/** Score of a group. */
export interface GroupScore {
  /** Null when a leaf has no value: a group with a hole has no score. */
  readonly value: number | null;
  /** Null when any leaf's is missing (a leaf of one sample has none). */
  readonly stderr: number | null;
  /** Samples of all leaves. */
  readonly n: number;
}

/**
 * Value and standard error of a group over its leaf tasks, as lm-eval 0.4.13.
 *
 * Value: `Σ mᵢsᵢ / Σ sᵢ`, with `sᵢ` the sample count or 1.
 * Error, by size: `√( [Σ (nᵢ-1)·seᵢ²·nᵢ / (Σ nᵢ - k)] / Σ nᵢ )` (pooled sample
 * variance); by leaf: `√(Σ seᵢ²) / k`.
 *
 * @param members All tasks below the group, at any depth.
 * @returns All null and 0 for an empty group.
 * @throws {ResultError} `impossible_stderr`, see `zeroOne`.
 *
 * @example By item and by subject
 * ```ts
 * import { aggregateGroup } from "./group.ts";
 * import { assertEquals } from "@std/assert";
 * const leaves = [{ value: 0.5, stderr: null, n: 10 }, { value: 0.8, stderr: null, n: 30 }];
 * assertEquals(aggregateGroup(leaves, { weightBySize: true }).value, 0.725);
 * assertEquals(aggregateGroup(leaves, { weightBySize: false }).value, 0.65);
 * ```
 */
export function aggregateGroup(members: readonly GroupMember[], options: GroupOptions): GroupScore {
  const k = members.length;
  const odd = members.find((m) =>
    m.stderr === 0 && m.n > 1 && m.value !== null && m.value > 0 && m.value < 1
  );
  if (options.zeroOne && odd) {
    throw new ResultError(
      `Cannot pool the group: wanted an error above 0 for a score of "${odd.value}" over ${odd.n} samples, found 0`,
      { code: "impossible_stderr", hint: "Score the leaf anew" },
    );
  }
  const n = members.reduce((sum, member) => sum + member.n, 0);
  const weights = members.map((member) => (options.weightBySize ? member.n : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0 || members.some((member) => member.value === null)) return { value: null, stderr: null, n };
  const value = members.reduce((sum, m, i) => sum + (m.value as number) * (weights[i] as number), 0) / total;
  if (members.some((member) => member.stderr === null)) return { value, stderr: null, n };
  if (!options.weightBySize) {
    const squares = members.reduce((sum, member) => sum + (member.stderr as number) ** 2, 0);
    return { value, stderr: Math.sqrt(squares) / k, n };
  }
  if (n <= k) return { value, stderr: null, n };
  const pooled = members.reduce((sum, m) => sum + (m.n - 1) * (m.stderr as number) ** 2 * m.n, 0) / (n - k);
  return { value, stderr: Math.sqrt(pooled / n), n };
}
