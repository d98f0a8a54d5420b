/**
 * Names of rubrics: keys of rewards and ids of questions to the judge.
 *
 * @module
 */
import type { Rubric } from "./rubric.ts";

/**
 * Key of a rubric's reward: its own, else `rubric_` and the title in lower
 * case with `_` for everything but a-z and 0-9. Programs read it; it is stable.
 *
 * @throws {RangeError} When the title has no such letter or digit.
 * @example
 * ```ts
 * import { rubricRewardKey } from "./rubric_key.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rubricRewardKey(rubric("Fact Check!", "…")), "rubric_fact_check");
 * ```
 */
export function rubricRewardKey({ title, key }: Pick<Rubric, "title" | "key">): string {
  if (key !== undefined) return key;
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (slug !== "") return `rubric_${slug}`;
  throw new RangeError(
    `Cannot name the reward of "${title}": wanted a Latin letter or digit in the title, or a key of its own`,
  );
}

/**
 * Keys of some rubrics, in their order.
 *
 * @throws {RangeError} When there are no rubrics, two share a key, or one has none.
 * @example
 * ```ts
 * import { rewardKeysOf } from "./rubric_key.ts";
 * import { rubric } from "./rubric.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => rewardKeysOf([rubric("Tone!", "…"), rubric("tone?", "…")]), RangeError, '"Tone!"');
 * ```
 */
export function rewardKeysOf(rubrics: readonly Rubric[]): string[] {
  if (rubrics.length === 0) throw new RangeError("Cannot score: wanted at least one rubric, found none");
  const titles = new Map<string, string>();
  for (const one of rubrics) {
    const key = rubricRewardKey(one);
    const other = titles.get(key);
    if (other !== undefined) {
      throw new RangeError(
        `Cannot score: "${other}" and "${one.title}" share the key "${key}"; give one a key of its own`,
      );
    }
    titles.set(key, one.title);
  }
  return [...titles.keys()];
}

/**
 * Part of a request id that names a rubric: words of the title in lower case,
 * joined by `-`.
 *
 * @example
 * ```ts
 * import { rubricSlug } from "./rubric_key.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rubricSlug("Fact  Check!"), "fact-check!");
 * ```
 */
export function rubricSlug(title: string): string {
  return title.toLowerCase().split(/\s+/u).filter((word) => word !== "").join("-");
}
