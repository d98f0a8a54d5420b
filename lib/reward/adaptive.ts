/**
 * Criteria that a judge finds by comparing responses to one question.
 *
 * @module
 */
import { allOrAbort } from "../core/all_or_abort.ts";
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import { buildAdaptivePrompt } from "./adaptive_prompt.ts";
import { evaluateSingleRubric } from "./evaluate_rubric.ts";
import type { Judge } from "./judge.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import { referenceText } from "./prompt_parts.ts";
import { type Rubric, rubric, type RubricPolarity } from "./rubric.ts";
import type { AdaptiveRubrics, RubricCache } from "./rubric_cache.ts";
import { withSignal } from "./score_options.ts";

/** What criteria are found for, and who finds them. */
export interface AdaptiveOptions {
  /** What was asked. */
  readonly question: string;
  /** The right answer; null or missing: none. */
  readonly groundTruth?: unknown;
  /** Responses to compare; blank ones are left out. */
  readonly responses: readonly string[];
  /** Who judges. */
  readonly judge: Judge;
  /** Criteria not to repeat; not scored. */
  readonly existingRubrics?: readonly Rubric[];
  /** Signal and events. */
  readonly context?: Context;
}

/**
 * Joins lists of rubrics: one of the same polarity and title takes the place
 * of an earlier one.
 *
 * @example
 * ```ts
 * import { mergeRubrics } from "./adaptive.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * const merged = mergeRubrics([rubric("A", "old"), rubric("B", "b")], [rubric("A", "new")]);
 * assertEquals(merged.map((one) => one.description), ["new", "b"]);
 * ```
 */
export function mergeRubrics(...groups: readonly (readonly Rubric[])[]): Rubric[] {
  const merged = new Map<string, Rubric>();
  for (const one of groups.flat()) merged.set(JSON.stringify([one.polarity, one.title]), one);
  return [...merged.values()];
}

/**
 * Asks the judge for new criteria with scores 0 and 1.
 *
 * @throws {JudgeError} when there is no reply, or one with criteria that lack a title or description.
 * @example
 * ```ts
 * import { generateAdaptiveRubrics } from "./adaptive.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const reply = '{"positive_rubrics": [{"title": "Depth", "description": "Gives a cause."}]}';
 * const judge = defineJudge({ model: scriptedModel([reply]) });
 * const found = await generateAdaptiveRubrics({ question: "Why?", responses: ["So.", "Since …"], judge });
 * assertEquals(found.all.map((one) => one.title), ["Depth"]);
 * ```
 */
export async function generateAdaptiveRubrics(options: AdaptiveOptions): Promise<AdaptiveRubrics> {
  const { question, responses, judge, existingRubrics = [], context } = options;
  const groundTruth = referenceText(options.groundTruth);
  try {
    const { value } = await judge.requestJson(
      buildAdaptivePrompt({ question, groundTruth, responses, existingRubrics }),
      {
        requestId: "adaptive-rubric-generation",
        keys: ["positive_rubrics", "negative_rubrics"],
        ...(context === undefined ? {} : { context }),
      },
    );
    const positive = readRubrics(value["positive_rubrics"], "positive");
    const negative = readRubrics(value["negative_rubrics"], "negative");
    context?.emit?.({
      kind: "adaptive_rubrics.generated",
      positive: positive.length,
      negative: negative.length,
    });
    return { positive, negative, all: [...positive, ...negative] };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout("responses for new rubrics", error);
  }
}

function readRubrics(list: unknown, polarity: RubricPolarity): Rubric[] {
  if (list === undefined) return [];
  const bad = (): never => {
    throw judgeError({
      code: "bad_rubrics",
      message: `wanted ${polarity} rubrics with title and description`,
      reply: JSON.stringify(list),
    });
  };
  if (!Array.isArray(list)) return bad();
  return list.map((one) => {
    const { title, description } = one ?? {};
    if (typeof title !== "string" || typeof description !== "string") return bad();
    const [name, text] = [pyStrip(title), pyStrip(description)];
    return name === "" || text === "" ? bad() : rubric(name, text, { polarity });
  });
}

/**
 * Finds new criteria, scores all responses by each, and keeps in the cache
 * those that separate them. With fewer than two responses that are not blank
 * nobody is asked. Groups with the same question take turns.
 *
 * @returns What the cache then holds for the question.
 * @throws {JudgeError} when a criterion or a score cannot be had.
 * @example
 * ```ts
 * import { generateAndCacheAdaptiveRubrics } from "./adaptive.ts";
 * import { RubricCache } from "./rubric_cache.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel([]) });
 * const cache = new RubricCache();
 * const kept = await generateAndCacheAdaptiveRubrics({ question: "Why?", responses: ["So.", ""], judge, cache });
 * assertEquals(kept.all, []);
 * ```
 */
export function generateAndCacheAdaptiveRubrics(
  options: AdaptiveOptions & { readonly cache: RubricCache },
): Promise<AdaptiveRubrics> {
  return options.cache.exclusive(options.question, () => fillCache(options));
}

/** The work of {@linkcode generateAndCacheAdaptiveRubrics}, for a caller that holds the cache already. */
export async function fillCache(
  options: AdaptiveOptions & { readonly cache: RubricCache },
): Promise<AdaptiveRubrics> {
  const { question, judge, groundTruth, existingRubrics = [], cache, context } = options;
  const responses = options.responses.filter((text) => pyStrip(text) !== "");
  if (responses.length < 2) return cache.get(question);
  const found = await generateAdaptiveRubrics({
    ...options,
    responses: responses.map(pyStrip),
    existingRubrics: mergeRubrics(existingRubrics, cache.get(question).all),
  });
  for (const one of found.all) {
    const scores = await allOrAbort(
      responses.map((response) => async (signal: AbortSignal) => {
        const asked = { question, response, judge, groundTruth, context: withSignal(context, signal) };
        return (await evaluateSingleRubric(one, asked)).score;
      }),
      context?.signal,
    );
    cache.consider(question, one, scores);
  }
  return cache.get(question);
}
