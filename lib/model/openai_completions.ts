/**
 * Text completions and log-likelihoods of any OpenAI-compatible server.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import { type Adaptation, Adaptations } from "./adaptation.ts";
import { readCompletion } from "./completion_reply.ts";
import { checkContext } from "./context_check.ts";
import { cutLeft, encodePair, movedSpace, rollingWindows } from "./encode_pair.ts";
import { openEndpoint } from "./endpoint.ts";
import type { EndpointOptions } from "./endpoint_options.ts";
import { generationBody, realStops } from "./generation_body.ts";
import type { GenerationDefaults } from "./generation_defaults.ts";
import { openLoglikClient, type Scored } from "./loglik_client.ts";
import type { Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";
import { openRemoteTokenizer, type RemoteTokenizer } from "./remote_tokenizer.ts";

/** Options of {@linkcode openaiCompletions}. */
export interface OpenaiCompletionsOptions extends EndpointOptions {
  /** Sent where a request does not say. */
  readonly defaults?: GenerationDefaults;
  /** Parameters that must be sent as they are: a server that refuses one is an error (canonical runs). */
  readonly frozen?: readonly string[];
  /** What a prompt that the server cut means; default `error`. */
  readonly onContextCut?: "error" | "warn";
  /** The model thinks before it answers: stops are applied here, not sent. */
  readonly reasoning?: boolean;
  /** `auto` (default): the server's own tokenizer where it has one. `none`: texts and `text_offset`. */
  readonly tokenizer?: "auto" | "none";
  /** What is sent when there is a tokenizer; default `ids`. */
  readonly prompts?: "ids" | "text";
  /** Adds the end token's text to the stops of generations; default true. */
  readonly stopAtEos?: boolean;
  /** Tokens of the model's context as lm-eval counts it; default 2048. Longer prompts lose their left end, with a warning. */
  readonly maxLength?: number;
  /** Tokens of a window when a whole text is scored; default `maxLength`. */
  readonly rollingLength?: number;
  /** Prompts per log-likelihood request where the server takes arrays; default 8. */
  readonly batchSize?: number;
}

/**
 * A completions model. Log-likelihoods are read from an echoed prompt: token
 * ids through the server's tokenizer routes (as vLLM has them), else texts with
 * `text_offset`. Generations always carry a limit (256), temperature (0) and
 * seed (1234) unless told otherwise.
 *
 * It asks once: wrap it in `withRetry` for more.
 *
 * @throws {TypeError} for an unusable base URL or name. The model itself
 * throws `ModelError`; `logprobs_unsupported` when the server cannot score.
 * @example Score an answer
 * ```ts
 * import { openaiCompletions } from "./openai_completions.ts";
 * import { assertEquals } from "@std/assert";
 * // What a server would send for "Wet? Answer: yes" and one generated token.
 * const logprobs = {
 *   tokens: ["Wet?", " Answer:", " yes", "."],
 *   token_logprobs: [null, -2, -0.25, -1],
 *   top_logprobs: [null, { x: -1 }, { " yes": -0.25 }, { ".": -1 }],
 *   text_offset: [0, 4, 12, 16],
 * };
 * const fetch = () => Promise.resolve(Response.json({ choices: [{ index: 0, text: "", logprobs }] }));
 * const model = openaiCompletions("gemma", { baseUrl: "http://127.0.0.1:8000/v1", tokenizer: "none", fetch });
 * const items = [{ prompt: "Wet? Answer:", continuation: " yes" }];
 * const reply = await model({ type: "loglikelihood", items });
 * assertEquals(reply.logliks, [{ loglik: -0.25, isGreedy: true }]);
 * ```
 */
