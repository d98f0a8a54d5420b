/**
 * Chat completions of any OpenAI-compatible server.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import { type Adaptation, Adaptations } from "./adaptation.ts";
import { readChatReply, type ReadReply } from "./chat_reply.ts";
import { chatBody } from "./chat_body.ts";
import { checkContext } from "./context_check.ts";
import { openEndpoint } from "./endpoint.ts";
import type { EndpointOptions } from "./endpoint_options.ts";
import { realStops } from "./generation_body.ts";
import type { GenerationDefaults } from "./generation_defaults.ts";
import type { Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";

/** Options of {@linkcode openaiChat}. */
export interface OpenaiChatOptions extends EndpointOptions {
  /** Sent where a request does not say; see the members. */
  readonly defaults?: GenerationDefaults;
  /** The model thinks before it answers: stops are then applied here, not sent. Learned from the replies too. */
  readonly reasoning?: boolean;
  /** Parameters that must be sent as they are: a server that refuses one is an error (canonical runs). */
  readonly frozen?: readonly string[];
  /** What a prompt that the server cut means; default `error`. */
  readonly onContextCut?: "error" | "warn";
  /** Reads the reply as a stream (through the openai package). Never used when log-probs are asked for. */
  readonly stream?: boolean;
}

/** Largest number of stops the hosted API takes. */
const MAX_STOPS = 4;
/** Families of the hosted API that refuse temperature and stops. */
const HOSTED_REASONING = /^(?:o\d|gpt-[5-9])/;

/**
 * A chat model. The body always has an explicit limit (256), temperature (0)
 * and seed (1234) unless told otherwise; at most four stops are sent, all are
 * applied. Reasoning is taken off the text, which `rawText` keeps. A parameter
 * the server refuses by name is renamed or left out once, remembered, and
 * listed in `info.adaptations`.
 *
 * It asks once: wrap it in `withRetry` for more.
 *
 * @throws {TypeError} for an unusable base URL or name. The model itself
 * throws `ModelError`; `code` is stable, `details.retryable` says whether
 * asking again may help.
 * @example Ask a server
 * ```ts
 * import { openaiChat } from "./openai_chat.ts";
 * import { assertEquals } from "@std/assert";
 * const fetch = () =>
 *   Promise.resolve(Response.json({ choices: [{ message: { content: "B" }, finish_reason: "stop" }] }));
 * const model = openaiChat("qwen3-8b", { baseUrl: "http://127.0.0.1:8000/v1", fetch });
 * const reply = await model({ type: "chat", messages: [{ role: "user", content: "A or B?" }] });
 * assertEquals([reply.text, reply.finishReason], ["B", "stop"]);
 * ```
 */
export function openaiChat(name: string, options: OpenaiChatOptions): Model {
  const endpoint = openEndpoint(name, options);
  const { frozen = [] } = options;
  const adaptations = new Adaptations(frozen);
  const shown = `${endpoint.base.shown}/chat/completions`;
  const hosted = endpoint.base.url.startsWith("https://api.openai.com/");
  let thinks = options.reasoning ?? false;
  if (hosted) adaptations.learn({ parameter: "max_tokens", renamedTo: "max_completion_tokens" });
  if (hosted && HOSTED_REASONING.test(name)) {
    // As lm-eval asks them: temperature 1, the only one they take, and no stops.
    if (!frozen.includes("temperature")) {
      adaptations.learn({ parameter: "temperature", renamedTo: null, value: 1 });
    }
    if (!frozen.includes("stop")) adaptations.learn({ parameter: "stop", renamedTo: null });
  }

  async function ask(request: ChatRequest, context: Context | undefined): Promise<ReadReply> {
    const stops = realStops(request.generation);
    const full = chatBody(name, request, {
      ...(options.defaults === undefined ? {} : { defaults: options.defaults }),
      stops: thinks || adaptations.drops("stop") ? [] : stops.slice(0, MAX_STOPS),
    });
    const wantsLogprobs = request.topLogprobs !== undefined;
    for (let turn = 0;; turn++) {
      const body = adaptations.apply(full);
      try {
        if (options.stream && !wantsLogprobs) {
          const { streamChat } = await import("./stream_chat.ts");
          return await streamChat({ endpoint, body, stops, shown }, context, options.fetch);
        }
        const reply = await endpoint.ask("/chat/completions", JSON.stringify(body), { context });
        const facts = { shown, stops, wantsLogprobs, latencyMs: reply.latencyMs, server: reply.server };
        return readChatReply(reply.json, facts);
      } catch (error) {
        if (turn > 4 || !adaptations.learnFrom(error, body, context)) throw error;
      }
    }
  }

  async function chat(request: ModelRequest, context?: Context): Promise<ModelResponse> {
    if (request.type !== "chat") throw wrongRequest(request.type, shown);
    let read = await ask(request, context);
    if (
      !thinks && (read.response.reasoning !== undefined || read.response.problem === "truncated_reasoning")
    ) {
      thinks = true;
      context?.emit?.({ kind: "model.adapted", parameter: "stop", renamedTo: null, reason: "reasoning" });
      const stopsSent = realStops(request.generation).length > 0;
      // A stop that was sent may have ended the thought, not the answer.
      const byStop = read.response.problem !== undefined && read.response.finishReason !== "length";
      if (stopsSent && byStop) {
        const again = await ask(request, context);
        read = { ...again, response: { ...again.response, attempts: 2 } };
      }
    }
    const { response } = read;
    if (read.strayTokens > 0) {
      const message =
        `The reply holds ${read.strayTokens} markup tokens: the server does not know the model's format`;
      context?.emit?.({ kind: "warning", code: "stray_tokens", message, count: read.strayTokens });
    }
    checkContext(
      {
        prompt: request.messages.length === 1
          ? request.messages[0]?.content ?? ""
          : request.messages.map((message) => message.content).join("\n"),
        usage: response.usage,
        finishReason: response.finishReason,
        maxTokens: request.generation?.maxTokens ?? options.defaults?.maxTokens ?? 256,
      },
      { shown, policy: options.onContextCut ?? "error" },
      context,
    );
    return response;
  }

  const info: ModelInfo = {
    id: `openai:${name}`,
    baseUrl: endpoint.base.shown,
    accepts: ["chat"],
    api: "chat",
    adapterVersion: 1,
    settings: { defaults: { ...options.defaults }, reasoning: options.reasoning ?? false },
    get adaptations(): Adaptation[] {
      return adaptations.list;
    },
  };
  return Object.assign(chat, {
    info,
    close: () => Promise.resolve(endpoint.close()),
  });
}

type ChatRequest = Extract<ModelRequest, { type: "chat" }>;

function wrongRequest(type: string, shown: string): ModelError {
  return new ModelError(
    `Cannot ask "${shown}" for "${type}": chat endpoints return no log-probs of a given prompt`,
    {
      code: "unsupported_request",
      hint: "Two ways out: a completions endpoint of the same server (--api completions), " +
        "or the task's generative form (--choice-protocol text), whose scores are not comparable",
      details: { retryable: false, type },
    },
  );
}
