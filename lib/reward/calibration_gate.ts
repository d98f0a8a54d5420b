/**
 * Whether a judge may be trusted with some rubrics.
 *
 * @module
 */
import { atLeast } from "../stat/at_least.ts";
import type { Calibration, RubricCalibration } from "./calibration.ts";
import type { Judge } from "./judge.ts";
import { judgeError } from "./judge_error.ts";
import type { Rubric } from "./rubric.ts";
import { rubricHash } from "./rubric_hash.ts";
import { rewardKeysOf } from "./rubric_key.ts";

/** What a judge must reach; each has a default. */
export interface CalibrationLimits {
  /** Least kappa (weighted, for scales of more than two scores); default 0.6. */
  readonly minKappa?: number;
  /** Least TPR; default 0.8. */
  readonly minTpr?: number;
  /** Least TNR; default 0.8. */
  readonly minTnr?: number;
  /** Least self-consistency, where it was measured; default 0.9. */
  readonly minSelfConsistency?: number;
  /** Least number of labels; default 30. */
  readonly minLabels?: number;
  /** Greatest share of labels the judge failed on; default 0.05. */
  readonly maxErrored?: number;
}

/** Something that speaks against a judge. */
export interface CalibrationFinding {
  /** Key of the rubric. */
  readonly key: string;
  /** `stale`: measured on something else. `weak`: too low. `unproven`: too little was measured. */
  readonly kind: "stale" | "weak" | "unproven";
  /** In words. */
  readonly message: string;
}

/** What a calibration is held against. */
export interface GateOptions extends CalibrationLimits {
  /** The judge that is to be used. */
  readonly judge: Judge;
  /** The rubrics that are to be used. */
  readonly rubrics: readonly Rubric[];
}

/**
 * Holds a calibration against the judge and rubrics that are to be used.
 *
 * @returns What speaks against them; empty when nothing does.
 * @throws {RangeError} When the rubrics make no sense.
 * @example
 * ```ts
 * import { calibrationGate } from "./calibration_gate.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel([]) });
 * const old = { schemaVersion: 1, judge: "openai:other", createdAt: "", repeats: 2, rubrics: [] } as const;
 * const [finding] = calibrationGate(old, { judge, rubrics: [rubric("Tone", "Is polite.")] });
 * assertEquals(finding?.kind, "stale");
 * ```
 */
export function calibrationGate(calibration: Calibration, options: GateOptions): CalibrationFinding[] {
  const { judge, rubrics } = options;
  const keys = rewardKeysOf(rubrics);
  return rubrics.flatMap((rubric, i): CalibrationFinding[] => {
    const key = keys[i] ?? "";
    const stale = (message: string): CalibrationFinding[] => [{ key, kind: "stale", message }];
    if (calibration.judge !== judge.info.id) {
      return stale(`"${rubric.title}" was calibrated for "${calibration.judge}", not for "${judge.info.id}"`);
    }
    const found = calibration.rubrics.find((one) => one.hash === rubricHash(rubric));
    if (found !== undefined) return weaknesses(found, options).map((one) => ({ key, ...one }));
    const other = calibration.rubrics.some((one) => one.key === key);
    return stale(`"${rubric.title}" ${other ? "has changed since it was" : "was never"} calibrated`);
  });
}

function weaknesses(found: RubricCalibration, limits: CalibrationLimits): Omit<CalibrationFinding, "key">[] {
  const { minKappa = 0.6, minTpr = 0.8, minTnr = 0.8, minSelfConsistency = 0.9 } = limits;
  const { minLabels = 30, maxErrored = 0.05 } = limits;
  const { title, n, nErrored } = found;
  const findings: Omit<CalibrationFinding, "key">[] = [];
  if (n < minLabels) {
    findings.push({ kind: "unproven", message: `"${title}" has ${n} labels, wanted ${minLabels}` });
  }
  if (nErrored > maxErrored * (n + nErrored)) {
    findings.push({
      kind: "weak",
      message: `"${title}": the judge failed on ${nErrored} of ${n + nErrored} labels`,
    });
  }
  const least = (name: string, value: number | null, limit: number): void => {
    if (value === null) {
      findings.push({ kind: "unproven", message: `"${title}" has no ${name}: all labels are alike` });
    } else if (!atLeast(value, limit)) {
      findings.push({ kind: "weak", message: `"${title}" has ${name} ${value.toFixed(3)}, wanted ${limit}` });
    }
  };
  least("kappa", found.weightedKappa ?? found.kappa, minKappa);
  least("TPR", found.tpr, minTpr);
  least("TNR", found.tnr, minTnr);
  if (found.selfConsistency !== null) least("self-consistency", found.selfConsistency, minSelfConsistency);
  return findings;
}

/**
 * Refuses a judge whose calibration is stale, weak or too small.
 *
 * @throws {JudgeError} `calibration_stale`, `calibration_weak` or `calibration_unproven`, by the first finding.
 * @example
 * ```ts
 * import { requireCalibration } from "./calibration_gate.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertThrows } from "@std/assert";
 * const options = { judge: defineJudge({ model: scriptedModel([]) }), rubrics: [rubric("Tone", "Is polite.")] };
 * const old = { schemaVersion: 1, judge: "openai:other", createdAt: "", repeats: 2, rubrics: [] } as const;
 * assertThrows(() => requireCalibration(old, options), Error, "openai:other");
 * ```
 */
export function requireCalibration(calibration: Calibration, options: GateOptions): void {
  const findings = calibrationGate(calibration, options);
  const [first] = findings;
  if (first === undefined) return;
  throw judgeError({
    code: `calibration_${first.kind}`,
    message: `Cannot trust the judge: ${findings.map(({ message }) => message).join("; ")}`,
    hint: "Run deno task judge calibrate with this judge and these rubrics",
    details: { findings },
  });
}
