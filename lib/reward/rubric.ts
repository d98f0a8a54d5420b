/**
 * A criterion a judge scores by.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import type { ReplyParser } from "./judge_reply.ts";
import { type ScoreLevel, scoreLevels, type ScoreMap } from "./score_map.ts";

/** `positive` names a merit, `negative` a flaw: then a high score lowers the reward. */
export type RubricPolarity = "positive" | "negative";

/** A criterion; made by {@linkcode rubric}, JSON-safe unless it has a parser. */
export interface Rubric {
  /** A few words; the reward's key is made from it. */
  readonly title: string;
  /** What to check. */
  readonly description: string;
  /** Whether it names a merit or a flaw. */
  readonly polarity: RubricPolarity;
  /** Allowed scores with their meaning, lowest first; null: 0 and 1. */
  readonly scoreMap: readonly ScoreLevel[] | null;
  /** Key of the reward, when the title's own does not do. */
  readonly key?: string;
  /** Reads replies to this rubric, in groups of rubrics too. */
  readonly parser?: ReplyParser;
}

/** Options of {@linkcode rubric}. */
export interface RubricOptions {
  /** Default `positive`. */
  readonly polarity?: RubricPolarity;
  /** Allowed scores with their meaning, at least two; default 0 and 1. */
  readonly scoreMap?: ScoreMap | null;
  /** Key of the reward; for titles without Latin letters or digits. */
  readonly key?: string;
  /** Reads replies to this rubric; default is the judge's parser. */
  readonly parser?: ReplyParser;
}

/**
 * Makes a rubric.
 *
 * @throws {RangeError} For a blank title or description, another polarity, an
 * unusable scale or key.
 * @throws {TypeError} For a score that is no number.
 * @example
 * ```ts
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * const flaw = rubric("Fabrication", "Invents a study or a dose.", { polarity: "negative" });
 * assertEquals([flaw.polarity, flaw.scoreMap], ["negative", null]);
 * ```
 */
export function rubric(title: string, description: string, options: RubricOptions = {}): Rubric {
  const { polarity = "positive", scoreMap = null, key, parser } = options;
  for (const [name, text] of Object.entries({ title, description })) {
    if (typeof text !== "string" || pyStrip(text) === "") {
      throw new RangeError(`Cannot make a rubric: wanted a ${name} that is not blank`);
    }
  }
  if (polarity !== "positive" && polarity !== "negative") {
    throw new RangeError(
      `Cannot make the rubric "${title}": wanted polarity "positive" or "negative", found "${polarity}"`,
    );
  }
  if (key !== undefined && !/^[A-Za-z0-9_]+$/.test(key)) {
    throw new RangeError(
      `Cannot make the rubric "${title}": wanted a key of letters, digits and _, found "${key}"`,
    );
  }
  return Object.freeze({
    title,
    description,
    polarity,
    scoreMap: scoreMap === null ? null : scoreLevels(scoreMap),
    ...(key === undefined ? {} : { key }),
    ...(parser === undefined ? {} : { parser }),
  });
}
