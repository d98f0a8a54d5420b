// deno-lint-ignore-file camelcase -- the wire is snake_case
/**
 * Chat completions read as a stream, through the openai package.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError, ModelError } from "../core/errors.ts";
import { redactSecrets, secretsOfHeaders } from "../core/redact.ts";
import { loadOpenai } from "../deps/openai.ts";
import { readChatReply, type ReadReply } from "./chat_reply.ts";
import type { Endpoint } from "./endpoint.ts";
import { isRecord } from "./reply_parts.ts";
import { serverError } from "./server_error.ts";

/** What to stream. */
export interface StreamCall {
  /** Where to. */
  readonly endpoint: Endpoint;
  /** Body without `stream`. */
  readonly body: Record<string, unknown>;
  /** Stops to apply to the text. */
  readonly stops: readonly string[];
  /** URL for eyes. */
  readonly shown: string;
}

/**
 * Streams one reply to its end. A stream that ends without a reason is a
 * dropped connection, not an answer.
 *
 * @throws {ModelError} `stream_cut` (retryable; `details.partialCharacters`),
 * or what the server refused with.
 */
export async function streamChat(
  call: StreamCall,
  context?: Context,
  doFetch: typeof fetch = fetch,
): Promise<ReadReply> {
  const OpenAI = await loadOpenai();
  const headers = await call.endpoint.headers(context);
  const secrets = secretsOfHeaders(headers);
  let server: string | null = null;
  const client = new OpenAI({
    apiKey: "unused",
    baseURL: call.endpoint.base.url,
    maxRetries: 0,
    fetch: async (url: string | URL | globalThis.Request, init?: RequestInit) => {
      const reply = await doFetch(url, { ...init, headers, redirect: "manual" });
      server = reply.headers.get("server");
      if (!reply.ok) {
        throw serverError({ status: reply.status, headers: reply.headers, text: await reply.text() }, {
          shown: call.shown,
          secrets,
        });
      }
      return reply;
    },
  });
  const nowMs = context?.nowMs ?? (() => performance.now());
  const startMs = nowMs();
  const merged = emptyMerge();
  try {
    const body = { ...call.body, stream: true, stream_options: { include_usage: true } };
    // deno-lint-ignore no-explicit-any
    const stream = await client.chat.completions.create(body as any, { signal: context?.signal ?? null });
    for await (const chunk of stream as unknown as AsyncIterable<unknown>) merge(merged, chunk);
  } catch (error) {
    throw streamError(error, { context, call, secrets, got: merged.content.length });
  }
  if (merged.finish === null) {
    throw streamError(new Error("no finish reason before the end"), {
      context,
      call,
      secrets,
      got: merged.content.length,
    });
  }
  const message = {
    content: merged.content === "" ? null : merged.content,
    ...(merged.reasoning === "" ? {} : { reasoning_content: merged.reasoning }),
    ...(merged.tools.length === 0 ? {} : { tool_calls: merged.tools }),
  };
  const json = { ...merged.top, choices: [{ message, finish_reason: merged.finish }], usage: merged.usage };
  const facts = {
    shown: call.shown,
    stops: call.stops,
    wantsLogprobs: false,
    latencyMs: Math.max(0, nowMs() - startMs),
    server,
  };
  return readChatReply(json, facts);
}

interface Merge {
  content: string;
  reasoning: string;
  finish: string | null;
  usage: unknown;
  top: Record<string, unknown>;
  tools: { id: string; function: { name: string; arguments: string } }[];
}

function emptyMerge(): Merge {
  return { content: "", reasoning: "", finish: null, usage: null, top: {}, tools: [] };
}

/** Adds a chunk: usage may come with or without a choice, a choice may have no delta. */
function merge(into: Merge, chunk: unknown): void {
  if (!isRecord(chunk)) return;
  for (const name of ["model", "system_fingerprint"]) if (chunk[name]) into.top[name] = chunk[name];
  if (isRecord(chunk.usage)) into.usage = chunk.usage;
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  if (!isRecord(choice)) return;
  if (isRecord(choice.usage)) into.usage = choice.usage;
  if (typeof choice.finish_reason === "string" && choice.finish_reason !== "") {
    into.finish = choice.finish_reason;
  }
  if (!isRecord(choice.delta)) return;
  const { content, reasoning_content, reasoning, tool_calls } = choice.delta;
  if (typeof content === "string") into.content += content;
  const thought = reasoning_content ?? reasoning;
  if (typeof thought === "string") into.reasoning += thought;
  for (const part of Array.isArray(tool_calls) ? tool_calls : []) {
    const at = typeof part?.index === "number" ? part.index : 0;
    const tool = into.tools[at] ??= { id: "", function: { name: "", arguments: "" } };
    if (typeof part?.id === "string") tool.id = part.id;
    tool.function.name += part?.function?.name ?? "";
    tool.function.arguments += part?.function?.arguments ?? "";
  }
}

function streamError(
  error: unknown,
  at: { context: Context | undefined; call: StreamCall; secrets: readonly string[]; got: number },
): unknown {
  if (at.context?.signal?.aborted) return at.context.signal.reason;
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (isBenchError(inner)) return inner;
  const reason = redactSecrets(error instanceof Error ? error.message : String(error), at.secrets);
  return new ModelError(`Cannot read the stream of "${at.call.shown}": it ended early (${reason})`, {
    code: "stream_cut",
    details: { retryable: true, url: at.call.shown, partialCharacters: at.got },
  });
}
