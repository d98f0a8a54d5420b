/**
 * Decoding parameters in the server's names, as the engine's own.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import type { Zod, ZodType } from "../deps/zod.ts";
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

/**
 * Schema of decoding parameters in the server's names: those benchbook knows
 * are checked, all others are taken as they are.
 *
 * @example
 * ```ts
 * import { generationSchema } from "./generation.ts";
 * import { loadZod } from "../deps/zod.ts";
 * import { assert } from "@std/assert";
 * assert(!generationSchema(await loadZod()).safeParse({ temperature: "hot" }).success);
 * ```
 */
export function generationSchema(z: Zod): ZodType<Record<string, unknown>> {
  const range = (low: number, high: number) => {
    const error = `a number from ${low} to ${high}`;
    return z.number({ error }).min(low, { error }).max(high, { error });
  };
  const whole = (least: number) => {
    const error = `a whole number of at least ${least}`;
    return z.int({ error }).min(least, { error });
  };
  const texts = z.union([z.string(), z.array(z.string())], { error: "text or a list of texts" });
  const known = {
    "temperature": range(0, 100),
    "top_p": range(0, 1),
    "max_tokens": whole(1),
    "max_gen_toks": whole(1),
    "seed": z.int({ error: "a whole number" }),
    "stop": texts,
    "until": texts,
    "do_sample": z.boolean({ error: "true or false" }),
  };
  const fields = Object.fromEntries(Object.entries(known).map(([key, type]) => [key, z.nullish(type)]));
  return z.looseObject(fields, { error: "keys and values" });
}

/**
 * Checks parameters typed as flags.
 *
 * @throws {UsageError} `bad_value` that names the parameter.
 * @example
 * ```ts
 * import { checkGeneration } from "./generation.ts";
 * import { loadZod } from "../deps/zod.ts";
 * import { assertThrows } from "@std/assert";
 * const z = await loadZod();
 * assertThrows(() => checkGeneration({ temperature: "hot" }, z), Error, "a number from 0 to 100");
 * ```
 */
export function checkGeneration(kwargs: Readonly<Record<string, unknown>>, z: Zod): void {
  const issue = generationSchema(z).safeParse(kwargs).error?.issues[0];
  if (issue === undefined) return;
  const name = String(issue.path[0]);
  throw new UsageError(
    `Cannot use "--gen-kwargs": wanted ${issue.message} for "${name}", found ${JSON.stringify(kwargs[name])}`,
    { code: "bad_value", hint: "For example --gen-kwargs temperature=0.5,max_tokens=64" },
  );
}
