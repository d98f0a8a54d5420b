/**
 * A judge's scores against people's.
 *
 * @module
 */
import { cohenKappa } from "../stat/kappa.ts";
import { wilsonInterval } from "../stat/wilson.ts";
import type { RubricCalibration } from "./calibration.ts";
import type { Rubric } from "./rubric.ts";
import { allowedScores } from "./rubric_reward.ts";

/** Agreement of two lists of raw scores by one rubric. */
export type ScoreAgreement = Pick<
  RubricCalibration,
  | "n"
  | "baseRate"
  | "agreement"
  | "kappa"
  | "weightedKappa"
  | "confusion"
  | "tpr"
  | "tprBounds"
  | "tnr"
  | "tnrBounds"
>;

/**
 * Compares a judge's raw scores with people's. A score at or above the middle
 * of the scale counts as positive: of a negative rubric, that the flaw is there.
 *
 * @throws {RangeError} When the lists differ in length or a score is not allowed.
 * @example
 * ```ts
 * import { scoreAgreement } from "./confusion.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * const { kappa, tpr, tnr } = scoreAgreement(rubric("A", "a"), { people: [1, 1, 0, 0], judge: [1, 0, 0, 0] });
 * assertEquals([kappa, tpr, tnr], [0.5, 0.5, 1]);
 * ```
 */
export function scoreAgreement(
  rubric: Rubric,
  { people, judge }: { readonly people: readonly number[]; readonly judge: readonly number[] },
): ScoreAgreement {
  const levels = allowedScores(rubric);
  const middle = ((levels[0] ?? 0) + (levels.at(-1) ?? 1)) / 2;
  const count = (wanted: boolean, found: boolean): number =>
    people.filter((score, i) => (score >= middle) === wanted && ((judge[i] ?? 0) >= middle) === found).length;
  const confusion = {
    tp: count(true, true),
    fn: count(true, false),
    fp: count(false, true),
    tn: count(false, false),
  };
  const [positive, negative] = [confusion.tp + confusion.fn, confusion.fp + confusion.tn];
  const share = (part: number, all: number): number | null => all === 0 ? null : part / all;
  const plain = people.length === 0 ? null : cohenKappa(people, judge, { levels });
  return {
    n: people.length,
    baseRate: share(positive, people.length),
    agreement: plain?.agreement ?? null,
    kappa: plain?.kappa ?? null,
    weightedKappa: plain === null || levels.length < 3
      ? null
      : cohenKappa(people, judge, { levels, weights: "quadratic" }).kappa,
    confusion,
    tpr: share(confusion.tp, positive),
    tprBounds: wilsonInterval(confusion.tp, positive),
    tnr: share(confusion.tn, negative),
    tnrBounds: wilsonInterval(confusion.tn, negative),
  };
}
