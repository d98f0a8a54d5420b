/**
 * Stops asking when enough was spent.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";
import { type Price, priceOf } from "./price.ts";
import { countUsage, type UsageMeter, usageMeter } from "./with_usage.ts";

/** Bounds of {@linkcode withBudget}; at least one. */
export interface BudgetOptions {
  /** US dollars. Needs a known price. */
  readonly usd?: number;
  /** Tokens in and out that servers report. */
  readonly tokens?: number;
  /** Physical requests. */
  readonly requests?: number;
  /** Price where none is built in. */
  readonly price?: Price;
}

/** A model with its spending so far. */
export interface BudgetModel extends Model {
  /** What was spent. */
  readonly spent: Readonly<UsageMeter>;
}

/**
 * A model that refuses further requests once a bound is reached. Requests under
 * way are not cut off, so the bound may be passed by what is in flight. Replies
 * from a cache cost nothing.
 *
 * @throws {RangeError} for a bound that is not above 0, {@link TypeError} without any.
 * @throws {ModelError} `price_unknown` at once, when `usd` is set and no price is known;
 * the model throws `budget_exhausted`.
 * @example
 * ```ts
 * import { withBudget } from "./with_budget.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertRejects } from "@std/assert";
 * const model = withBudget(scriptedModel(["A", "B"]), { requests: 1 });
 * await model({ type: "completion", prompt: "?" });
 * await assertRejects(() => model({ type: "completion", prompt: "?" }));
 * ```
 */
export function withBudget(model: Model, options: BudgetOptions): BudgetModel {
  const bounds = [options.usd, options.tokens, options.requests].filter((bound) => bound !== undefined);
  if (bounds.length === 0) throw new TypeError("Cannot set a budget: wanted usd, tokens or requests");
  for (const bound of bounds) {
    if (!(bound > 0)) throw new RangeError(`Cannot set a budget of ${bound}: wanted a number above 0`);
  }
  const price = options.price ?? priceOf(model.info);
  if (options.usd !== undefined && price === null) {
    throw new ModelError(`Cannot keep "${model.info.id}" within ${options.usd} USD: its price is not known`, {
      code: "price_unknown",
      hint: "Give the price: { price: { input, output } } in USD per million tokens, or bound tokens instead",
    });
  }
  const spent = usageMeter();

  function exhausted(): string | null {
    const tokens = spent.inputTokens + spent.outputTokens;
    if (options.usd !== undefined && spent.costUsd >= options.usd) return `${options.usd} USD`;
    if (options.tokens !== undefined && tokens >= options.tokens) return `${options.tokens} tokens`;
    if (options.requests !== undefined && spent.requests >= options.requests) {
      return `${options.requests} requests`;
    }
    return null;
  }

  async function bounded(request: ModelRequest, context?: Context): Promise<ModelResponse> {
    const bound = exhausted();
    if (bound !== null) {
      throw new ModelError(`Cannot ask "${model.info.id}": the budget of ${bound} is spent`, {
        code: "budget_exhausted",
        hint: "Raise the budget and resume: what was answered is kept",
        details: { retryable: false },
      });
    }
    const response = await model(request, context);
    countUsage(spent, response, price);
    return response;
  }

  return Object.assign(bounded, {
    info: model.info,
    spent,
    ...(model.close === undefined ? {} : { close: () => model.close?.() ?? Promise.resolve() }),
  });
}
