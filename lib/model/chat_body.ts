/**
 * Request bodies of chat completions.
 *
 * @module
 */
import { generationBody } from "./generation_body.ts";
import type { GenerationDefaults } from "./generation_defaults.ts";
import type { ModelMessage, ModelRequest } from "./model.ts";

/** A request for a chat completion. */
export type ChatRequest = Extract<ModelRequest, { type: "chat" }>;

/** The request body before any adaptation; keys in the order lm-eval sends them. */
export function chatBody(
  model: string,
  request: ChatRequest,
  options: { readonly defaults?: GenerationDefaults; readonly stops: readonly string[] },
): Record<string, unknown> {
  const { tools, topLogprobs } = request;
  return {
    messages: request.messages.map(wireMessage),
    model,
    ...generationBody(request.generation, options.defaults ?? {}, options.stops),
    ...(tools === undefined || tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
    ...(topLogprobs === undefined ? {} : { logprobs: true, top_logprobs: topLogprobs }),
  };
}

function wireMessage(message: ModelMessage): Record<string, unknown> {
  const { role, content, toolCalls, toolCallId } = message;
  if (toolCalls === undefined && toolCallId === undefined) return { role, content };
  return {
    role,
    content: content === "" && toolCalls !== undefined ? null : content,
    ...(toolCalls === undefined ? {} : {
      tool_calls: toolCalls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  };
}
