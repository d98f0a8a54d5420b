/**
 * What stands between a judge and its model: retries, a bound on requests at
 * once, and the body that is sent.
 *
 * @module
 */
import { Limiter } from "../core/limiter.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Model, ModelRequest, ModelResponse } from "../model/model.ts";
import { openaiChat } from "../model/openai_chat.ts";
import { withRateLimit } from "../model/with_rate_limit.ts";
import { withRetry } from "../model/with_retry.ts";
import { judgeError } from "./judge_error.ts";
import type { JudgeOptions, JudgeRequest } from "./judge.ts";

/** The judge's model with its wrappers. @throws {TypeError | RangeError} */
export function openJudgeModel(options: JudgeOptions): Model {
  const { maxRetries = 3, authAttempts = 3, maxConcurrent = 32 } = options;
  checkCount("maxRetries", maxRetries, 0);
  checkCount("authAttempts", authAttempts, 1);
  checkCount("maxConcurrent", maxConcurrent, 1);
  const model = typeof options.model === "string" ? namedModel(options.model, options) : options.model;
  if (typeof model !== "function") {
    throw new TypeError(`Cannot make a judge: wanted a model, found ${typeof model}`);
  }
  // A limiter of its own keeps the questions in the order they are asked in.
  const limiter = new Limiter({ max: maxConcurrent, start: maxConcurrent });
  const attempts = maxRetries + 1;
  return withRetry(withRateLimit(model, { limiter }), {
    attempts,
    rateLimitAttempts: attempts,
    timeoutAttempts: attempts,
    authAttempts,
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
}

function namedModel(name: string, { baseUrl, auth, timeoutMs = 60_000 }: JudgeOptions): Model {
  if (pyStrip(name) === "") throw new TypeError("Cannot make a judge: wanted the name of a model");
  if (typeof baseUrl !== "string") throw new TypeError(`Cannot make the judge "${name}": wanted a baseUrl`);
  if (auth !== undefined && typeof auth?.headersForRequest !== "function") {
    throw new TypeError(`Cannot make the judge "${name}": wanted an auth with headersForRequest`);
  }
  if (timeoutMs !== null && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    throw new RangeError(`Cannot use timeoutMs ${timeoutMs}: wanted a number above 0, or null`);
  }
  return openaiChat(name, {
    baseUrl,
    ...(auth === undefined ? {} : { auth }),
    timeoutMs: timeoutMs ?? Infinity,
  });
}

/** Refuses arguments of a question that make no sense. @throws {TypeError | RangeError} */
export function checkRequest(prompt: string, { requestId, temperature, maxTokens }: JudgeRequest): void {
  for (const [name, text] of Object.entries({ prompt, requestId })) {
    if (typeof text !== "string" || pyStrip(text) === "") {
      throw new TypeError(`Cannot ask a judge: wanted a ${name} that is not blank`);
    }
  }
  if (temperature !== undefined && (typeof temperature !== "number" || !Number.isFinite(temperature))) {
    throw new TypeError(
      `Cannot ask a judge: wanted a finite temperature, found ${JSON.stringify(temperature)}`,
    );
  }
  if (maxTokens !== undefined) checkCount("maxTokens", maxTokens, 1);
}

/** Asks and gives the text of a reply that is whole. @throws {JudgeError} `truncated`, `empty_reply` … */
export async function askJudge(model: Model, prompt: string, request: JudgeRequest): Promise<string> {
  const { context = {}, requestId, temperature = 0, maxTokens } = request;
  // Null takes a field out of the body: no limit and no seed unless asked for.
  const limited = maxTokens !== undefined || hasOwnLimit(model);
  const asked: ModelRequest = {
    type: "chat",
    messages: [{ role: "user", content: prompt }],
    generation: {
      temperature,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      extra: { seed: null, ...(limited ? {} : { "max_tokens": null }) },
    },
  };
  const response = await model(asked, { ...context, unitId: requestId });
  const text = pyStrip(response.rawText ?? response.text);
  const problem = problemOf(response, text);
  if (problem === null) return text;
  const limit = maxTokens === undefined ? "its token limit" : `its limit of ${maxTokens} tokens`;
  throw judgeError({
    code: problem,
    message: problem === "truncated" || problem === "truncated_reasoning"
      ? `Cannot use the judge's reply to "${requestId}": it was cut at ${limit}`
      : `Cannot use the judge's reply to "${requestId}": ${problem.replaceAll("_", " ")}`,
    ...(problem.startsWith("truncated") ? { hint: "Raise maxTokens, or leave it out" } : {}),
    details: { requestId, finishReason: response.finishReason, maxTokens: maxTokens ?? null },
  });
}

function problemOf(response: ModelResponse, text: string): string | null {
  if (response.problem === "truncated_reasoning") return "truncated_reasoning";
  if (response.finishReason === "length") return "truncated";
  if (response.finishReason === "content_filter") return "content_filter";
  return text === "" ? "empty_reply" : null;
}

function hasOwnLimit(model: Model): boolean {
  const { settings } = model.info as { settings?: { defaults?: { maxTokens?: unknown } } };
  return typeof settings?.defaults?.maxTokens === "number";
}

function checkCount(name: string, value: unknown, min: number): void {
  if (!Number.isInteger(value) || (value as number) < min) {
    throw new RangeError(
      `Cannot use ${name} ${JSON.stringify(value)}: wanted a whole number of at least ${min}`,
    );
  }
}
