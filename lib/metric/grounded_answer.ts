/**
 * Metrics of an answer over numbered passages: right, grounded, cited, abstained.
 *
 * @module
 */
import { searchTokens } from "../dataset/search_tokens.ts";
import { normalizeAnswer, tokenF1Of } from "./token_f1.ts";

/** What the answer is held against. */
export interface GroundedQuestion {
  /** Accepted answers; ignored when the question cannot be answered. */
  readonly answers: readonly string[];
  /** Ids of the passages that hold the answer; empty: it cannot be answered. */
  readonly goldIds: readonly string[];
  /** Ids of the passages shown, in the order of their numbers. */
  readonly shownIds: readonly string[];
  /** Texts of the passages shown. */
  readonly passages: readonly string[];
}

/** Scores of one answer, 0..1; null where a score says nothing about it. */
export interface GroundedScores {
  /** SQuAD exact match; of an unanswerable question 1 when abstained. */
  readonly em: number;
  /** SQuAD F1; of an unanswerable question 1 when abstained. */
  readonly f1: number;
  /** Share of the answer's tokens that stand in the passages; null when abstained. */
  readonly kPrecision: number | null;
  /** Whether the reply says that there is no answer. */
  readonly abstained: boolean;
  /** 1 when abstained exactly if there is no answer. */
  readonly abstentionAccuracy: number;
  /** Marks that point at a gold passage over all marks; null without marks. */
  readonly citationPrecision: number | null;
  /** Distinct gold passages cited over gold passages; null when unanswerable or abstained. */
  readonly citationRecall: number | null;
}

const MARK = /\[(\d{1,4})\]/g;

/** Replies that decline: by the instruction's own words and the usual ones. */
export const ABSTENTION =
  /\b(?:passages?|context|documents?|sources?)\b[^.\n]{0,60}\b(?:do(?:es)? not|don't|doesn't)\b[^.\n]{0,40}\b(?:contain|include|say|state|mention|provide|answer)|\b(?:not|no) (?:enough )?information\b|\b(?:cannot|can't|can not) (?:be )?(?:answer|determine|find)|\bI (?:do not|don't) know\b|\bunanswerable\b/i;

/** The reply without its `[n]` marks, blanks mended. */
export function withoutCitations(reply: string): string {
  return reply.replace(MARK, "").replace(/\s+([.,;:!?])/g, "$1").replace(/[ \t]{2,}/g, " ").trim();
}

/**
 * Scores an answer that cites numbered passages.
 *
 * @param abstention Pattern of replies that decline; `ABSTENTION` by default.
 *
 * @example A cited answer
 * ```ts
 * import { scoreGroundedAnswer } from "./grounded_answer.ts";
 * import { assertEquals } from "@std/assert";
 * const scores = scoreGroundedAnswer("48 metres [1]", {
 *   answers: ["48 metres"], goldIds: ["p1"], shownIds: ["p1", "p2"], passages: ["It is 48 metres deep.", "A tower."],
 * });
 * assertEquals([scores.f1, scores.kPrecision, scores.citationRecall], [1, 1, 1]);
 * ```
 */
export function scoreGroundedAnswer(
  reply: string,
  question: GroundedQuestion,
  abstention: RegExp = ABSTENTION,
): GroundedScores {
  const answer = withoutCitations(reply);
  const abstained = answer === "" || abstention.test(answer);
  const answerable = question.goldIds.length > 0;
  const best = (score: (gold: string) => number) =>
    answerable ? Math.max(0, ...question.answers.map(score)) : Number(abstained);
  const normal = normalizeAnswer(answer);
  const marks = [...reply.matchAll(MARK)].map((mark) => question.shownIds[Number(mark[1]) - 1] ?? "");
  const gold = new Set(question.goldIds);
  const cited = marks.filter((id) => gold.has(id));
  return {
    em: best((one) => Number(normalizeAnswer(one) === normal)),
    f1: best((one) => tokenF1Of(answer, one)),
    kPrecision: abstained ? null : groundedShare(answer, question.passages),
    abstained,
    abstentionAccuracy: Number(abstained !== answerable),
    citationPrecision: marks.length === 0 ? null : cited.length / marks.length,
    citationRecall: !answerable || abstained ? null : new Set(cited).size / gold.size,
  };
}

function groundedShare(answer: string, passages: readonly string[]): number | null {
  const left = new Map<string, number>();
  for (const word of searchTokens(passages.join(" "))) left.set(word, (left.get(word) ?? 0) + 1);
  const words = searchTokens(answer);
  let found = 0;
  for (const word of words) {
    const n = left.get(word) ?? 0;
    if (n > 0) found++;
    left.set(word, n - 1);
  }
  return words.length === 0 ? null : found / words.length;
}
