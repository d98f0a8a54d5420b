/**
 * Reads a text completion.
 *
 * @module
 */
import { emptyProblem, firstChoice, readText, type ReplyFacts, serving } from "./chat_reply.ts";
import { badReply } from "./endpoint.ts";
import type { ModelResponse } from "./model.ts";
import { readFinish, readTokenLogprobs, readUsage } from "./reply_parts.ts";

/**
 * Reads the parsed JSON of a text completion.
 *
 * @throws {ModelError} `no_choices`, `bad_reply`, `logprobs_unsupported`.
 */
export function readCompletion(json: Record<string, unknown>, facts: ReplyFacts): ModelResponse {
  const choice = firstChoice(json, facts.shown);
  const raw = choice.text ?? "";
  if (typeof raw !== "string") {
    throw badReply(facts.shown, "a text in the first choice", { code: "bad_reply" });
  }
  const { text, reasoning, problem } = readText(raw, "", facts.stops);
  const finish = readFinish(choice.finish_reason);
  const why = problem ?? emptyProblem(raw, reasoning, finish);
  return {
    text,
    ...(text === raw ? {} : { rawText: raw }),
    ...(reasoning === null ? {} : { reasoning }),
    ...(facts.wantsLogprobs ? { tokens: readTokenLogprobs(choice.logprobs, facts.shown) } : {}),
    ...finish,
    ...(why === null ? {} : { problem: why }),
    usage: readUsage(json.usage, { prompt: true, text: raw !== "" }),
    latencyMs: facts.latencyMs,
    attempts: 1,
    ...serving(json, facts.server),
  };
}
