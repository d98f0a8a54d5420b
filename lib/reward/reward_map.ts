/**
 * Rewards that came from code nobody has checked.
 *
 * @module
 */

/** Rewards by name. */
export type RewardMap<Key extends string = string> = Readonly<Record<Key, number>>;

/**
 * Checks that a value is a map of names to finite numbers; with `keys`, of
 * exactly those names. Negative numbers and numbers above 1 are allowed.
 *
 * @throws {TypeError} When it is no plain object, or a value is no number (true is none).
 * @throws {RangeError} For NaN, infinities, blank names, missing or unknown ones.
 * @example
 * ```ts
 * import { checkRewardMap } from "./reward_map.ts";
 * import { assertThrows } from "@std/assert";
 * checkRewardMap({ correct: 1 }, ["correct"]);
 * assertThrows(() => checkRewardMap({ correct: NaN }), RangeError, "correct");
 * ```
 */
export function checkRewardMap<Key extends string = string>(
  value: unknown,
  keys?: readonly Key[],
): asserts value is RewardMap<Key> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(
      `Cannot use rewards: wanted an object of numbers, found ${JSON.stringify(value) ?? typeof value}`,
    );
  }
  for (const [key, reward] of Object.entries(value)) {
    if (key.trim() === "") throw new RangeError("Cannot use rewards: wanted names that are not blank");
    if (typeof reward !== "number") {
      throw new TypeError(
        `Cannot use the reward "${key}": wanted a number, found ${JSON.stringify(reward) ?? typeof reward}`,
      );
    }
    if (!Number.isFinite(reward)) {
      throw new RangeError(`Cannot use the reward "${key}": wanted a finite number, found ${reward}`);
    }
  }
  if (keys === undefined) return;
  const missing = keys.filter((key) => !Object.hasOwn(value, key));
  const unknown = Object.keys(value).filter((key) => !(keys as readonly string[]).includes(key));
  if (missing.length > 0 || unknown.length > 0) {
    throw new RangeError(
      `Cannot use rewards: wanted exactly ${keys.join(", ")}; missing ${missing.join(", ") || "none"}, ` +
        `unknown ${unknown.join(", ") || "none"}`,
    );
  }
}
