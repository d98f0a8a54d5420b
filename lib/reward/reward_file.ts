/**
 * Rewards that a verifier left in files.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { checkRewardMap, type RewardMap } from "./reward_map.ts";

/** Contents of the files; null for one that is not there. */
export interface RewardFiles {
  /** Of `reward.json`: a number, or an object of numbers. */
  readonly json: string | null;
  /** Of `reward.txt`: a number. */
  readonly txt: string | null;
}

/** Rewards, and whether the files contradict each other. */
export interface FileRewards {
  /** Rewards; a bare number is `reward`. */
  readonly rewards: RewardMap;
  /** True when both files are there and say different things; `reward.json` then counts. */
  readonly contradictory: boolean;
}

/**
 * Reads a verifier's rewards. `reward.json` comes before `reward.txt`. Numbers
 * must be finite and may not be texts.
 *
 * @param keys Names that must all be there, and no others.
 * @throws {ResultError} `verifier_error` when neither file is there or one is no such thing.
 * @example
 * ```ts
 * import { readRewardFiles } from "./reward_file.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readRewardFiles({ json: "0.5", txt: null }).rewards, { reward: 0.5 });
 * ```
 */
export function readRewardFiles(files: RewardFiles, keys?: readonly string[]): FileRewards {
  const fromJson = files.json === null ? null : parse("reward.json", files.json, keys);
  const fromTxt = files.txt === null
    ? null
    : parse("reward.txt", files.txt, fromJson === null ? keys : undefined);
  const rewards = fromJson ?? fromTxt;
  if (rewards === null) throw bad("reward.json", "a reward, found no file");
  const contradictory = fromJson !== null && fromTxt !== null &&
    JSON.stringify(fromJson) !== JSON.stringify(fromTxt);
  return { rewards, contradictory };
}

function parse(name: string, text: string, keys: readonly string[] | undefined): RewardMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw bad(name, `JSON, found "${text.slice(0, 80)}"`, cause);
  }
  const rewards = typeof value === "number" ? { reward: value } : value;
  try {
    checkRewardMap(rewards, keys);
    return rewards;
  } catch (cause) {
    throw bad(name, `rewards (${(cause as Error).message})`, cause);
  }
}

function bad(name: string, wanted: string, cause?: unknown): ResultError {
  return new ResultError(`Cannot read "${name}": wanted ${wanted}`, {
    code: "verifier_error",
    ...(cause === undefined ? {} : { cause }),
  });
}
