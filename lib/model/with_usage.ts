/**
 * Counts what a model used.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";
import { type Price, priceOf, priceUsd } from "./price.ts";

/** Totals of one or more models. Numbers are lower bounds while `unknown…` is above 0. */
export interface UsageMeter {
  /** Replies, cached ones included. */
  replies: number;
  /** Replies from a cache: no tokens, no cost of this run. */
  cached: number;
  /** Physical requests, repeats included. */
  requests: number;
  /** Prompt tokens that servers reported. */
  inputTokens: number;
  /** Reply tokens that servers reported. */
  outputTokens: number;
  /** Replies that lack a token count. */
  unknownUsage: number;
  /** US dollars that are known. */
  costUsd: number;
  /** Replies whose cost is not known. */
  unknownCost: number;
  /** Calls that failed. */
  errors: number;
}

/**
 * A meter at zero.
 *
 * @example
 * ```ts
 * import { usageMeter } from "./with_usage.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(usageMeter().replies, 0);
 * ```
 */
export function usageMeter(): UsageMeter {
  return {
    replies: 0,
    cached: 0,
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    unknownUsage: 0,
    costUsd: 0,
    unknownCost: 0,
    errors: 0,
  };
}

/** Adds a reply to a meter. */
export function countUsage(meter: UsageMeter, response: ModelResponse, price: Price | null): void {
  meter.replies++;
  if (response.cached) {
    meter.cached++;
    return;
  }
  const { inputTokens, outputTokens } = response.usage;
  meter.requests += response.attempts;
  meter.inputTokens += inputTokens ?? 0;
  meter.outputTokens += outputTokens ?? 0;
  // A log-likelihood makes one token that nobody counts.
  const partial = inputTokens === null || (outputTokens === null && response.logliks === undefined);
  if (partial) meter.unknownUsage++;
  const cost = priceUsd(price, response.usage);
  if (cost === null) meter.unknownCost++;
  else meter.costUsd += cost;
}

/**
 * A model that adds each reply to `meter`. Put it outermost, so that repeats
 * and cached replies are seen as such.
 *
 * @example
 * ```ts
 * import { usageMeter, withUsage } from "./with_usage.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const meter = usageMeter();
 * await withUsage(scriptedModel(["A"]), meter)({ type: "completion", prompt: "?" });
 * assertEquals([meter.replies, meter.unknownUsage], [1, 1]);
 * ```
 */
export function withUsage(model: Model, meter: UsageMeter, options: { readonly price?: Price } = {}): Model {
  const price = options.price ?? priceOf(model.info);
  async function counted(request: ModelRequest, context?: Context): Promise<ModelResponse> {
    try {
      const response = await model(request, context);
      countUsage(meter, response, price);
      return response;
    } catch (error) {
      meter.errors++;
      throw error;
    }
  }
  return Object.assign(counted, {
    info: model.info,
    ...(model.close === undefined ? {} : { close: () => model.close?.() ?? Promise.resolve() }),
  });
}

/**
 * A meter in words. Unknown counts make the total "at least".
 *
 * @example
 * ```ts
 * import { usageMeter, usageText } from "./with_usage.ts";
 * import { assertEquals } from "@std/assert";
 * const meter = { ...usageMeter(), replies: 2, inputTokens: 8, unknownUsage: 1 };
 * assertEquals(usageText(meter), "at least 8 tokens in, 0 out (1 reply without usage)");
 * ```
 */
export function usageText(meter: UsageMeter): string {
  const { unknownUsage: unknown } = meter;
  const counts = `${meter.inputTokens} tokens in, ${meter.outputTokens} out`;
  if (unknown === 0) return counts;
  return `at least ${counts} (${unknown} ${unknown === 1 ? "reply" : "replies"} without usage)`;
}
