/**
 * The one rule by which the JSON of a judge's reply is found.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import { splitReasoning } from "../core/reasoning.ts";
import { jsonObjects } from "../filter/json_block.ts";
import { judgeError } from "./judge_error.ts";

/** An object a judge answered with; nothing in it is checked yet. */
export type JudgeObject = Readonly<Record<string, unknown>>;

/** Reads the object of a reply; must throw rather than guess. */
export type ReplyParser = (text: string, keys: readonly string[]) => JudgeObject;

/**
 * Reads the JSON object of a judge's reply, without repairs:
 * 1. the whole text is a JSON object: that one;
 * 2. closed reasoning and what stands before a stray closer is dropped; a
 *    thought that never ends is an error;
 * 3. the rest is JSON as a whole: it must be an object;
 * 4. else all complete top-level objects in order, fenced or not, none of them
 *    inside a broken outer one. Of those with one of `keys` the last decides;
 *    if none has one, the last object, which will then fail its checks.
 *
 * @throws {JudgeError} `empty_reply`, `truncated_reasoning`, `unparsable`.
 * @example The judge repeats the form, then decides
 * ```ts
 * import { parseJudgeReply } from "./judge_reply.ts";
 * import { assertEquals } from "@std/assert";
 * const reply = 'Form: {"score": 0}. Verdict: {"score": 1, "reasoning": "fits"} {"done": true}';
 * assertEquals(parseJudgeReply(reply, ["score"]).score, 1);
 * ```
 */
export function parseJudgeReply(text: string, keys: readonly string[] = []): JudgeObject {
  const stripped = pyStrip(text);
  if (stripped === "") {
    throw judgeError({
      code: "empty_reply",
      message: "Cannot read the judge's reply: wanted text, found none",
    });
  }
  const whole = jsonOf(stripped);
  if (isObject(whole)) return whole;
  const { text: answer, problem } = splitReasoning(stripped);
  if (problem !== null) {
    throw judgeError({
      code: "truncated_reasoning",
      message: "Cannot read the judge's reply: wanted a verdict after the reasoning, found none",
      hint: "Raise the judge's token limit",
    });
  }
  const objects = jsonObjects(answer);
  const candidates = objects.filter(isObject);
  const found = candidates.findLast((one) => keys.some((key) => Object.hasOwn(one, key))) ??
    candidates.at(-1);
  if (found === undefined) {
    throw judgeError({
      code: "unparsable",
      message: "Cannot read the judge's reply: wanted a JSON object",
      reply: answer,
    });
  }
  return found;
}

function jsonOf(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JudgeObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
