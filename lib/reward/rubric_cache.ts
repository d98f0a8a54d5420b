/**
 * Criteria found for a question, kept while they tell responses apart.
 *
 * @module
 */
import { sha256 } from "../core/hash.ts";
import { populationDeviation } from "../stat/deviation.ts";
import type { Rubric, RubricPolarity } from "./rubric.ts";

/** Rubrics of a question. */
export interface AdaptiveRubrics {
  /** Merits, those that separate best first. */
  readonly positive: readonly Rubric[];
  /** Flaws, those that separate best first. */
  readonly negative: readonly Rubric[];
  /** Positive, then negative. */
  readonly all: readonly Rubric[];
}

interface Kept {
  readonly rubric: Rubric;
  readonly deviation: number;
}

/**
 * Key of a question in a cache: hex SHA-256 of its text, exactly as it is.
 *
 * @example
 * ```ts
 * import { promptKey } from "./rubric_cache.ts";
 * import { assert } from "@std/assert";
 * assert(promptKey("").startsWith("e3b0c442"));
 * ```
 */
export function promptKey(question: string): string {
  return sha256(question);
}

/**
 * Caller-owned memory of adaptive rubrics. Per question and polarity it keeps
 * the few whose raw scores spread most (population standard deviation; ties by
 * title), and drops what scored everybody the same.
 *
 * @example
 * ```ts
 * import { RubricCache } from "./rubric_cache.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * const cache = new RubricCache({ maxPerPolarity: 1 });
 * cache.consider("Why?", rubric("Depth", "Gives a cause."), [0, 1, 1]);
 * assertEquals(cache.consider("Why?", rubric("Length", "Is long."), [1, 1, 1]), false);
 * assertEquals(cache.get("Why?").all.map((one) => one.title), ["Depth"]);
 * ```
 */
export class RubricCache {
  readonly #max: number;
  readonly #kept = new Map<string, Record<RubricPolarity, Kept[]>>();
  readonly #busy = new Map<string, Promise<unknown>>();

  /**
   * An empty cache.
   * @throws {RangeError} When `maxPerPolarity` (default 3) is no whole number of at least 1.
   */
  constructor(options: { readonly maxPerPolarity?: number } = {}) {
    const { maxPerPolarity = 3 } = options;
    if (!Number.isInteger(maxPerPolarity) || maxPerPolarity < 1) {
      throw new RangeError(`Cannot keep ${maxPerPolarity} rubrics: wanted a whole number of at least 1`);
    }
    this.#max = maxPerPolarity;
  }

  /** Rubrics kept for a question. */
  get(question: string): AdaptiveRubrics {
    const kept = this.#kept.get(promptKey(question));
    const positive = (kept?.positive ?? []).map(({ rubric }) => rubric);
    const negative = (kept?.negative ?? []).map(({ rubric }) => rubric);
    return { positive, negative, all: [...positive, ...negative] };
  }

  /**
   * Offers a rubric with the raw scores it gave. It takes the place of one
   * with the same title; fewer than two scores, or equal ones, change nothing.
   *
   * @returns Whether the rubric is kept.
   * @throws {RangeError} When a score is not finite.
   */
  consider(question: string, rubric: Rubric, scores: readonly number[]): boolean {
    if (!scores.every(Number.isFinite)) {
      throw new RangeError(
        `Cannot weigh "${rubric.title}": wanted finite scores, found ${scores.join(", ")}`,
      );
    }
    if (scores.length < 2 || scores.every((score) => score === scores[0])) return false;
    const key = promptKey(question);
    const kept = this.#kept.get(key) ?? { positive: [], negative: [] };
    this.#kept.set(key, kept);
    const others = kept[rubric.polarity].filter((one) => one.rubric.title !== rubric.title);
    const all = [...others, { rubric, deviation: populationDeviation(scores) }].sort((a, b) =>
      b.deviation - a.deviation || byCodePoint(a.rubric.title, b.rubric.title)
    );
    kept[rubric.polarity] = all.slice(0, this.#max);
    return kept[rubric.polarity].some((one) => one.rubric === rubric);
  }

  /** Runs one piece of work per question at a time, so that groups do not change each other's rubrics. */
  exclusive<T>(question: string, work: () => Promise<T>): Promise<T> {
    const key = promptKey(question);
    const before = this.#busy.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const done = mine.catch(() => {}).then(() => {
      if (this.#busy.get(key) === done) this.#busy.delete(key);
    });
    this.#busy.set(key, done);
    return mine;
  }
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
