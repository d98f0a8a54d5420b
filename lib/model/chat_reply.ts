/**
 * Reads a chat completion: checked by hand, since a schema library would cost
 * more to load than the rest of the client.
 *
 * @module
 */
import { cutAtStops } from "../core/cut_at_stops.ts";
import { splitReasoning } from "../core/reasoning.ts";
import { badReply } from "./endpoint.ts";
import type { ModelResponse, ToolCall } from "./model.ts";
import { isRecord, readFinish, readTokenLogprobs, readUsage } from "./reply_parts.ts";

/** What the reader must know about the request. */
export interface ReplyFacts {
  /** URL for eyes. */
  readonly shown: string;
  /** Stops applied to the text after the reasoning is gone. */
  readonly stops: readonly string[];
  /** Log-probs were asked for: their absence is an error. */
  readonly wantsLogprobs: boolean;
  /** Milliseconds. */
  readonly latencyMs: number;
  /** Value of the `server` header. */
  readonly server: string | null;
}

/** A reply and how many stray `<|…|>` tokens its text holds. */
export interface ReadReply {
  /** The reply, one attempt. */
  readonly response: ModelResponse;
  /** Number of markup tokens the server left in. */
  readonly strayTokens: number;
}

/**
 * Reads the parsed JSON of a chat completion.
 *
 * @throws {ModelError} `no_choices`, `bad_reply`, `logprobs_unsupported`.
 */
export function readChatReply(json: Record<string, unknown>, facts: ReplyFacts): ReadReply {
  const choice = firstChoice(json, facts.shown);
  const { message } = choice;
  if (!isRecord(message)) throw badReply(facts.shown, "a message in the first choice", { code: "bad_reply" });
  const toolCalls = readToolCalls(message.tool_calls, facts.shown);
  const content = readContent(message.content, facts.shown);
  const beside = [message.reasoning_content, message.reasoning].find((part) => typeof part === "string") ??
    "";
  const text = readText(content ?? "", beside as string, facts.stops);
  const finish = readFinish(choice.finish_reason);
  const problem = text.problem ??
    (toolCalls.length > 0 ? null : emptyProblem(text.text, text.reasoning, finish));
  const tokens = facts.wantsLogprobs ? readTokenLogprobs(choice.logprobs, facts.shown) : undefined;
  return {
    strayTokens: text.strayTokens,
    response: {
      text: text.text,
      ...(text.text === content ? {} : content === null ? {} : { rawText: content }),
      ...(text.reasoning === null ? {} : { reasoning: text.reasoning }),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...(tokens === undefined ? {} : { tokens }),
      ...finish,
      ...(problem === null ? {} : { problem }),
      usage: readUsage(json.usage ?? choice.usage, { prompt: true, text: (content ?? "") !== "" }),
      latencyMs: facts.latencyMs,
      attempts: 1,
      ...serving(json, facts.server),
    },
  };
}

/** The text as scored: reasoning off first, then stops. */
export function readText(
  content: string,
  beside: string,
  stops: readonly string[],
): { text: string; reasoning: string | null; problem: string | null; strayTokens: number } {
  const split = splitReasoning(content);
  const reasoning = [beside.trim(), split.reasoning ?? ""].filter((part) => part !== "").join("\n\n");
  const text = stops.length === 0 ? split.text : cutAtStops(split.text, stops);
  return { text, reasoning: reasoning || null, problem: split.problem, strayTokens: split.strayTokens };
}

/** First choice of a reply. @throws {ModelError} `no_choices`. */
export function firstChoice(json: Record<string, unknown>, shown: string): Record<string, unknown> {
  const choice = Array.isArray(json.choices) ? json.choices[0] : undefined;
  if (isRecord(choice)) return choice;
  throw badReply(shown, "choices, found none", {
    code: "no_choices",
    hint: "Is this the right route? The body must be that of an OpenAI-compatible server",
  });
}

/** Why an empty text is no answer, or null. */
export function emptyProblem(
  text: string,
  reasoning: string | null,
  finish: { finishReason: string },
): string | null {
  if (finish.finishReason === "content_filter") return "content_filter";
  if (text.trim() !== "") return null;
  if (finish.finishReason === "length" && reasoning !== null) return "truncated_reasoning";
  return "empty_content";
}

/** What the server said about itself. */
export function serving(
  json: Record<string, unknown>,
  server: string | null,
): Pick<ModelResponse, "serving"> {
  const said = {
    ...(typeof json.model === "string" ? { model: json.model } : {}),
    ...(typeof json.system_fingerprint === "string" ? { systemFingerprint: json.system_fingerprint } : {}),
    ...(server === null ? {} : { server }),
  };
  return Object.keys(said).length === 0 ? {} : { serving: said };
}

function readContent(content: unknown, shown: string): string | null {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return null;
  if (Array.isArray(content)) {
    return content.map((part) => isRecord(part) && typeof part.text === "string" ? part.text : "").join("");
  }
  throw badReply(shown, `text as content, found ${typeof content}`, { code: "bad_reply" });
}

function readToolCalls(calls: unknown, shown: string): ToolCall[] {
  if (calls === null || calls === undefined) return [];
  if (!Array.isArray(calls)) throw badReply(shown, "a list of tool calls", { code: "bad_reply" });
  return calls.map((call, i) => {
    const { function: fn, id } = isRecord(call) ? call : {} as Record<string, unknown>;
    if (!isRecord(fn) || typeof fn.name !== "string") {
      throw badReply(shown, `a name in tool call ${i + 1}`, { code: "bad_reply" });
    }
    const args = typeof fn.arguments === "string" ? fn.arguments : JSON.stringify(fn.arguments ?? {});
    return { id: typeof id === "string" && id !== "" ? id : `call_${i}`, name: fn.name, arguments: args };
  });
}
