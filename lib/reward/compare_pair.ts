/**
 * Which of two responses is better, whatever the order they are shown in.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Judge } from "./judge.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import { buildPairwisePrompt } from "./pairwise_prompt.ts";
import type { Rubric } from "./rubric.ts";
import { rubricSlug } from "./rubric_key.ts";
import { withSignal } from "./score_options.ts";

/** A judge's word on what it was shown. */
export type ShownWinner = "first" | "second" | "tie";

/** Outcome of a comparison in both orders. */
export interface PairVerdict {
  /** The better one; "tie" also when the two orders disagree. */
  readonly winner: "a" | "b" | "tie";
  /** 1 when `a` wins, 0 when `b` does, 0.5 for a tie. */
  readonly score: number;
  /** What the judge said with `a` first, then with `b` first; empty when nobody was asked. */
  readonly orders: readonly ShownWinner[];
  /** Whether both orders name the same winner. */
  readonly consistent: boolean;
}

/** What is compared and who judges. */
export interface PairOptions {
  /** The criterion. */
  readonly rubric: Rubric;
  /** What was asked. */
  readonly question: string;
  /** Who judges. */
  readonly judge: Judge;
  /** The right answer; missing or blank: none is shown. */
  readonly groundTruth?: unknown;
  /** Signal and events. */
  readonly context?: Context;
}

/**
 * Compares two responses in both orders. Only a winner in both is one; equal
 * texts tie without a question.
 *
 * @throws {JudgeError} when one of the two verdicts cannot be had.
 * @example
 * ```ts
 * import { comparePair } from "./compare_pair.ts";
 * import { defineJudge } from "./judge.ts";
 * import { rubric } from "./rubric.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(() => '{"winner": "first"}') });
 * const options = { rubric: rubric("Tone", "Is polite."), question: "Hi?", judge };
 * assertEquals((await comparePair(["Go.", "Hello!"], options)).winner, "tie"); // it only likes what comes first
 * ```
 */
export async function comparePair(
  [a, b]: readonly [a: string, b: string],
  options: PairOptions,
): Promise<PairVerdict> {
  const { rubric, question, judge, groundTruth, context } = options;
  if (pyStrip(a) === pyStrip(b)) return { winner: "tie", score: 0.5, orders: [], consistent: true };
  const ask =
    (first: string, second: string, order: string) => async (signal: AbortSignal): Promise<ShownWinner> => {
      const prompt = buildPairwisePrompt({ rubric, question, first, second, groundTruth });
      const { value } = await judge.requestJson(prompt, {
        requestId: `pair:${rubricSlug(rubric.title)}:${order}`,
        keys: ["winner"],
        context: withSignal(context, signal),
      });
      const { winner } = value;
      if (winner === "first" || winner === "second" || winner === "tie") return winner;
      throw judgeError({
        code: "out_of_set",
        message: `wanted "first", "second" or "tie", found ${JSON.stringify(winner) ?? "none"}`,
      });
    };
  try {
    const orders = await allOrAbort([ask(a, b, "ab"), ask(b, a, "ba")], context?.signal);
    const [ab, ba] = orders;
    const winner = ab === "first" && ba === "second" ? "a" : ab === "second" && ba === "first" ? "b" : "tie";
    const consistent = winner !== "tie" || (ab === "tie" && ba === "tie");
    return { winner, score: winner === "a" ? 1 : winner === "b" ? 0 : 0.5, orders, consistent };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout(`a pair by "${rubric.title}"`, error);
  }
}
