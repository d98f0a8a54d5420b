/**
 * What an endpoint can do, measured instead of believed.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { type BenchError, isBenchError } from "../core/errors.ts";
import type { Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";

/** What a probe found. Null: not measured, or not to be told apart. */
export interface Capabilities {
  /** Log-likelihoods of a given continuation. */
  readonly loglikelihood: boolean;
  /** Why not, in words; null when it can. */
  readonly loglikelihoodReason: string | null;
  /** Alternatives given for a generated token; 0: no log-probs. */
  readonly topLogprobs: number;
  /** Whether the reply ends at a stop on the server's side. */
  readonly stop: boolean | null;
  /** Whether the same seed gives the same text at temperature 1. */
  readonly seed: boolean | null;
  /** Whether the limit of new tokens is kept. */
  readonly limit: boolean | null;
  /** Name under which the limit is taken; null for models in this process. */
  readonly maxTokensName: string | null;
  /** Whether replies carry token counts. */
  readonly usage: boolean;
  /** Whether a long prompt lost its head. */
  readonly contextCut: boolean | null;
  /** Whether the model thinks in its text. */
  readonly reasoning: boolean | null;
  /** The refusal (404) of an endpoint that is not there at all; null or left out when it answered otherwise. */
  readonly absent?: BenchError | null;
  /** What the server said about itself. */
  readonly serving: NonNullable<ModelResponse["serving"]>;
}

/** Options of {@linkcode probe}. */
export interface ProbeOptions {
  /** Ask only what scoring needs (log-probs); default false. */
  readonly quick?: boolean;
  /** Words of the prompt that tries the context; 0: do not try; default 5000. */
  readonly contextWords?: number;
}

/** Refusals that mean "cannot", as against "is not there". */
const CANNOT = new Set([
  "logprobs_unsupported",
  "logprobs_mismatch",
  "logprob_missing",
  "bad_request",
  "not_found",
  "refused",
  "bad_reply",
  "no_choices",
  "error_in_reply",
  "unsupported_request",
]);

const probed = new WeakMap<ModelInfo, Map<string, Promise<Capabilities>>>();

/**
 * Measures an endpoint with a handful of tiny requests, once: wrappers of one
 * model and later calls get the same answer.
 *
 * @throws {ModelError} when the endpoint cannot be reached or fails: that says
 * nothing about what it can do.
 * @example
 * ```ts
 * import { probe } from "./capability.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const model = scriptedModel((request) => request.type === "loglikelihood" ? [-1] : "a");
 * assertEquals((await probe(model, { quick: true })).loglikelihood, true);
 * ```
 */
export function probe(model: Model, options: ProbeOptions = {}, context?: Context): Promise<Capabilities> {
  let known = probed.get(model.info);
  if (known === undefined) probed.set(model.info, known = new Map());
  const key = JSON.stringify([options.quick ?? false, options.contextWords ?? null]);
  let result = known.get(key);
  if (result === undefined) {
    result = measure(model, options, context);
    known.set(key, result);
    result.catch(() => known.delete(key));
  }
  return result;
}

