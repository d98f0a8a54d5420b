/**
 * Notices servers that cut the prompt without saying so.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import type { FinishReason, Usage } from "./model.ts";

/** What is compared. */
export interface ContextFacts {
  /** Characters sent: everything the model should have read. */
  readonly prompt: string;
  /** Exact number of tokens sent, when it is known. */
  readonly promptTokens?: number;
  /** Tokens the server counted. */
  readonly usage: Usage;
  /** Why the reply ended. */
  readonly finishReason: FinishReason;
  /** Limit of new tokens that was sent. */
  readonly maxTokens: number | null;
}

/** Prompts below this many estimated tokens fit everywhere. */
const SMALL = 256;

/**
 * Why the reply must come from a shortened prompt, or null. Reported prompt
 * tokens are compared with the number sent or with a low estimate (letters and
 * digits of the Latin script divided by 6); and a reply that ends by length
 * exactly at a power of two has hit the server's own context.
 *
 * @example
 * ```ts
 * import { contextCut } from "./context_check.ts";
 * import { assert } from "@std/assert";
 * const usage = { inputTokens: 2050, outputTokens: 5 };
 * assert(contextCut({ prompt: "word ".repeat(9000), usage, finishReason: "stop", maxTokens: 256 }));
 * ```
 */
export function contextCut(facts: ContextFacts): string | null {
  const { inputTokens, outputTokens } = facts.usage;
  if (inputTokens === null) return null;
  if (facts.promptTokens !== undefined) {
    if (inputTokens < facts.promptTokens) {
      return `${facts.promptTokens} tokens were sent, ${inputTokens} were read`;
    }
  } else if (facts.prompt.length > 6 * SMALL && inputTokens < facts.prompt.length / 8) {
    const estimate = (facts.prompt.match(/[A-Za-z0-9]/g)?.length ?? 0) / 6;
    if (estimate > SMALL && inputTokens < estimate * 0.75) {
      return `at least ${Math.floor(estimate)} tokens were sent, ${inputTokens} were read`;
    }
  }
  const total = inputTokens + (outputTokens ?? 0);
  const early = outputTokens !== null && outputTokens < (facts.maxTokens ?? Infinity);
  const isPower = total >= 1024 && Number.isInteger(Math.log2(total));
  if (facts.finishReason === "length" && early && isPower) {
    return `prompt and reply end at ${total} tokens exactly`;
  }
  return null;
}

/**
 * Acts on {@linkcode contextCut}: an error, or a `warning` event.
 *
 * @throws {ModelError} `context_truncated` when `policy` is `error`.
 */
export function checkContext(
  facts: ContextFacts,
  at: { shown: string; policy: "error" | "warn" },
  context?: Context,
): void {
  const cut = contextCut(facts);
  if (cut === null) return;
  const message = `Cannot trust the reply of "${at.shown}": the server cut the prompt (${cut})`;
  if (at.policy === "warn") {
    context?.emit?.({ kind: "warning", code: "context_truncated", message, url: at.shown });
    return;
  }
  throw new ModelError(message, {
    code: "context_truncated",
    hint: "Start the server with a larger context (Ollama: OLLAMA_CONTEXT_LENGTH), or use fewer shots",
    details: { retryable: false, url: at.shown },
  });
}
