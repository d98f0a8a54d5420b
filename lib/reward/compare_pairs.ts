/**
 * Many comparisons, and how far the judge leans to a place.
 *
 * @module
 */
import { htmlTable } from "../core/html_table.ts";
import { showAs } from "../core/show_as.ts";
import { isBenchError } from "../core/errors.ts";
import { type Bounds, wilsonInterval } from "../stat/wilson.ts";
import { comparePair, type PairOptions, type PairVerdict } from "./compare_pair.ts";

/** Two responses to one question. */
export interface ResponsePair {
  /** What was asked. */
  readonly question: string;
  /** One response. */
  readonly a: string;
  /** The other. */
  readonly b: string;
  /** The right answer. */
  readonly groundTruth?: unknown;
}

/** Outcome of many comparisons. */
export interface PairwiseResult {
  /** Verdict of each pair; null where the judge failed. */
  readonly verdicts: readonly (PairVerdict | null)[];
  /** Pairs `a` won. */
  readonly wins: number;
  /** Pairs `b` won. */
  readonly losses: number;
  /** Pairs without a winner. */
  readonly ties: number;
  /** Pairs without a verdict. */
  readonly nErrored: number;
  /** Mean score of `a` over judged pairs, ties as one half, 0..1; null without any. */
  readonly winRate: number | null;
  /** Share of decided pairs that `a` won, with its 95 % interval; null without any. */
  readonly decided: Bounds | null;
  /** Share of "first" among the winners the judge named, 0..1; 0.5 leans nowhere; null when it named none. */
  readonly firstShare: number | null;
  /** Share of asked pairs in which both orders agree, 0..1; null when none was asked. */
  readonly consistency: number | null;
}

/**
 * Compares pairs, each in both orders, and shows itself in a notebook. A judge
 * that fails on a pair costs that pair, which is counted.
 *
 * @throws What is no failure of the judge, an abort for example.
 * @example
 * ```ts
 * import { comparePairs } from "./compare_pairs.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(() => '{"winner": "first"}') });
 * const pairs = [{ question: "Hi?", a: "Go.", b: "Hello!" }];
 * const result = await comparePairs(pairs, { rubric: rubric("Tone", "Is polite."), judge });
 * assertEquals([result.firstShare, result.consistency, result.winRate], [1, 0, 0.5]);
 * ```
 */
export async function comparePairs(
  pairs: readonly ResponsePair[],
  options: Omit<PairOptions, "question" | "groundTruth">,
): Promise<PairwiseResult> {
  const verdicts = await Promise.all(pairs.map(async ({ question, a, b, groundTruth }) => {
    try {
      return await comparePair([a, b], { ...options, question, groundTruth });
    } catch (error) {
      if (isBenchError(error) && error.name === "JudgeError") return null;
      throw error;
    }
  }));
  const judged = verdicts.filter((one) => one !== null);
  const count = (winner: PairVerdict["winner"]): number =>
    judged.filter((one) => one.winner === winner).length;
  const [wins, losses, ties] = [count("a"), count("b"), count("tie")];
  const asked = judged.filter(({ orders }) => orders.length > 0);
  const named = asked.flatMap(({ orders }) => orders).filter((one) => one !== "tie");
  const share = (part: number, all: number): number | null => all === 0 ? null : part / all;
  const result: PairwiseResult = {
    verdicts,
    wins,
    losses,
    ties,
    nErrored: verdicts.length - judged.length,
    winRate: share(wins + ties / 2, judged.length),
    decided: wilsonInterval(wins, wins + losses),
    firstShare: share(named.filter((one) => one === "first").length, named.length),
    consistency: share(asked.filter(({ consistent }) => consistent).length, asked.length),
  };
  return showAs(result, show);
}

function show(result: PairwiseResult): { html: string; text: string } {
  const { wins, losses, ties, nErrored } = result;
  const percent = (value: number | null): string => value === null ? "-" : `${(100 * value).toFixed(1)} %`;
  const rows = [
    ["a wins, b wins, ties, errored", `${wins}, ${losses}, ${ties}, ${nErrored}`],
    ["win rate of a, ties as halves", percent(result.winRate)],
    [
      "a among decided pairs (95 %)",
      `${percent(result.decided?.low ?? null)} to ${percent(result.decided?.high ?? null)}`,
    ],
    ["first place named (50 % leans nowhere)", percent(result.firstShare)],
    ["both orders agree", percent(result.consistency)],
  ] as const;
  return { html: htmlTable(["pairs", String(result.verdicts.length)], rows), text: textRows(rows) };
}

/** Rows of two cells as aligned lines. */
export function textRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
