/**
 * Keeps a model within what its endpoint serves.
 *
 * @module
 */
import type { BenchEvent, Context } from "../core/context.ts";
import { isBenchError } from "../core/errors.ts";
import { openFileLimit } from "../core/file_limit.ts";
import { Limiter } from "../core/limiter.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";

/** Options of {@linkcode withRateLimit}. */
export interface RateLimitOptions {
  /** Most requests at once; default 256, fewer when the process may not open so many connections. */
  readonly maxConcurrent?: number;
  /** Requests at once in the beginning; default 8. */
  readonly startConcurrent?: number;
  /** Fixed bound of requests per second, below what is learned. */
  readonly perSecond?: number;
  /** Shared by models of one endpoint; replaces the options above. */
  readonly limiter?: Limiter;
}

/** Connections left for everything else. */
const RESERVED_FILES = 64;
/** Longest pause that a quota header can cause. */
const MAX_PAUSE_MS = 60_000;

/**
 * A model that starts with few requests at once, takes more while the endpoint
 * serves them, and goes below what it refuses (status 429). Works inside and
 * outside of `withRetry`: refusals that were retried further in are seen through
 * the events. Announced quotas (`x-ratelimit-*`) are waited for.
 *
 * @throws {RangeError} when a bound is below 1.
 * @example
 * ```ts
 * import { withRateLimit } from "./with_rate_limit.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const model = withRateLimit(scriptedModel(["A"]), { maxConcurrent: 4 });
 * assertEquals((await model({ type: "completion", prompt: "?" })).text, "A");
 * ```
 */
export function withRateLimit(model: Model, options: RateLimitOptions = {}): Model {
  let emit: ((event: BenchEvent) => void) | undefined;
  let limiter = options.limiter ?? make(options.maxConcurrent ?? 256);
  let checked = options.limiter !== undefined;

  function make(max: number): Limiter {
    return new Limiter({
      max,
      start: Math.min(options.startConcurrent ?? 8, max),
      ...(options.perSecond === undefined ? {} : { perSecond: options.perSecond }),
      onCut: (limit, perSecond) =>
        emit?.({ kind: "limit.changed", limit, perSecond: Number.isFinite(perSecond) ? perSecond : null }),
    });
  }

  async function checkFiles(): Promise<void> {
    checked = true;
    const files = await openFileLimit();
    const max = options.maxConcurrent ?? 256;
    if (files === null || files - RESERVED_FILES >= max || limiter.active > 0) return;
    const room = Math.max(1, files - RESERVED_FILES);
    limiter = make(room);
    const message = `At most ${room} requests at once: this process may open ${files} files`;
    emit?.({ kind: "warning", code: "few_files", message });
  }

  async function limited(request: ModelRequest, context: Context = {}): Promise<ModelResponse> {
    emit = context.emit ?? emit;
    if (!checked) await checkFiles();
    const used = limiter;
    const startedMs = await used.acquire(context.signal);
    let outcome: "ok" | "late" | "limited" | "error" = "error";
    try {
      const response = await model(request, { ...context, emit: (event) => watch(used, event, context) });
      outcome = response.cached ? "error" : response.attempts === 1 ? "ok" : "late";
      return response;
    } catch (error) {
      if (isBenchError(error) && error.code === "rate_limited") outcome = "limited";
      throw error;
    } finally {
      used.release(startedMs, outcome);
    }
  }

  return Object.assign(limited, {
    info: model.info,
    ...(model.close === undefined ? {} : { close: () => model.close?.() ?? Promise.resolve() }),
  });
}

function watch(limiter: Limiter, event: BenchEvent, context: Context): void {
  if (event.kind === "model.retry" && event.code === "rate_limited") limiter.refused();
  if (event.kind === "model.quota" && typeof event.resetMs === "number" && event.remaining === 0) {
    limiter.pause(Math.min(event.resetMs, MAX_PAUSE_MS));
  }
  context.emit?.(event);
}
