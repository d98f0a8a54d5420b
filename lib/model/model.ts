/**
 * The third record and the one shape of everything that answers: a model is a
 * function, so wrappers compose as plain functions.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import type { ChatMessage, GenerationOptions } from "../task/task.ts";

/** A tool the model may call, in the chat API's own shape. */
export interface ToolSpec {
  /** Name the model calls the tool by. */
  readonly name: string;
  /** What the tool does, as told to the model. */
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A tool call of a reply. `arguments` is the raw text. */
export interface ToolCall {
  /** Id of the call, answered by `toolCallId`. */
  readonly id: string;
  /** Name of the tool called. */
  readonly name: string;
  /** Arguments as received; not checked to be JSON. */
  readonly arguments: string;
}

/** A message of a conversation with tools. */
export interface ModelMessage extends ChatMessage {
  /** Calls this assistant message made. */
  readonly toolCalls?: readonly ToolCall[];
  /** Id of the call this message answers (role `tool`). */
  readonly toolCallId?: string;
}

/** What is asked. `items` of one log-likelihood request travel together. */
export type ModelRequest =
  | {
    readonly type: "chat";
    readonly messages: readonly ModelMessage[];
    readonly generation?: GenerationOptions;
    readonly tools?: readonly ToolSpec[];
    /** Ask for log-probs of the generated tokens with this many alternatives. */
    readonly topLogprobs?: number;
  }
  | {
    readonly type: "completion";
    readonly prompt: string;
    readonly generation?: GenerationOptions;
    /** Ask for log-probs of the generated tokens with this many alternatives. */
    readonly topLogprobs?: number;
  }
  | {
    readonly type: "loglikelihood";
    readonly items: readonly { readonly prompt: string; readonly continuation: string }[];
  }
  | { readonly type: "loglikelihood_rolling"; readonly text: string };

/** Log-prob of one generated token with its alternatives. */
export interface TokenLogprob {
  /** Text of the token. */
  readonly token: string;
  /** Natural log of its probability, 0 or less. */
  readonly logprob: number;
  /** Alternatives at this position, best first. */
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** Token counts; null where the server did not say. */
export interface Usage {
  /** Tokens of the prompt, cached ones included. */
  readonly inputTokens: number | null;
  /** Tokens of the reply, reasoning included. */
  readonly outputTokens: number | null;
  /** Part of the prompt the server had cached. */
  readonly cachedTokens?: number | null;
  /** Part of the reply that was reasoning. */
  readonly reasoningTokens?: number | null;
}

/** Normalised reason of the end; `unknown` is not `stop`. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "unknown";

/** Log-likelihood of one item. */
export interface Loglik {
  /** Sum of the natural logs over the continuation's tokens. */
  readonly loglik: number;
  /** Whether every token of the continuation was the most likely one. */
  readonly isGreedy: boolean;
  /** True when the boundary fell inside a token, which then counted whole. */
  readonly boundarySplit?: boolean;
}

/** A reply. JSON-safe. Exactly one of `text` and `logliks` has content. */
export interface ModelResponse {
  /** Reply text as scored (reasoning removed, stops applied); "" for log-likelihoods. */
  readonly text: string;
  /** Text as received when it differs from `text`. */
  readonly rawText?: string;
  /** Closed reasoning that was removed. */
  readonly reasoning?: string;
  /** Calls the reply makes. */
  readonly toolCalls?: readonly ToolCall[];
  /** One per item of a log-likelihood request, in its order. */
  readonly logliks?: readonly Loglik[];
  /** Log-probs of the generated tokens, when asked for. */
  readonly tokens?: readonly TokenLogprob[];
  /** Why the reply ended. */
  readonly finishReason: FinishReason;
  /** Finish reason as received. */
  readonly rawFinishReason?: string | null;
  /** `truncated_reasoning`, `empty_content` … when the reply is not an answer. */
  readonly problem?: string;
  /** Tokens spent. */
  readonly usage: Usage;
  /** True when it came from a cache: latency and cost then do not count. */
  readonly cached?: boolean;
  /** Milliseconds from sending to the last byte, of the attempt that answered. */
  readonly latencyMs: number;
  /**
   * Physical requests it took, retries included. Not seen, so not counted: the
   * copy that the runtime sends by itself when a kept connection ends before
   * any byte. It carries the same `idempotency-key`.
   */
  readonly attempts: number;
  /** What the server said about itself. */
  readonly serving?: {
    readonly model?: string;
    readonly systemFingerprint?: string;
    readonly server?: string;
  };
}

/** Facts about a model that do not change during a run; goes into fingerprints. */
export interface ModelInfo {
  /** As given on the command line: `openai:NAME`, `gguf:PATH`, `builtin:floor`, `replay:FILE`. */
  readonly id: string;
  /** Base URL without credentials, or null for in-process models. */
  readonly baseUrl: string | null;
  /** Request types it can answer at all. */
  readonly accepts: readonly ModelRequest["type"][];
  /** True for models that are floors or test doubles; stamped into results. */
  readonly floor?: boolean;
  /** Facts of this kind of model: quantization, context length, file hash. */
  readonly [extra: string]: unknown;
}

/** Everything that answers: client, floor, replay, wrapper. */
export interface Model {
  (request: ModelRequest, context?: Context): Promise<ModelResponse>;
  /** What is known about it. */
  readonly info: ModelInfo;
  /** Frees what the model holds (native memory, connections). */
  close?(): Promise<void>;
}
