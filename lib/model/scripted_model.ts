/**
 * A model whose replies are written down beforehand: for tests of whatever
 * calls a model, and for notebooks that show one case exactly.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import type { Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";

/**
 * One scripted reply: a text; log-likelihoods, one number an item; parts of a
 * response; or an error to throw.
 */
export type ScriptedReply = string | readonly number[] | Partial<ModelResponse> | Error;

/** What to answer: replies in the order of calls, or a function of the request. */
export type Script =
  | readonly ScriptedReply[]
  | ((
    request: ModelRequest,
    call: number,
    context: Context,
  ) => ScriptedReply | Promise<ScriptedReply>);

/** Options of {@linkcode scriptedModel}. */
export interface ScriptedOptions {
  /** `info.id`; `builtin:scripted` when absent. */
  readonly id?: string;
  /** Start again after the last reply instead of failing. */
  readonly repeat?: boolean;
}

/** A model that also remembers what it was asked. */
export interface ScriptedModel extends Model {
  /** Requests so far, oldest first. */
  readonly calls: readonly ModelRequest[];
}

/**
 * Makes a model that answers from a script. A text gives `finishReason` "stop";
 * token counts are null unless the script says them; numbers are taken as
 * log-likelihoods, the greatest of them as the greedy one. `info.floor` is true.
 *
 * @throws {ModelError} `script_exhausted` (the promise rejects) after the last reply of a list.
 * @throws The scripted error, or the context's abort reason.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = scriptedModel(["B", [-1.5, -0.2]]);
 * const reply = await model({ type: "completion", prompt: "Answer:" });
 * assertEquals(reply.text, "B");
 * assertEquals(model.calls.length, 1);
 * ```
 */
export function scriptedModel(script: Script, options: ScriptedOptions = {}): ScriptedModel {
  const calls: ModelRequest[] = [];
  const info: ModelInfo = {
    id: options.id ?? "builtin:scripted",
    baseUrl: null,
    accepts: ["chat", "completion", "loglikelihood", "loglikelihood_rolling"],
    floor: true,
  };
  const model = async (request: ModelRequest, context: Context = {}): Promise<ModelResponse> => {
    context.signal?.throwIfAborted();
    const call = calls.push(request) - 1;
    const reply = typeof script === "function"
      ? await script(request, call, context)
      : script[options.repeat && script.length > 0 ? call % script.length : call];
    if (reply === undefined) throw exhausted(call, info.id);
    if (reply instanceof Error) throw reply;
    return { ...BLANK, ...asParts(reply) };
  };
  return Object.assign(model, { info, calls });
}

const BLANK: ModelResponse = {
  text: "",
  finishReason: "stop",
  usage: { inputTokens: null, outputTokens: null },
  latencyMs: 0,
  attempts: 1,
};

function asParts(reply: Exclude<ScriptedReply, Error>): Partial<ModelResponse> {
  if (typeof reply === "string") return { text: reply };
  if (!isNumbers(reply)) return reply;
  const best = Math.max(...reply);
  return { logliks: reply.map((loglik) => ({ loglik, isGreedy: loglik === best })) };
}

function isNumbers(reply: readonly number[] | Partial<ModelResponse>): reply is readonly number[] {
  return Array.isArray(reply);
}

function exhausted(call: number, id: string): ModelError {
  return new ModelError(
    `Cannot answer with "${id}": wanted a scripted reply for call ${call + 1}, found none`,
    {
      code: "script_exhausted",
      hint: "Add a reply, pass a function, or set repeat",
      details: { call },
    },
  );
}
