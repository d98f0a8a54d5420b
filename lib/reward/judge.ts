/**
 * A judge: a model that answers with a JSON object, or not at all.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError } from "../core/errors.ts";
import type { ModelAuth } from "../model/auth.ts";
import type { Model, ModelInfo } from "../model/model.ts";
import { judgeErrorAbout } from "./judge_error.ts";
import { askJudge, checkRequest, openJudgeModel } from "./judge_model.ts";
import { type JudgeObject, parseJudgeReply, type ReplyParser } from "./judge_reply.ts";

/** One question to a judge. */
export interface JudgeRequest {
  /** Names the question in logs, auth contexts and errors; never sent. */
  readonly requestId: string;
  /** Default 0. */
  readonly temperature?: number;
  /** Limit of new tokens; none is sent unless given. */
  readonly maxTokens?: number;
  /** Keys that mark the verdict among several objects of a reply. */
  readonly keys?: readonly string[];
  /** Replaces the judge's own parser. */
  readonly parser?: ReplyParser;
  /** Signal, events, repetition. */
  readonly context?: Context;
}

/** A judge's answer. */
export interface JudgeReply {
  /** The object; its members are not checked. */
  readonly value: JudgeObject;
  /** The reply it was read from, stripped. */
  readonly raw: string;
}

/** What judges a text. Any object with these members is one, a stub in a test too. */
export interface Judge {
  /**
   * Asks once (with the retries of the judge).
   * @throws {JudgeError} for every failure of server, reply or parser.
   * @throws {TypeError | RangeError} for arguments that make no sense.
   */
  requestJson(prompt: string, request: JudgeRequest): Promise<JudgeReply>;
  /** What is known about the model; calibrations are bound to it. */
  readonly info: ModelInfo;
}

/** Options of {@linkcode defineJudge}. */
export interface JudgeOptions {
  /** The model, or the name of one behind `baseUrl`. */
  readonly model: Model | string;
  /** Endpoint of a model given by name. */
  readonly baseUrl?: string;
  /** Credentials of a model given by name; resolved anew for each physical request. */
  readonly auth?: ModelAuth;
  /** Limit of one physical request of a model given by name, milliseconds; default 60,000, null for none. */
  readonly timeoutMs?: number | null;
  /** Repeats after 408, 409, 429, 5xx, lost connections and timeouts; default 3. 0 for a model with retries of its own. */
  readonly maxRetries?: number;
  /** Attempts at 401 and 403, headers resolved anew; default 3. */
  readonly authAttempts?: number;
  /** Most questions at once; default 32. */
  readonly maxConcurrent?: number;
  /** Reads replies where a rubric has no parser of its own; default {@linkcode parseJudgeReply}. */
  readonly parser?: ReplyParser;
  /** Stands in for the wait before a repeat, in tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Makes a judge. It sends one user message, temperature 0, no token limit, no
 * seed, no response format; a reply that is cut, empty or no JSON object is a
 * `JudgeError` and never a score.
 *
 * @throws {TypeError | RangeError} for options that make no sense.
 * @example A judge from a script
 * ```ts
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"score": 1}']) });
 * const { value } = await judge.requestJson("Is 1 odd?", { requestId: "odd" });
 * assertEquals(value, { score: 1 });
 * ```
 */
export function defineJudge(options: JudgeOptions): Judge {
  const model = openJudgeModel(options);
  return {
    info: model.info,
    async requestJson(prompt, request) {
      checkRequest(prompt, request);
      const { context = {}, keys = [] } = request;
      try {
        const raw = await askJudge(model, prompt, request);
        return { value: (request.parser ?? options.parser ?? parseJudgeReply)(raw, keys), raw };
      } catch (error) {
        context.signal?.throwIfAborted();
        if (isBenchError(error) && error.name === "JudgeError") throw error;
        throw judgeErrorAbout(`"${request.requestId}"`, error);
      }
    },
  };
}
