/**
 * The second line of a run, once its data is known.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import { modeText } from "./mode_text.ts";
import { usdText } from "./usd_text.ts";

/** What is known once the data is loaded. */
export interface RunPlanned {
  /** Id of the run; null without files. */
  readonly runId: string | null;
  /** Benchmarks that cannot run, with their status. */
  readonly left: readonly string[];
  /** Samples of the run. */
  readonly samples: number;
  /** Samples answered by an earlier start. */
  readonly done: number;
  /** Mode the run has. */
  readonly mode: string;
  /** Why not canonical. */
  readonly notCanonicalBecause: readonly string[];
  /** What it may cost at most, about; null or absent when unknown, 0 for models in process. */
  readonly costUsd?: number | null;
}

/**
 * The second line of a run, before the first sample is asked: how many
 * samples, and what the mode is now that the data is known.
 *
 * @example
 * ```ts
 * import { plannedText } from "./planned_text.ts";
 * import { assertEquals } from "@std/assert";
 * const text = plannedText({
 *   runId: "20260102-030405", left: [], samples: 60, done: 12, mode: "canonical", notCanonicalBecause: [],
 * });
 * assertEquals(text, "run 20260102-030405: 60 samples, 12 answered before; canonical");
 * ```
 */
export function plannedText(plan: RunPlanned): string {
  const parts = [
    `${plan.samples} samples${plan.done > 0 ? `, ${plan.done} answered before` : ""}`,
    ...plan.left,
    ...(plan.costUsd ? [`at most about ${usdText(plan.costUsd)}`] : []),
    modeText(plan.mode, plan),
  ];
  return visibleText(`run ${plan.runId ?? "without files"}: ${parts.join("; ")}`);
}
