/**
 * Replies from a llama.cpp sequence.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import type { LlamaModule, LlamaToken } from "../deps/node_llama_cpp.ts";
import type { GenerationOptions } from "../task/task.ts";
import { leadingTokens, type LlamaSession, prefill, tooLong } from "./llama_session.ts";
import type { ModelMessage, ModelResponse } from "./model.ts";

/** New tokens of a reply when the request names no limit. */
const DEFAULT_MAX_TOKENS = 256;

/** The part of a response that a generation decides. */
export type GgufReply = Pick<ModelResponse, "text" | "finishReason" | "usage">;

/** A session that can render conversations. */
export interface ChatSession extends LlamaSession {
  /** The package, for its chat templates. */
  readonly library: LlamaModule;
}

/**
 * Continues `tokens` until the model ends, a stop text appears or the limit is
 * reached. The reply does not contain the stop text.
 *
 * @throws {ModelError} `prompt_too_long`
 */
export async function generate(
  session: LlamaSession,
  tokens: LlamaToken[],
  generation: GenerationOptions,
  context: Context,
): Promise<GgufReply> {
  const { model, sequence, contextSize } = session;
  const { until = [], maxTokens = DEFAULT_MAX_TOKENS, temperature = 0, topP, seed = 0, doSample } =
    generation;
  const usage = (outputTokens: number) => ({ inputTokens: tokens.length, outputTokens });
  if (tokens.length + 1 > contextSize) throw tooLong(tokens.length + 1, contextSize);
  const limit = Math.min(maxTokens, contextSize - tokens.length);
  if (limit <= 0) return { text: "", finishReason: "length", usage: usage(0) };
  await prefill(sequence, tokens.slice(0, -1));
  const made: LlamaToken[] = [];
  const sampling = temperature > 0 && doSample !== false
    // The library's own defaults cut the tail (40 tokens, 0.95 of the mass): ask for what was asked.
    ? { temperature, topK: 0, minP: 0, topP: topP ?? 1, seed: seed + (context.epoch ?? 0) }
    : { temperature: 0 };
  for await (const token of sequence.evaluate(tokens.slice(-1), sampling)) {
    context.signal?.throwIfAborted();
    if (model.isEogToken(token)) {
      return { text: model.detokenize(made), finishReason: "stop", usage: usage(made.length) };
    }
    made.push(token);
    const text = model.detokenize(made);
    const ends = until.filter((stop) => stop !== "").map((stop) => text.indexOf(stop)).filter((at) =>
      at >= 0
    );
    if (ends.length > 0) {
      return { text: text.slice(0, Math.min(...ends)), finishReason: "stop", usage: usage(made.length) };
    }
    if (made.length >= limit) break;
  }
  return { text: model.detokenize(made), finishReason: "length", usage: usage(made.length) };
}

/** The conversation by the file's own template, open for the reply. */
export function chatTokens(session: ChatSession, messages: readonly ModelMessage[]): LlamaToken[] {
  const chatHistory: Record<string, unknown>[] = messages.map((message) =>
    message.role === "assistant"
      ? { type: "model", response: [message.content] }
      : { type: message.role === "system" ? "system" : "user", text: message.content }
  );
  if (messages.at(-1)?.role !== "assistant") chatHistory.push({ type: "model", response: [] });
  const wrapper = session.library.resolveChatWrapper(session.model);
  const tokens = wrapper.generateContextState({ chatHistory }).contextText.tokenize(session.model.tokenizer);
  const lead = leadingTokens(session.model);
  return lead[0] !== undefined && tokens[0] !== lead[0] ? [...lead, ...tokens] : tokens;
}
