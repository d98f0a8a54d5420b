/**
 * Several responses, one rubric, one question to the judge.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import { readReasoning } from "./evaluate_rubric.ts";
import type { Judge } from "./judge.ts";
import { judgeErrorAbout } from "./judge_error.ts";
import { referenceText } from "./prompt_parts.ts";
import type { RankingAnchor } from "./ranking_anchor.ts";
import { buildRankingPrompt } from "./ranking_prompt.ts";
import { rankingScores } from "./ranking_scores.ts";
import { readTiers, type Tiers } from "./ranking_tiers.ts";
import type { Rubric } from "./rubric.ts";
import { rubricSlug } from "./rubric_key.ts";

/** A judge's order of some responses. */
export interface RubricRanking {
  /** Score of each response, 0..1; blank ones 0. */
  readonly scores: readonly number[];
  /** Tiers of judged items, best first: the responses that are not blank, then reference or anchors. */
  readonly ranking: Tiers;
  /** Why, in the judge's words; may be "". */
  readonly reasoning: string;
  /** The whole reply; null when nobody was asked. */
  readonly rawResponse: string | null;
}

/** What is ordered and who judges. */
export interface RankingOptions {
  /** What was asked. */
  readonly question: string;
  /** What was answered; blank ones get 0 and are not shown. */
  readonly responses: readonly string[];
  /** Who judges. */
  readonly judge: Judge;
  /** The right answer, ranked among the responses unmarked. Not together with anchors. */
  readonly groundTruth?: unknown;
  /** Known responses, worst first. */
  readonly anchors?: readonly RankingAnchor[];
  /** Best score below the right answer; default 0.3. */
  readonly belowGroundTruthCeiling?: number;
  /** Signal and events. */
  readonly context?: Context;
}

/**
 * Asks the judge for an order and makes scores of it. Nobody is asked when no
 * response has text, or a single one has and nothing to compare it with: it
 * gets 1. A negative rubric's best is what shows least of the flaw.
 *
 * @throws {JudgeError} for whatever keeps a full order away.
 * @throws {RangeError | TypeError} for a ceiling outside 0..1, anchors that fall or are none, and
 * anchors together with a ground truth.
 * @example
 * ```ts
 * import { evaluateRubricRanking } from "./evaluate_ranking.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"ranking": [[1], [0]]}']) });
 * const responses = ["Go.", "", "Hello!"];
 * const { scores } = await evaluateRubricRanking(rubric("Tone", "Is polite."), { question: "Hi?", responses, judge });
 * assertEquals(scores, [0, 0, 1]);
 * ```
 */
export async function evaluateRubricRanking(
  rubric: Rubric,
  options: RankingOptions,
): Promise<RubricRanking> {
  const { question, judge, anchors = [], belowGroundTruthCeiling: ceiling = 0.3, context } = options;
  const gold = referenceText(options.groundTruth);
  checkScale({ anchors, ceiling, gold });
  const texts = options.responses.map(pyStrip);
  const shown = texts.filter((text) => text !== "");
  const scatter = (scores: readonly number[]): number[] => {
    let next = 0;
    return texts.map((text) => text === "" ? 0 : scores[next++] ?? 0);
  };
  if (shown.length === 0) return { scores: scatter([]), ranking: [], reasoning: "", rawResponse: null };
  const items = [...shown, ...(gold === "" ? [] : [gold]), ...anchors.map((one) => pyStrip(one.response))];
  if (items.length === 1) return { scores: scatter([1]), ranking: [[0]], reasoning: "", rawResponse: null };
  try {
    const { value, raw } = await judge.requestJson(
      buildRankingPrompt({ rubric, question, responses: items }),
      {
        requestId: `rubric-ranking:${rubricSlug(rubric.title)}`,
        keys: ["ranking"],
        ...(rubric.parser === undefined ? {} : { parser: rubric.parser }),
        ...(context === undefined ? {} : { context }),
      },
    );
    const ranking = readTiers(value.ranking, items.length);
    const scores = scatter(rankingScores(ranking, shown.length, {
      reference: gold !== "",
      anchors: anchors.map((one) => one.score),
      ceiling,
    }));
    context?.emit?.({ kind: "rubric.ranked", title: rubric.title, ranking, scores });
    return { scores, ranking, reasoning: readReasoning(value), rawResponse: raw };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout(`rubric "${rubric.title}"`, error);
  }
}

function checkScale(
  { anchors, ceiling, gold }: { anchors: readonly RankingAnchor[]; ceiling: number; gold: string },
): void {
  if (!(ceiling >= 0 && ceiling <= 1)) {
    throw new RangeError(`Cannot rank: wanted a ceiling from 0 to 1, found ${ceiling}`);
  }
  anchors.forEach((anchor, i) => {
    if (typeof anchor?.response !== "string" || typeof anchor.score !== "number") {
      throw new TypeError(`Cannot rank: wanted an anchor, found ${JSON.stringify(anchor)}`);
    }
    const before = anchors[i - 1]?.score ?? 0;
    if (anchor.score < before) {
      throw new RangeError(
        `Cannot rank: wanted anchors from worst to best, found ${anchor.score} after ${before}`,
      );
    }
  });
  if (anchors.length > 0 && gold !== "") {
    throw new RangeError("Cannot rank: wanted anchors or a ground truth, found both");
  }
}
