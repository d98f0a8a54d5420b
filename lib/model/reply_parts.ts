// deno-lint-ignore-file camelcase -- the wire is snake_case
/**
 * The parts of replies that servers shape differently: reason of the end,
 * usage, log-probs. One normaliser each; what cannot be read is null or an error.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import type { FinishReason, TokenLogprob, Usage } from "./model.ts";

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  eos: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  length: "length",
  max_tokens: "length",
  tool_calls: "tool_calls",
  tool_call: "tool_calls",
  function_call: "tool_calls",
  tool_use: "tool_calls",
  content_filter: "content_filter",
};

/** Normalised reason of the end and the value as received (`""` and a missing one are null). */
export function readFinish(value: unknown): { finishReason: FinishReason; rawFinishReason: string | null } {
  const raw = typeof value === "string" && value !== "" ? value : null;
  return {
    finishReason: (raw === null ? undefined : FINISH[raw.toLowerCase()]) ?? "unknown",
    rawFinishReason: raw,
  };
}

/**
 * Token counts of a reply; null where the server did not say. A zero for a
 * prompt or a text that is there is a server that does not count.
 */
export function readUsage(value: unknown, has: { prompt: boolean; text: boolean }): Usage {
  const usage = isRecord(value) ? value : {};
  const input = count(usage.prompt_tokens ?? usage.input_tokens);
  const output = count(usage.completion_tokens ?? usage.output_tokens);
  const cached = count(inner(usage, "prompt_tokens_details", "input_tokens_details").cached_tokens);
  const reasoning = count(
    inner(usage, "completion_tokens_details", "output_tokens_details").reasoning_tokens,
  );
  return {
    inputTokens: input === 0 && has.prompt ? null : input,
    outputTokens: output === 0 && has.text ? null : output,
    ...(cached === null ? {} : { cachedTokens: cached }),
    ...(reasoning === null ? {} : { reasoningTokens: reasoning }),
  };
}

function inner(usage: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  for (const name of names) if (isRecord(usage[name])) return usage[name];
  return {};
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Whether a value is a plain object of a reply. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Log-probs of generated tokens from either shape: `{content: [{token, logprob,
 * top_logprobs}]}` or `{tokens, token_logprobs, top_logprobs}`.
 *
 * @throws {ModelError} `logprobs_unsupported` when they are missing or not numbers.
 */
export function readTokenLogprobs(value: unknown, shown: string): TokenLogprob[] {
  const tokens = isRecord(value) ? fromContent(value.content) ?? fromLegacy(value) : null;
  if (tokens === null) {
    throw new ModelError(
      `Cannot read log-probs of "${shown}": wanted one number per generated token, found none`,
      {
        code: "logprobs_unsupported",
        hint: "Choose a server that returns log-probs, or another choice protocol (--choice-protocol text)",
        details: { retryable: false, url: shown },
      },
    );
  }
  return tokens;
}

function fromContent(content: unknown): TokenLogprob[] | null {
  if (!Array.isArray(content) || content.length === 0) return null;
  const tokens: TokenLogprob[] = [];
  for (const entry of content) {
    const one = pair(entry);
    if (one === null) return null;
    const top = Array.isArray(entry.top_logprobs) ? entry.top_logprobs.map(pair) : [];
    if (top.includes(null)) return null;
    tokens.push({ ...one, top });
  }
  return tokens;
}

function fromLegacy(value: Record<string, unknown>): TokenLogprob[] | null {
  const { tokens, token_logprobs: logprobs, top_logprobs: tops } = value;
  if (!Array.isArray(tokens) || !Array.isArray(logprobs)) return null;
  if (tokens.length === 0 || tokens.length !== logprobs.length) return null;
  const found: TokenLogprob[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const one = pair({ token: tokens[i], logprob: logprobs[i] });
    if (one === null) return null;
    const alternatives = Array.isArray(tops) && isRecord(tops[i]) ? Object.entries(tops[i]) : [];
    const top = alternatives.map(([token, logprob]) => pair({ token, logprob }));
    if (top.some((entry) => entry === null)) return null;
    found.push({ ...one, top: top.filter((entry) => entry !== null) });
  }
  return found;
}

function pair(entry: unknown): { token: string; logprob: number } | null {
  if (!isRecord(entry) || typeof entry.token !== "string") return null;
  const { logprob } = entry;
  return typeof logprob === "number" && Number.isFinite(logprob) ? { token: entry.token, logprob } : null;
}