async function measure(model: Model, options: ProbeOptions, context?: Context): Promise<Capabilities> {
  const { accepts, baseUrl } = model.info;
  let serving: NonNullable<ModelResponse["serving"]> = {};
  let usage = false;
  let lost: BenchError | null = null;

  async function attempt(request: ModelRequest): Promise<ModelResponse | string> {
    try {
      const response = await model(request, context);
      serving = response.serving ?? serving;
      usage ||= response.usage.inputTokens !== null;
      return response;
    } catch (error) {
      if (isBenchError(error) && (CANNOT.has(error.code) || error.code === "context_truncated")) {
        if (error.code === "not_found") lost = error;
        return error.message;
      }
      throw error;
    }
  }

  const say = (text: string, more: Partial<AskRequest>): AskRequest =>
    accepts.includes("chat")
      ? { type: "chat", messages: [{ role: "user", content: text }], ...more } as AskRequest
      : { type: "completion", prompt: text, ...more } as AskRequest;

  let reason: string | null = `"${model.info.id}" answers in text only`;
  if (accepts.includes("loglikelihood")) {
    const items = [{ prompt: "a", continuation: " b" }];
    const reply = await attempt({ type: "loglikelihood", items });
    reason = typeof reply === "string" ? reply : null;
  }
  const generates = accepts.includes("chat") || accepts.includes("completion");
  let topLogprobs = 0;
  let absent: BenchError | null = null;
  if (generates) {
    const generation = { maxTokens: 1, temperature: 0 };
    lost = null;
    const reply = await attempt(say("Say A or B. Answer:", { topLogprobs: 5, generation }));
    // The first token of a thought says nothing about the answer.
    const thinks = typeof reply !== "string" &&
      (reply.reasoning !== undefined || reply.problem === "truncated_reasoning");
    // Some routers say 404 for a parameter: only a plain question met so means that nobody is there.
    const isPlainLost = async (): Promise<boolean> =>
      typeof await attempt(say("Say A or B. Answer:", { generation })) === "string";
    if (typeof reply === "string" && lost !== null && reason !== null && await isPlainLost()) absent = lost;
    if (typeof reply !== "string" && !thinks) topLogprobs = reply.tokens?.[0]?.top.length ?? 0;
  }
  const facts = {
    loglikelihood: reason === null,
    loglikelihoodReason: reason,
    topLogprobs,
    absent,
    maxTokensName: baseUrl === null ? null : limitName(model.info),
  };
  const unknown = { stop: null, seed: null, limit: null, contextCut: null, reasoning: null };
  if (options.quick || !generates) return { ...facts, ...unknown, usage, serving };

  const counting = "Repeat exactly: one, two, three, four, five, six, seven, eight";
  const stopped = await attempt(
    say(counting, { generation: { maxTokens: 32, temperature: 0, until: [","] } }),
  );
  const short = await attempt(say(counting, { generation: { maxTokens: 2, temperature: 0 } }));
  const draw = (seed: number): Promise<ModelResponse | string> =>
    attempt(say("Say any five words.", { generation: { maxTokens: 16, temperature: 1, seed } }));
  const draws = [await draw(1), await draw(1), await draw(2)].map((reply) =>
    typeof reply === "string" ? null : reply.rawText ?? reply.text
  );
  const words = options.contextWords ?? (baseUrl === null ? 0 : 5000);
  const long = words === 0
    ? null
    : await attempt(say("measured ".repeat(words), { generation: { maxTokens: 1, temperature: 0 } }));
  return {
    ...facts,
    stop: typeof stopped === "string" ? false : stopKept(stopped),
    seed: draws.includes(null) ? null : draws[0] !== draws[1] ? false : draws[0] === draws[2] ? null : true,
    limit: typeof short === "string" || short.usage.outputTokens === null
      ? null
      : short.usage.outputTokens <= 2,
    contextCut: long === null
      ? null
      : typeof long === "string"
      ? true
      : long.usage.inputTokens === null
      ? null
      : false,
    reasoning: typeof short === "string"
      ? null
      : short.reasoning !== undefined || short.problem !== undefined,
    usage,
    serving,
  };
}

type AskRequest = Extract<ModelRequest, { type: "chat" | "completion" }>;

/** A stop in the raw text was ignored; its absence after an end says it was kept. */
function stopKept(reply: ModelResponse): boolean | null {
  if ((reply.rawText ?? reply.text).includes(",")) return false;
  return reply.finishReason === "stop" && reply.text !== "" ? true : null;
}

function limitName(info: ModelInfo): string {
  const { adaptations } = info as {
    adaptations?: readonly { parameter: string; renamedTo: string | null }[];
  };
  return adaptations?.find((one) => one.parameter === "max_tokens")?.renamedTo ?? "max_tokens";
}
