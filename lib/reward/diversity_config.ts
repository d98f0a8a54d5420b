/**
 * By what texts count as the same.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import type { Judge } from "./judge.ts";
import defaultInstructions from "./prompts/diversity_default.md" with { type: "text" };

/** Texts are the same when their character n-grams are. */
export interface NgramDiversityConfig {
  /** Marks this kind. */
  readonly kind: "ngram";
  /** Characters of a gram. With long texts 3 saturates: unlike texts share most of them. */
  readonly n: number;
  /** Jaccard similarity from which two texts join, 0..1. */
  readonly similarityThreshold: number;
}

/** Texts are the same when a judge says so. */
export interface LlmDiversityConfig {
  /** Marks this kind. */
  readonly kind: "llm";
  /** Who sorts. */
  readonly judge: Judge;
  /** What makes a group. */
  readonly instructions: string;
  /** Limit of new tokens. */
  readonly maxTokens: number;
  /** Sampling temperature. */
  readonly temperature: number;
}

/**
 * Clusters by character n-grams: `n` 3 and threshold 0.5 unless said
 * otherwise. For completions of hundreds of words use a larger `n`.
 *
 * @throws {RangeError} When `n` is below 1 or the threshold outside 0..1.
 * @example
 * ```ts
 * import { ngramDiversity } from "./diversity_config.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(ngramDiversity({ n: 5 }).similarityThreshold, 0.5);
 * ```
 */
export function ngramDiversity(
  options: { readonly n?: number; readonly similarityThreshold?: number } = {},
): NgramDiversityConfig {
  const { n = 3, similarityThreshold = 0.5 } = options;
  if (!Number.isInteger(n) || n < 1) {
    throw new RangeError(`Cannot cluster by n-grams: wanted n of at least 1, found ${n}`);
  }
  if (!(similarityThreshold >= 0 && similarityThreshold <= 1)) {
    throw new RangeError(
      `Cannot cluster by n-grams: wanted a threshold from 0 to 1, found ${similarityThreshold}`,
    );
  }
  return { kind: "ngram", n, similarityThreshold };
}

/**
 * Clusters by a judge: by approach unless told otherwise, at temperature 0,
 * with 512 tokens for the reply.
 *
 * @throws {RangeError} For blank instructions or a limit below 1.
 * @example
 * ```ts
 * import { llmDiversity } from "./diversity_config.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(llmDiversity({ judge: defineJudge({ model: scriptedModel([]) }) }).maxTokens, 512);
 * ```
 */
export function llmDiversity(
  options: Pick<LlmDiversityConfig, "judge"> & Partial<Omit<LlmDiversityConfig, "kind">>,
): LlmDiversityConfig {
  const { judge, instructions = defaultInstructions.trim(), maxTokens = 512, temperature = 0 } = options;
  if (typeof instructions !== "string" || pyStrip(instructions) === "") {
    throw new RangeError("Cannot cluster by a judge: wanted instructions that are not blank");
  }
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw new RangeError(`Cannot cluster by a judge: wanted maxTokens of at least 1, found ${maxTokens}`);
  }
  return { kind: "llm", judge, instructions, maxTokens, temperature };
}
