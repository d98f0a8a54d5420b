/**
 * The artefact of a calibration: how a judge compares with people.
 *
 * @module
 */
import type { Bounds } from "../stat/wilson.ts";

/** How a judge scored by one rubric, against people. */
export interface RubricCalibration {
  /** Key of the rubric's reward. */
  readonly key: string;
  /** Its title. */
  readonly title: string;
  /** What the figures hold for, see {@linkcode rubricHash}. */
  readonly hash: string;
  /** Labels with a score of the judge. */
  readonly n: number;
  /** Labels the judge failed on. */
  readonly nErrored: number;
  /** Share of labels in the upper half of the scale, 0..1; kappa means little near 0 and 1. */
  readonly baseRate: number | null;
  /** Share of equal scores, 0..1. */
  readonly agreement: number | null;
  /** Cohen's kappa of the raw scores; null when undefined. */
  readonly kappa: number | null;
  /** Kappa with squared distances, for scales of more than two scores; else null. */
  readonly weightedKappa: number | null;
  /** Counts in the upper (positive) and lower (negative) half of the scale, people first: tp = both upper. */
  readonly confusion: { readonly tp: number; readonly fn: number; readonly fp: number; readonly tn: number };
  /** Share of people's upper half the judge puts there, 0..1. */
  readonly tpr: number | null;
  /** Its 95 % interval. */
  readonly tprBounds: Bounds | null;
  /** Share of people's lower half the judge puts there, 0..1. */
  readonly tnr: number | null;
  /** Its 95 % interval. */
  readonly tnrBounds: Bounds | null;
  /** Share of responses that got one and the same score in every repetition, 0..1; null with one repetition. */
  readonly selfConsistency: number | null;
}

/** What a calibration found out, bound to a judge's model and the rubrics' hashes. */
export interface Calibration {
  /** Of this record. */
  readonly schemaVersion: 1;
  /** The judge's model. */
  readonly judge: string;
  /** When, ISO-8601 UTC. */
  readonly createdAt: string;
  /** How often each response was judged. */
  readonly repeats: number;
  /** One per rubric. */
  readonly rubrics: readonly RubricCalibration[];
}
