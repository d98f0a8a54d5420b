/**
 * What tokens cost, where that is known.
 *
 * @module
 */
import type { ModelInfo, Usage } from "./model.ts";
import table from "./prices.json" with { type: "json" };

/** Price of a model, US dollars per million tokens. */
export interface Price {
  /** Of prompt tokens. */
  readonly input: number;
  /** Of reply tokens, reasoning included. */
  readonly output: number;
  /** Of prompt tokens the provider had in its cache; `input` when absent. */
  readonly cachedInput?: number;
}

interface ListedPrice {
  readonly input: number;
  readonly "cached_input"?: number;
  readonly output: number;
}

/** Day on which the built-in prices were last looked up, `YYYY-MM-DD`. */
export const PRICES_AS_OF: string = table.as_of;

/**
 * Built-in list price of a model, or null. Only the provider's own host has
 * list prices: the same name elsewhere is somebody else's price. Models in this
 * process cost nothing.
 *
 * @example
 * ```ts
 * import { priceOf } from "./price.ts";
 * import { assertEquals } from "@std/assert";
 * const local = { id: "openai:gpt-4o", baseUrl: "http://127.0.0.1:8000/v1", accepts: [] };
 * assertEquals(priceOf(local), null);
 * ```
 */
export function priceOf(info: ModelInfo): Price | null {
  if (info.baseUrl === null) return { input: 0, output: 0 };
  if (!info.baseUrl.startsWith("https://api.openai.com/")) return null;
  const name = info.id.replace(/^openai:/, "");
  // A dated snapshot has the family's price unless it is listed itself.
  const family = name.replace(/-\d{4}-\d{2}-\d{2}$/, "");
  const known = listed(name) ?? listed(family);
  if (known === undefined) return null;
  const { input, cached_input: cachedInput, output } = known;
  return cachedInput === undefined ? { input, output } : { input, cachedInput, output };
}

function listed(name: string): ListedPrice | undefined {
  const models: Readonly<Record<string, ListedPrice>> = table.models;
  return Object.hasOwn(models, name) ? models[name] : undefined;
}

/**
 * US dollars for a usage, or null when the price or a token count is unknown;
 * never a guess.
 *
 * @example
 * ```ts
 * import { priceUsd } from "./price.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(priceUsd({ input: 2, output: 8 }, { inputTokens: 1000, outputTokens: 100 }), 0.0028);
 * assertEquals(priceUsd({ input: 2, output: 8 }, { inputTokens: null, outputTokens: 100 }), null);
 * ```
 */
export function priceUsd(price: Price | null, usage: Usage): number | null {
  const { inputTokens, outputTokens } = usage;
  if (price === null) return null;
  if (price.input === 0 && price.output === 0) return 0;
  if (inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(usage.cachedTokens ?? 0, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + outputTokens * price.output) / 1e6;
}
