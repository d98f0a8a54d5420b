/**
 * Exact match with the switches and the edge cases of lm-eval's metric.
 *
 * @module
 */
import type { SampleView } from "../task/task.ts";
import { pythonRegExp } from "../core/regex/python_regex.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { goldTexts, replyText } from "./gold.ts";
import { pickedChoice } from "./acc.ts";

/** Switches of {@linkcode exactMatch}. All off by default: nothing is trimmed. */
export interface ExactMatchOptions {
  /** Lower-case both sides; a character whose lower case is longer keeps its first code point (numpy). */
  readonly ignoreCase?: boolean;
  /** Delete the 32 ASCII punctuation marks on both sides. */
  readonly ignorePunctuation?: boolean;
  /** Delete the ASCII digits on both sides. */
  readonly ignoreNumbers?: boolean;
  /** Python regexes whose matches are deleted on both sides first. */
  readonly regexesToIgnore?: readonly string[];
  /** Name in results; `exact_match` by default. */
  readonly name?: string;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Lower case within the original count of code points, as numpy's fixed-width strings do it. */
function lowerFixed(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...lower].slice(0, [...text].length).join("");
}

function normaliser(options: ExactMatchOptions): (text: string) => string {
  const regexes = (options.regexesToIgnore ?? []).map((pattern) => pythonRegExp(pattern));
  return (text) => {
    let out = text;
    for (const regex of regexes) out = regex.replace(out, "");
    // numpy's string arrays drop trailing NULs at each of their steps
    if (options.ignoreCase) out = lowerFixed(out.replace(/\0+$/, ""));
    if (options.ignorePunctuation) out = out.replace(PUNCTUATION, "");
    if (options.ignoreNumbers) out = out.replace(/[0-9]/g, "");
    return out.replace(/\0+$/, "");
  };
}

/**
 * Whether two texts are equal under the switches.
 *
 * @throws {SyntaxError} On a regex that is not one.
 *
 * @example Case
 * ```ts
 * import { exactlyMatches } from "./exact_match.ts";
 * import { assert } from "@std/assert";
 * assert(exactlyMatches("(B)", "b", { ignoreCase: true, ignorePunctuation: true }));
 * assert(!exactlyMatches("trail ", "trail"));
 * ```
 */
export function exactlyMatches(
  prediction: string,
  reference: string,
  options: ExactMatchOptions = {},
): boolean {
  const normal = normaliser(options);
  return normal(prediction) === normal(reference);
}

/** Multiple choice: whether the right choice was the greedy continuation. */
function greedyGold(view: SampleView): number {
  const targets = Array.isArray(view.target) ? view.target : [view.target];
  const indices = targets.map((one) => typeof one === "number" ? one : view.choices.indexOf(one));
  if (view.greedy.length === 0) return Number(indices.includes(pickedChoice(view)));
  return Number(indices.some((index) => view.greedy[index] === true));
}

/**
 * Exact match, 0 or 1 per sample; with several accepted answers 1 when any is
 * equal. An unreadable reply is 0. Of multiple choice: the right choice was the
 * greedy continuation.
 *
 * @throws {SyntaxError} On a regex that is not one.
 *
 * @example Numbers with separators
 * ```ts
 * import { exactMatch } from "./exact_match.ts";
 * import { assertEquals } from "@std/assert";
 * const metric = exactMatch({ regexesToIgnore: [","] });
 * const view = {
 *   outputType: "generate_until", fields: {}, target: "1200", choices: [], logliks: [],
 *   greedy: [], unconditional: [], responses: ["1,200"],
 * } as const;
 * assertEquals(metric.score(view), 1);
 * ```
 */
export function exactMatch(options: ExactMatchOptions = {}): BenchMetric {
  const normal = normaliser(options);
  return defineMetric({
    name: options.name ?? "exact_match",
    range: [0, 1],
    score(view) {
      if (view.outputType === "multiple_choice") return greedyGold(view);
      const reply = replyText(view);
      if (reply === null) return 0;
      const found = normal(reply);
      return Number(goldTexts(view).some((gold) => normal(gold) === found));
    },
  });
}
