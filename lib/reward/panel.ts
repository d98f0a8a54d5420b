/**
 * Several judges on the same responses, and how far they agree.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError } from "../core/errors.ts";
import { htmlTable } from "../core/html_table.ts";
import { showAs } from "../core/show_as.ts";
import { krippendorffAlpha } from "../stat/krippendorff.ts";
import { evaluateSingleRubric } from "./evaluate_rubric.ts";
import type { Judge } from "./judge.ts";
import type { Rubric } from "./rubric.ts";
import { rubricReward } from "./rubric_reward.ts";

/** A response to be judged. */
export interface JudgedItem {
  /** What was asked. */
  readonly question: string;
  /** What was answered. */
  readonly response: string;
  /** The right answer; missing or blank: the judges see none. */
  readonly groundTruth?: unknown;
}

/** Who judges, by what. */
export interface PanelOptions {
  /** The criterion. */
  readonly rubric: Rubric;
  /** Two judges or more. */
  readonly judges: readonly Judge[];
  /** Judges that must have scored an item for it to have a reward; default all. */
  readonly minJudges?: number;
  /** Signal and events. */
  readonly context?: Context;
}

/** What the panel says of one response. */
export interface PanelItem {
  /** Mean reward, 0..1; null when too few judges scored it. */
  readonly reward: number | null;
  /** Raw score of each judge; null where it failed. */
  readonly scores: readonly (number | null)[];
  /** Highest less lowest reward, 0..1: how far the judges are apart. */
  readonly spread: number | null;
}

/** What the panel says of all. */
export interface PanelResult {
  /** One per response, in order. */
  readonly items: readonly PanelItem[];
  /** Krippendorff's alpha of the raw scores (nominal for two levels, else ordinal); null when undefined. */
  readonly alpha: number | null;
  /** Mean reward over items that have one; null without any. */
  readonly mean: number | null;
  /** Items without a reward. */
  readonly nErrored: number;
  /** Each judge: its model and where it failed. */
  readonly judges: readonly {
    readonly id: string;
    readonly mean: number | null;
    readonly nErrored: number;
  }[];
}

/**
 * Lets every judge score every response by one rubric. Shows itself in a
 * notebook. A judge's failure is a missing score that is counted, never a 0.
 *
 * @throws {RangeError} With fewer than two judges, or `minJudges` out of range.
 * @example
 * ```ts
 * import { judgeByPanel } from "./panel.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judges = [1, 0].map((score) => defineJudge({ model: scriptedModel(() => `{"score": ${score}}`) }));
 * const items = [{ question: "Hi?", response: "Hello!" }];
 * const panel = await judgeByPanel(items, { rubric: rubric("Tone", "Is polite."), judges });
 * assertEquals([panel.items[0]?.reward, panel.items[0]?.spread], [0.5, 1]);
 * ```
 */
export async function judgeByPanel(
  items: readonly JudgedItem[],
  options: PanelOptions,
): Promise<PanelResult> {
  const { rubric, judges, minJudges = judges.length, context } = options;
  if (judges.length < 2) {
    throw new RangeError(`Cannot make a panel: wanted two judges or more, found ${judges.length}`);
  }
  if (!Number.isInteger(minJudges) || minJudges < 1 || minJudges > judges.length) {
    throw new RangeError(
      `Cannot make a panel: wanted minJudges from 1 to ${judges.length}, found ${minJudges}`,
    );
  }
  const scores = await Promise.all(
    items.map((item) =>
      Promise.all(
        judges.map((judge) =>
          scoreOrNull(() =>
            evaluateSingleRubric(rubric, { ...item, judge, ...(context === undefined ? {} : { context }) })
          )
        ),
      )
    ),
  );
  const judged = scores.map((row): PanelItem => {
    const rewards = row.filter((score) => score !== null).map((score) => rubricReward(rubric, score));
    const enough = rewards.length >= minJudges;
    return {
      reward: enough ? meanOf(rewards) : null,
      scores: row,
      spread: rewards.length < 2 ? null : Math.max(...rewards) - Math.min(...rewards),
    };
  });
  const rewards = judged.map(({ reward }) => reward).filter((reward) => reward !== null);
  const result: PanelResult = {
    items: judged,
    alpha: krippendorffAlpha(scores, { level: rubric.scoreMap === null ? "nominal" : "ordinal" }),
    mean: meanOf(rewards),
    nErrored: judged.length - rewards.length,
    judges: judges.map((judge, i) => {
      const own = scores.map((row) => row[i] ?? null).filter((score) => score !== null);
      const mean = meanOf(own.map((score) => rubricReward(rubric, score)));
      return { id: judge.info.id, mean, nErrored: scores.length - own.length };
    }),
  };
  return showAs(result, show);
}

async function scoreOrNull(ask: () => Promise<{ readonly score: number }>): Promise<number | null> {
  try {
    return (await ask()).score;
  } catch (error) {
    if (isBenchError(error) && error.name === "JudgeError") return null;
    throw error;
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function show(result: PanelResult): { html: string; text: string } {
  const figure = (value: number | null): string => value === null ? "-" : value.toFixed(3);
  const rows = result.judges.map(({ id, mean, nErrored }) => [id, figure(mean), String(nErrored)]);
  const summary =
    `${result.items.length} responses, mean ${figure(result.mean)}, alpha ${figure(result.alpha)}, ` +
    `${result.nErrored} without a reward`;
  return {
    html: `<p>${summary}</p>${htmlTable(["judge", "mean", "errored"], rows)}`,
    text: [summary, ...rows.map((row) => row.join("  "))].join("\n"),
  };
}
