/**
 * Asks again when asking again can help.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { type BenchError, isBenchError, ModelError } from "../core/errors.ts";
import { backoffMs, waitMs } from "../core/retry.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";

/** Options of {@linkcode withRetry}. */
export interface RetryOptions {
  /** Requests at most, the first included; default 4. */
  readonly attempts?: number;
  /** The same for status 429, which is the server asking to wait; default 10. */
  readonly rateLimitAttempts?: number;
  /** The same for the time limit; default 2. */
  readonly timeoutAttempts?: number;
  /** The same for 401 and 403, with headers resolved anew; default 1. Judges use 3. */
  readonly authAttempts?: number;
  /** The same for a reply with nothing in it (`empty_content`) at temperature above 0; default 1. */
  readonly emptyAttempts?: number;
  /** Longest wait a server may ask for; above it the request fails as `rate_limited`; default 60,000. */
  readonly maxWaitMs?: number;
  /** Jitter from 0 to 1; default `Math.random`. */
  readonly random?: () => number;
  /** Stands in for the wait in tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * A model that repeats requests that failed on the way: connection errors,
 * status 408, 409, 429 and 5xx, replies that are no JSON. A wait the server
 * asks for is honoured up to `maxWaitMs`; else the wait doubles from half a
 * second. A refused request (400) is never repeated. Each repeat is announced
 * by a `model.retry` event with host, code, attempt and wait.
 *
 * @throws {RangeError} when a number of attempts is below 1.
 * @example
 * ```ts
 * import { withRetry } from "./with_retry.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { ModelError } from "../core/errors.ts";
 * import { assertEquals } from "@std/assert";
 * const lost = new ModelError("lost", { code: "connection_cut", details: { retryable: true } });
 * const model = withRetry(scriptedModel([lost, "A"]), { wait: () => Promise.resolve() });
 * assertEquals((await model({ type: "completion", prompt: "?" })).attempts, 2);
 * ```
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  const { attempts = 4, rateLimitAttempts = 10, timeoutAttempts = 2, authAttempts = 1, emptyAttempts = 1 } =
    options;
  for (const count of [attempts, rateLimitAttempts, timeoutAttempts, authAttempts, emptyAttempts]) {
    if (!(count >= 1)) throw new RangeError(`Cannot retry ${count} times: wanted at least 1 attempt`);
  }
  const maxWaitMs = options.maxWaitMs ?? 60_000;
  const wait = options.wait ?? waitMs;

  function allowed(error: BenchError): number {
    if (error.code === "rate_limited") return rateLimitAttempts;
    if (error.code === "timeout") return timeoutAttempts;
    if (error.code === "unauthorized") return authAttempts;
    return error.details.retryable === true ? attempts : 1;
  }

  async function retrying(request: ModelRequest, context: Context = {}): Promise<ModelResponse> {
    let failures: Map<string, number> | undefined;
    for (let attempt = 1;; attempt++) {
      try {
        const response = await model(request, context);
        const again = response.problem === "empty_content" && attempt < emptyAttempts && isSampled(request);
        if (!again) {
          return attempt === 1 ? response : { ...response, attempts: response.attempts + attempt - 1 };
        }
        context.emit?.({ kind: "model.retry", code: "empty_content", attempt, waitMs: 0 });
      } catch (error) {
        context.signal?.throwIfAborted();
        if (!isBenchError(error)) throw error;
        failures ??= new Map();
        const count = (failures.get(error.code) ?? 0) + 1;
        failures.set(error.code, count);
        if (count >= allowed(error)) throw attempt === 1 ? error : counted(error, attempt);
        const asked = error.details.retryAfterMs;
        if (typeof asked === "number" && asked > maxWaitMs) throw tooLong(error, asked, maxWaitMs);
        const ms = typeof asked === "number" ? asked : backoffMs(count, options.random);
        const host = hostOf(error, model.info.baseUrl);
        const message = `Waiting ${
          (ms / 1000).toFixed(1)
        } s for "${host}" (${error.code}, attempt ${attempt})`;
        context.emit?.({ kind: "model.retry", code: error.code, attempt, waitMs: ms, host, message });
        await wait(ms, context.signal);
      }
    }
  }

  return Object.assign(retrying, {
    info: model.info,
    ...(model.close === undefined ? {} : { close: () => model.close?.() ?? Promise.resolve() }),
  });
}

function isSampled(request: ModelRequest): boolean {
  return (request.type === "chat" || request.type === "completion") &&
    (request.generation?.temperature ?? 0) > 0;
}

function hostOf(error: BenchError, baseUrl: string | null): string {
  const { host, url } = error.details;
  if (typeof host === "string") return host;
  try {
    return new URL(typeof url === "string" ? url : baseUrl ?? "").host;
  } catch {
    return "the model";
  }
}

function counted(error: BenchError, attempts: number): ModelError {
  return new ModelError(`${error.message} (attempt ${attempts})`, {
    code: error.code,
    cause: error,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    details: { ...error.details, attempts },
  });
}

function tooLong(error: BenchError, asked: number, maxWaitMs: number): ModelError {
  return new ModelError(
    `${error.message}: it asks to wait ${Math.round(asked / 1000)} s, wanted at most ${
      Math.round(maxWaitMs / 1000)
    } s`,
    {
      code: "rate_limited",
      cause: error,
      hint: "Resume the run later: what was answered is kept",
      details: { ...error.details, retryable: false },
    },
  );
}
