/**
 * Measuring a judge against people.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError } from "../core/errors.ts";
import type { Calibration, RubricCalibration } from "./calibration.ts";
import { scoreAgreement } from "./confusion.ts";
import { evaluateSingleRubric } from "./evaluate_rubric.ts";
import type { Judge } from "./judge.ts";
import type { JudgedItem } from "./panel.ts";
import type { Rubric } from "./rubric.ts";
import { rubricHash } from "./rubric_hash.ts";
import { rewardKeysOf } from "./rubric_key.ts";
import { allowedScores } from "./rubric_reward.ts";
import { showCalibration } from "./show_calibration.ts";

/** A response with the raw scores people gave it, blind to the judge. */
export interface JudgeLabel extends JudgedItem {
  /** Raw score by key of the rubric; a rubric may be missing. */
  readonly scores: Readonly<Record<string, number>>;
}

/** Labels with settings. */
export interface CalibrateOptions {
  /** Responses with people's scores. */
  readonly labels: readonly JudgeLabel[];
  /** How often each response is judged; default 2. The first counts for agreement. */
  readonly repeats?: number;
  /** Signal, events, and what day it is. */
  readonly context?: Context;
  /** Milliseconds since 1970; default `Date.now`. */
  readonly dateNowMs?: () => number;
}

/**
 * Lets a judge score labelled responses and compares. The judge never sees a
 * label. Shows itself in a notebook.
 *
 * @throws {RangeError} Before any question: no labels, a score outside its
 * rubric's scale, a key no rubric has, rubrics that make no sense.
 * @example
 * ```ts
 * import { calibrateJudge } from "./calibrate.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(() => '{"score": 1}') });
 * const labels = [1, 0].map((score) => ({ question: "Hi?", response: `r${score}`, scores: { rubric_tone: score } }));
 * const { rubrics } = await calibrateJudge(judge, [rubric("Tone", "Is polite.")], labels);
 * assertEquals([rubrics[0]?.tpr, rubrics[0]?.tnr, rubrics[0]?.kappa], [1, 0, 0]);
 * ```
 */
export async function calibrateJudge(
  judge: Judge,
  rubrics: readonly Rubric[],
  labels: readonly JudgeLabel[] | CalibrateOptions,
): Promise<Calibration> {
  const options: CalibrateOptions = "labels" in labels ? labels : { labels };
  const { repeats = 2, context, dateNowMs = Date.now } = options;
  const keys = rewardKeysOf(rubrics);
  checkLabels(options, keys, rubrics);
  const calibrated = await Promise.all(rubrics.map((rubric, i) => {
    const key = keys[i] ?? "";
    const own = options.labels.filter(({ scores }) => Object.hasOwn(scores, key));
    return calibrateRubric(judge, rubric, { key, own, repeats, context });
  }));
  return showCalibration({
    schemaVersion: 1,
    judge: judge.info.id,
    createdAt: new Date(dateNowMs()).toISOString(),
    repeats,
    rubrics: calibrated,
  });
}

async function calibrateRubric(
  judge: Judge,
  rubric: Rubric,
  { key, own, repeats, context }: {
    key: string;
    own: readonly JudgeLabel[];
    repeats: number;
    context: Context | undefined;
  },
): Promise<RubricCalibration> {
  const judged = await Promise.all(
    own.map(({ scores: _, ...item }) =>
      Promise.all(Array.from({ length: repeats }, async (__, epoch) => {
        try {
          // The epoch keeps a cache from answering a repetition.
          return (await evaluateSingleRubric(rubric, { ...item, judge, context: { ...context, epoch } }))
            .score;
        } catch (error) {
          if (isBenchError(error) && error.name === "JudgeError") return null;
          throw error;
        }
      }))
    ),
  );
  const both = own.map((label, i) => ({ person: label.scores[key] ?? NaN, judge: judged[i]?.[0] ?? null }))
    .filter((one): one is { person: number; judge: number } => one.judge !== null);
  const repeated = judged.filter((scores) => scores.length > 1 && scores.every((score) => score !== null));
  const same = repeated.filter((scores) => scores.every((score) => score === scores[0]));
  return {
    key,
    title: rubric.title,
    hash: rubricHash(rubric),
    nErrored: own.length - both.length,
    ...scoreAgreement(rubric, { people: both.map((one) => one.person), judge: both.map((one) => one.judge) }),
    selfConsistency: repeated.length === 0 ? null : same.length / repeated.length,
  };
}

function checkLabels(
  { labels, repeats = 2 }: CalibrateOptions,
  keys: readonly string[],
  rubrics: readonly Rubric[],
): void {
  if (labels.length === 0) throw new RangeError("Cannot calibrate: wanted labels, found none");
  if (!Number.isInteger(repeats) || repeats < 1) {
    throw new RangeError(`Cannot calibrate: wanted at least 1 repetition, found ${repeats}`);
  }
  labels.forEach(({ scores }, at) => {
    for (const [key, score] of Object.entries(scores)) {
      const rubric = rubrics[keys.indexOf(key)];
      if (rubric === undefined) {
        throw new RangeError(`Cannot use label ${at + 1}: wanted keys ${keys.join(", ")}, found "${key}"`);
      }
      const allowed = allowedScores(rubric);
      if (allowed.includes(score)) continue;
      throw new RangeError(
        `Cannot use label ${at + 1}: wanted one of ${allowed.join(", ")} for "${key}", found ${
          JSON.stringify(score)
        }`,
      );
    }
  });
}