export function openaiCompletions(name: string, options: OpenaiCompletionsOptions): Model {
  const endpoint = openEndpoint(name, options);
  const adaptations = new Adaptations(options.frozen);
  const shown = `${endpoint.base.shown}/completions`;
  // One token is always generated, so one place is kept for it.
  const limit = (options.maxLength ?? 2048) - 1;
  const rollingLength = (options.rollingLength ?? limit + 1) - 2;
  const policy = options.onContextCut ?? "error";
  const maxStops = endpoint.base.url.startsWith("https://api.openai.com/") ? 4 : Infinity;
  const asIds = (options.prompts ?? "ids") === "ids";
  const seed = options.defaults?.seed === undefined ? 1234 : options.defaults.seed;
  const batchSize = Math.max(1, options.batchSize ?? 8);
  const score = openLoglikClient(endpoint, { batchSize, seed, adaptations, onContextCut: policy });
  let opening: Promise<RemoteTokenizer | null> | undefined;

  function tokenizer(context: Context | undefined): Promise<RemoteTokenizer | null> {
    if (options.tokenizer === "none") return Promise.resolve(null);
    if (opening === undefined) {
      opening = openRemoteTokenizer(endpoint, context);
      opening.catch(() => opening = undefined);
    }
    return opening;
  }

  function warnCut(cut: number, context: Context | undefined): void {
    if (cut <= 0) return;
    const message = `A prompt lost ${cut} tokens at its left end: it is longer than maxLength ${limit + 1}`;
    context?.emit?.({ kind: "warning", code: "prompt_truncated", message, tokens: cut });
  }

  async function sequences(request: ScoringRequest, context: Context | undefined): Promise<Scored[]> {
    const tokens = await tokenizer(context);
    if (request.type === "loglikelihood_rolling") {
      if (tokens === null) return [{ prompt: "", continuation: request.text }];
      if (tokens.prefix === null) throw noStart(shown);
      const windows = rollingWindows(await tokens.encode(request.text), {
        prefix: tokens.prefix,
        maxLength: rollingLength,
        contextLength: 1,
      });
      return windows.map((window) => cutLeft(window.context, window.continuation, rollingLength + 1));
    }
    return await Promise.all(request.items.map(async (item): Promise<Scored> => {
      if (tokens === null || !asIds) return movedSpace(item.prompt, item.continuation);
      const pair = await encodePair(item, tokens.encode, tokens.prefix);
      const ids = cutLeft(pair.context, pair.continuation, limit);
      warnCut(ids.cut, context);
      return ids;
    }));
  }

  async function loglikelihood(
    request: ScoringRequest,
    context: Context | undefined,
  ): Promise<ModelResponse> {
    const nowMs = context?.nowMs ?? (() => performance.now());
    const startMs = nowMs();
    const { logliks, response } = await score(await sequences(request, context), context);
    const latencyMs = Math.max(0, nowMs() - startMs);
    if (request.type === "loglikelihood") return { text: "", logliks, latencyMs, ...response };
    const total = {
      loglik: logliks.reduce((sum, window) => sum + window.loglik, 0),
      isGreedy: logliks.every((window) => window.isGreedy),
    };
    return { text: "", logliks: [total], latencyMs, ...response };
  }

  async function generate(request: CompletionRequest, context: Context | undefined): Promise<ModelResponse> {
    const tokens = await tokenizer(context);
    const stops = realStops(request.generation);
    const { eos } = tokens ?? { eos: null };
    if (eos !== null && options.stopAtEos !== false && !stops.includes(eos)) stops.push(eos);
    const sent = options.reasoning || adaptations.drops("stop") ? [] : stops.slice(0, maxStops);
    const decoding = generationBody(request.generation, options.defaults ?? {}, sent);
    const maxTokens = typeof decoding.max_tokens === "number" ? decoding.max_tokens : null;
    const ids = tokens === null || !asIds
      ? null
      : cutLeft(await tokens.encode(request.prompt), [], roomFor(limit, maxTokens));
    if (ids !== null) warnCut(ids.cut, context);
    const full = {
      prompt: ids === null ? request.prompt : [ids.ids],
      model: name,
      ...decoding,
      ...(request.topLogprobs === undefined ? {} : { logprobs: request.topLogprobs }),
    };
    for (let turn = 0;; turn++) {
      const body = adaptations.apply(full);
      try {
        const reply = await endpoint.ask("/completions", JSON.stringify(body), { context });
        const wantsLogprobs = request.topLogprobs !== undefined;
        const facts = { shown, stops, wantsLogprobs, latencyMs: reply.latencyMs, server: reply.server };
        const response = readCompletion(reply.json, facts);
        checkContext(
          {
            prompt: request.prompt,
            ...(ids === null ? {} : { promptTokens: ids.ids.length }),
            usage: response.usage,
            finishReason: response.finishReason,
            maxTokens,
          },
          { shown, policy },
          context,
        );
        return response;
      } catch (error) {
        if (turn > 4 || !adaptations.learnFrom(error, body, context)) throw error;
      }
    }
  }

  function ask(request: ModelRequest, context?: Context): Promise<ModelResponse> {
    switch (request.type) {
      case "completion":
        return generate(request, context);
      case "loglikelihood":
      case "loglikelihood_rolling":
        return loglikelihood(request, context);
      case "chat":
        return Promise.reject(
          new ModelError(`Cannot ask "${shown}" for "chat": it completes texts`, {
            code: "unsupported_request",
            hint: "Use the chat endpoint of the server (--api chat), or render the messages into one prompt",
            details: { retryable: false, type: "chat" },
          }),
        );
    }
  }

  const info: ModelInfo = {
    id: `openai:${name}`,
    baseUrl: endpoint.base.shown,
    accepts: ["completion", "loglikelihood", "loglikelihood_rolling"],
    api: "completions",
    adapterVersion: 1,
    settings: {
      defaults: { ...options.defaults },
      reasoning: options.reasoning ?? false,
      tokenizer: options.tokenizer ?? "auto",
      prompts: options.prompts ?? "ids",
      stopAtEos: options.stopAtEos ?? true,
      maxLength: limit + 1,
      rollingLength: rollingLength + 2,
    },
    get adaptations(): Adaptation[] {
      return adaptations.list;
    },
  };
  return Object.assign(ask, { info, close: () => Promise.resolve(endpoint.close()) });
}

type ScoringRequest = Extract<ModelRequest, { type: "loglikelihood" | "loglikelihood_rolling" }>;
type CompletionRequest = Extract<ModelRequest, { type: "completion" }>;

function roomFor(limit: number, maxTokens: number | null): number {
  const room = limit - (maxTokens ?? 0);
  if (room >= 1) return room;
  throw new RangeError(
    `Cannot generate ${maxTokens} tokens: wanted less than maxLength - 1, which is ${limit}`,
  );
}

function noStart(shown: string): ModelError {
  return new ModelError(
    `Cannot score a whole text with "${shown}": its tokenizer has no start or end token`,
    {
      code: "logprobs_unsupported",
      hint: "Perplexity needs a token to start from",
      details: { retryable: false },
    },
  );
}
