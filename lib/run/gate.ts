/**
 * The gate: does a run meet a threshold.
 *
 * @module
 */
import type { TaskResult } from "../result/task_result.ts";

/** What a gate says. */
export type GateOutcome = "pass" | "fail" | "inconclusive";

/** One task against its threshold. */
export interface GateCheck {
  /** Name of the task. */
  readonly task: string;
  /** Least score wanted. */
  readonly threshold: number;
  /** Score found. */
  readonly score: number | null;
  /** `inconclusive` when the task has no full score. */
  readonly outcome: GateOutcome;
}

/** Verdict of a gate. */
export interface GateVerdict {
  /** The worst of the checks: fail, then inconclusive, then pass. */
  readonly outcome: GateOutcome;
  /** Each task that was held against a threshold, in order. */
  readonly checks: readonly GateCheck[];
  /** Why a gate without a failed check cannot pass, or null. */
  readonly blockedBecause: string | null;
}

/** What a gate asks for. */
export interface ScoreGateOptions {
  /** Least score of every blocking task. */
  readonly failUnder?: number;
  /** Least score by task name; of the two the higher counts. */
  readonly hardFloor?: Readonly<Record<string, number>>;
  /** Why no gate may pass, such as a canonical run whose fingerprint is not valid. */
  readonly blockedBecause?: string | null;
}

/** Slack for binary floats: 0.6, 0.7 and 0.8 average to 0.7. */
const SLACK = 1e-9;

/** The part of a result a gate looks at. */
export type GateResult = Pick<TaskResult, "task" | "status" | "score" | "blocking">;

/**
 * Judges results against thresholds. A blocking task whose status is not `ok`
 * is inconclusive, unless its score fails already. Tasks that do not block are
 * judged only by a floor of their own. Null when no threshold was asked for.
 *
 * @throws {RangeError} when a threshold is missing or not within 0..1.
 * @example A score meant to equal the threshold passes
 * ```ts
 * import { judgeGate } from "./gate.ts";
 * import { assertEquals } from "@std/assert";
 * const result = { task: "pubmedqa", status: "ok" as const, score: (0.6 + 0.7 + 0.8) / 3, blocking: true };
 * assertEquals(judgeGate([result], { failUnder: 0.7 })?.outcome, "pass");
 * assertEquals(judgeGate([result], { failUnder: 0.8 })?.outcome, "fail");
 * assertEquals(judgeGate([result], {}), null);
 * ```
 */
export function judgeGate(results: readonly GateResult[], options: ScoreGateOptions): GateVerdict | null {
  const floors = options.hardFloor ?? {};
  for (const threshold of [options.failUnder, ...Object.values(floors)]) {
    if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
      throw new RangeError(`Cannot use a gate of "${threshold}": wanted a number from 0 to 1`);
    }
  }
  const checks = results.flatMap(({ task, status, score, blocking }): GateCheck[] => {
    const own = Object.hasOwn(floors, task) ? floors[task] : undefined;
    const general = blocking ? options.failUnder : undefined;
    if (own === undefined && general === undefined) return [];
    const threshold = Math.max(own ?? 0, general ?? 0);
    const below = score !== null && !(score >= threshold - SLACK);
    return [{
      task,
      threshold,
      score,
      outcome: below ? "fail" : status === "ok" && score !== null ? "pass" : "inconclusive",
    }];
  });
  if (checks.length === 0 && options.failUnder === undefined) return null;
  const blockedBecause = options.blockedBecause ??
    (checks.length === 0 ? "no blocking task was scored" : null);
  const has = (outcome: GateOutcome): boolean => checks.some((check) => check.outcome === outcome);
  const open = has("inconclusive") || blockedBecause !== null;
  return { outcome: has("fail") ? "fail" : open ? "inconclusive" : "pass", checks, blockedBecause };
}

/**
 * The verdict in words, a line for each check that did not pass.
 *
 * @example
 * ```ts
 * import { gateText, judgeGate } from "./gate.ts";
 * import { assertEquals } from "@std/assert";
 * const results = [{ task: "mmlu", status: "ok" as const, score: 0.69999, blocking: true }];
 * const verdict = judgeGate(results, { failUnder: 0.7 });
 * assertEquals(verdict && gateText(verdict), "gate failed: mmlu 0.69999 is below 0.7");
 * ```
 */
export function gateText(verdict: GateVerdict): string {
  if (verdict.outcome === "pass") {
    return `gate passed: ${verdict.checks.length} of ${verdict.checks.length} at or above`;
  }
  const missed = verdict.checks.filter((check) => check.outcome !== "pass");
  const lines = missed.map(({ task, threshold, score, outcome }) =>
    outcome === "fail"
      ? `${task} ${shown(score, threshold)} is below ${threshold}`
      : `${task} has no full score`
  );
  if (verdict.blockedBecause !== null) lines.push(verdict.blockedBecause);
  return `gate ${verdict.outcome === "fail" ? "failed" : "inconclusive"}: ${lines.join("; ")}`;
}

/** As many digits as it takes not to look like the threshold. */
function shown(score: number | null, threshold: number): string {
  if (score === null) return "nothing";
  for (let digits = 4; digits < 16; digits++) {
    if (Number(score.toFixed(digits)) !== threshold) return score.toFixed(digits);
  }
  return String(score);
}
