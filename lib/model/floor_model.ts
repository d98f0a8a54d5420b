/**
 * `builtin:floor`: a deterministic stand-in that needs no file, no network and
 * no permission. It shows what a run looks like and what guessing earns.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { SYMBOLS } from "./floor_background.ts";
import { FloorCursor } from "./floor_cursor.ts";
import { countTokens, generate, greedySymbol, logprob } from "./floor_generate.ts";
import type { Loglik, Model, ModelInfo, ModelMessage, ModelRequest, ModelResponse } from "./model.ts";

const INFO: ModelInfo = {
  id: "builtin:floor",
  baseUrl: null,
  accepts: ["chat", "completion", "loglikelihood", "loglikelihood_rolling"],
  floor: true,
  version: "1",
  note: "a floor, not a model: deterministic guesses that depend on the whole prompt",
};

/**
 * Makes the floor model: a proper next-token distribution (it sums to 1) over
 * UTF-16 code units that depends on a hash of the whole prompt. Replies and
 * log-likelihoods come from that one distribution. It guesses: letters, yes, no, numbers
 * and words of the prompt, usually readable, not always.
 *
 * A token is one code unit with the spaces before it, so that a limit of one
 * token leaves room for " B"; `maxTokens` (256 when not given) and usage count
 * those. `temperature` above 0 samples, `topP` cuts the
 * tail, both seeded by `seed` and the context's `epoch`: the same request gives
 * the same reply. Tools are never called. `info.floor` is true, so that no
 * result of it passes for a model's.
 *
 * @throws The context's abort reason when its signal is aborted.
 *
 * @example A reply and a log-likelihood
 * ```ts
 * import { floorModel } from "./floor_model.ts";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const model = floorModel();
 * const prompt = "Is water wet?\nAnswer:";
 * const reply = await model({ type: "completion", prompt });
 * const again = await model({ type: "completion", prompt });
 * assertEquals(reply.text, again.text);
 *
 * const scored = await model({ type: "loglikelihood", items: [{ prompt, continuation: reply.text }] });
 * assert(scored.logliks?.[0]?.isGreedy);
 * ```
 */
export function floorModel(): Model {
  const model = (request: ModelRequest, context: Context = {}): Promise<ModelResponse> => {
    // No await inside: an async function would only add a turn per request.
    try {
      context.signal?.throwIfAborted();
      return Promise.resolve(answer(request, context));
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return Object.assign(model, { info: INFO });
}

/**
 * Gives the floor model's next-token probabilities after `text`: 128 entries
 * for the ASCII code units, then the mass of all other code units together,
 * then the end of the reply. They sum to 1 and are all above 0.
 *
 * @example
 * ```ts
 * import { floorProbabilities } from "./floor_model.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const sum = floorProbabilities("Answer: ").reduce((total, p) => total + p, 0);
 * assertAlmostEquals(sum, 1, 1e-12);
 * ```
 */
export function floorProbabilities(text: string): Float64Array {
  return new FloorCursor(text).fill(new Float64Array(SYMBOLS));
}

function answer(request: ModelRequest, context: Context): ModelResponse {
  const nowMs = context.nowMs ?? (() => performance.now());
  const started = nowMs();
  const parts = answerParts(request, context);
  return {
    text: "",
    finishReason: "stop",
    ...parts,
    latencyMs: nowMs() - started,
    attempts: 1,
    serving: { model: INFO.id, systemFingerprint: "floor-1" },
  };
}

type Parts = Partial<ModelResponse> & Pick<ModelResponse, "usage">;

function answerParts(request: ModelRequest, context: Context): Parts {
  switch (request.type) {
    case "chat":
      return generate(chatText(request.messages), request, context);
    case "completion":
      return generate(request.prompt, request, context);
    case "loglikelihood":
      return loglikelihoods(request.items);
    case "loglikelihood_rolling": {
      const logliks = [score(new FloorCursor("").fork(request.text), request.text)];
      return { logliks, usage: { inputTokens: countTokens(request.text), outputTokens: 0 } };
    }
  }
}

function loglikelihoods(items: readonly { prompt: string; continuation: string }[]): Parts {
  let prompt: string | undefined;
  let cursor = new FloorCursor("");
  let inputTokens = 0;
  const logliks = items.map((item) => {
    if (item.prompt !== prompt) cursor = new FloorCursor(prompt = item.prompt);
    inputTokens += countTokens(item.prompt) + countTokens(item.continuation);
    return score(cursor.fork(item.prompt + item.continuation), item.continuation);
  });
  return { logliks, usage: { inputTokens, outputTokens: 0 } };
}

/** Sums the log-probs of `continuation` from where `cursor` stands. */
function score(cursor: FloorCursor, continuation: string): Loglik {
  const p = new Float64Array(SYMBOLS);
  let loglik = 0;
  let isGreedy = true;
  for (let i = 0; i < continuation.length; i++) {
    const unit = continuation.charCodeAt(i);
    cursor.fill(p);
    loglik += logprob(p, unit);
    isGreedy &&= greedySymbol(p) === unit;
    cursor.push(unit);
  }
  return { loglik, isGreedy };
}

/** The conversation as one text that ends where the assistant's words begin. */
function chatText(messages: readonly ModelMessage[]): string {
  const open = messages.at(-1)?.role === "assistant" ? "" : "assistant: ";
  return messages.map((message) => `${message.role}: ${message.content ?? ""}`).join("\n") + "\n".repeat(
    open === "" ? 0 : 1,
  ) + open;
}
