/**
 * Decoding parameters as they go over the wire, the same for both APIs.
 *
 * @module
 */
import type { GenerationOptions } from "../task/task.ts";
import type { GenerationDefaults } from "./generation_defaults.ts";

/** The stops that count: empty ones stop at once and are refused by servers. */
export function realStops(generation: GenerationOptions | undefined): string[] {
  const until = generation?.until;
  return until === undefined ? [] : until.filter((stop) => stop !== "");
}

/**
 * Body fields for the parameters of one request. A limit, a temperature and a
 * seed are always sent; 0 is a value. `null` in `extra` leaves a field out.
 *
 * @example
 * ```ts
 * import { generationBody } from "./generation_body.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(generationBody({ until: ["\n"] }, {}, ["\n"]), {
 *   max_tokens: 256,
 *   temperature: 0,
 *   stop: ["\n"],
 *   seed: 1234,
 * });
 * ```
 */
export function generationBody(
  generation: GenerationOptions | undefined,
  defaults: GenerationDefaults,
  stops: readonly string[],
): Record<string, unknown> {
  const maxTokens = generation?.maxTokens ?? (defaults.maxTokens === undefined ? 256 : defaults.maxTokens);
  const temperature = generation?.temperature ??
    (defaults.temperature === undefined ? 0 : defaults.temperature);
  const seed = generation?.seed ?? (defaults.seed === undefined ? 1234 : defaults.seed);
  const body: Record<string, unknown> = {};
  if (maxTokens !== null) body.max_tokens = maxTokens;
  if (temperature !== null) body.temperature = temperature;
  if (stops.length > 0) body.stop = stops;
  if (seed !== null) body.seed = seed;
  if (generation?.topP !== undefined) body.top_p = generation.topP;
  for (const extra of [defaults.extra, generation?.extra]) {
    if (extra === undefined) continue;
    for (const [name, value] of Object.entries(extra)) {
      if (value === null) delete body[name];
      else if (value !== undefined) body[name] = value;
    }
  }
  return body;
}
