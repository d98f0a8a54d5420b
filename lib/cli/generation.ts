/**
 * Decoding parameters in the server's names, as the engine's own.
 *
 * @module
 */
import type { GenerationOptions } from "../task/task.ts";

/**
 * Renames the parameters benchbook knows (`temperature`, `top_p`,
 * `max_tokens`, `max_gen_toks`, `seed`, `stop`, `until`, `do_sample`); all
 * others go to the server as they are.
 *
 * @example
 * ```ts
 * import { generationOf } from "./generation.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(generationOf({ max_gen_toks: 8, stop: "x", top_k: 5 }), {
 *   maxTokens: 8, until: ["x"], extra: { top_k: 5 },
 * });
 * ```
 */
export function generationOf(kwargs: Readonly<Record<string, unknown>>): GenerationOptions {
  const names: Readonly<Record<string, keyof GenerationOptions>> = {
    "temperature": "temperature",
    "top_p": "topP",
    "max_tokens": "maxTokens",
    "max_gen_toks": "maxTokens",
    "seed": "seed",
    "stop": "until",
    "until": "until",
    "do_sample": "doSample",
  };
  const known: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(kwargs)) {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    if (name === undefined) extra[key] = value;
    else known[name] = name === "until" && typeof value === "string" ? [value] : value;
  }
  return { ...known, ...(Object.keys(extra).length > 0 ? { extra } : {}) };
}
