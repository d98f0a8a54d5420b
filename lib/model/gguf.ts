/**
 * `gguf:PATH`: a GGUF file run in this process by llama.cpp, on one thread.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import { LLAMA_PACKAGE } from "../deps/node_llama_cpp.ts";
import { chatTokens, generate } from "./gguf_generate.ts";
import { type Loaded, loadGguf } from "./gguf_load.ts";
import { scoreContinuations, scoreText } from "./gguf_score.ts";
import { leadingTokens } from "./llama_session.ts";
import type { Loglik, Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";

/** Options of {@linkcode gguf}. */
export interface GgufOptions {
  /** Tokens of prompt and reply together; 4096 or what the model was trained for, whichever is less. */
  readonly contextSize?: number;
  /** Also answer chat requests, by the template in the file. Off for base models. */
  readonly chat?: boolean;
  /** File of a LoRA adapter, laid over the weights. */
  readonly adapterPath?: string;
}

/**
 * Makes a model of a GGUF file. Nothing is loaded before the first request.
 * Log-likelihoods are true ones (the model's own softmax over its whole
 * vocabulary); choices of one prompt share its evaluation. Requests wait for
 * each other: there is one sequence. A text that does not fit the context is
 * an error, never cut. The beginning mark is added where the model wants one.
 * `close()` frees the native memory; the model can be used again after it.
 *
 * @param path Path of the file.
 * @throws {ModelError} The promise rejects with `gguf_missing` or `gguf_bad_file` for the file,
 * `gguf_not_installed` without node-llama-cpp, `prompt_too_long`.
 *
 * @example What happens without the file
 * ```ts
 * import { gguf } from "./gguf.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = gguf("no/such/model.gguf");
 * const error = await model({ type: "completion", prompt: "a" }).catch((error) => error);
 * assertEquals(error.code, "gguf_missing");
 * ```
 */
export function gguf(path: string, options: GgufOptions = {}): Model {
  const info: ModelInfo = {
    id: `gguf:${path}`,
    baseUrl: null,
    accepts: [
      ...(options.chat ? ["chat" as const] : []),
      "completion",
      "loglikelihood",
      "loglikelihood_rolling",
    ],
    engine: LLAMA_PACKAGE,
    threads: 1,
  };
  let loaded: Promise<Loaded> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  const model = (request: ModelRequest, context: Context = {}): Promise<ModelResponse> =>
    inTurn(async () => {
      context.signal?.throwIfAborted();
      if (!info.accepts.includes(request.type)) throw notAccepted(info.id, request.type);
      loaded ??= loadGguf(path, options);
      const session = await loaded.catch((error) => {
        loaded = undefined;
        throw error;
      });
      return await answer(session, request, context);
    });
  const close = () =>
    inTurn(async () => {
      const session = await loaded?.catch(() => undefined);
      loaded = undefined;
      await session?.llama.dispose();
    });
  return Object.assign(model, { info, close });
}

async function answer(session: Loaded, request: ModelRequest, context: Context): Promise<ModelResponse> {
  const nowMs = context.nowMs ?? (() => performance.now());
  const started = nowMs();
  const parts = await answerParts(session, request, context);
  const name = session.model.fileInfo.metadata?.general?.name;
  return {
    text: "",
    finishReason: "stop",
    ...parts,
    latencyMs: nowMs() - started,
    attempts: 1,
    serving: { ...(name === undefined ? {} : { model: name }), server: LLAMA_PACKAGE },
  };
}

type Parts = Partial<ModelResponse> & Pick<ModelResponse, "usage">;

async function answerParts(session: Loaded, request: ModelRequest, context: Context): Promise<Parts> {
  switch (request.type) {
    case "chat":
      return await generate(
        session,
        chatTokens(session, request.messages),
        request.generation ?? {},
        context,
      );
    case "completion": {
      const tokens = [...leadingTokens(session.model), ...session.model.tokenize(request.prompt)];
      return await generate(session, tokens, request.generation ?? {}, context);
    }
    case "loglikelihood": {
      const logliks: Loglik[] = [];
      let inputTokens = 0;
      for (const [prompt, continuations] of runsOfPrompts(request.items)) {
        const scored = await scoreContinuations(session, prompt, continuations, context.signal);
        logliks.push(...scored.logliks);
        inputTokens += scored.tokens;
      }
      return { logliks, usage: { inputTokens, outputTokens: 0 } };
    }
    case "loglikelihood_rolling": {
      const { tokens, ...loglik } = await scoreText(session, request.text);
      return { logliks: [loglik], usage: { inputTokens: tokens, outputTokens: 0 } };
    }
  }
}

/** Neighbouring items with the same prompt, together. */
function runsOfPrompts(items: readonly { prompt: string; continuation: string }[]): [string, string[]][] {
  const runs: [string, string[]][] = [];
  for (const { prompt, continuation } of items) {
    const last = runs.at(-1);
    if (last?.[0] === prompt) last[1].push(continuation);
    else runs.push([prompt, [continuation]]);
  }
  return runs;
}

function notAccepted(id: string, type: string): ModelError {
  return new ModelError(`Cannot answer a "${type}" request with "${id}"`, {
    code: "unsupported_request",
    hint: "Use completions, or gguf(path, { chat: true }) for an instruction-tuned file",
  });
}
