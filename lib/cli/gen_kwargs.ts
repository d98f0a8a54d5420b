/**
 * Decoding parameters as typed.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";

/**
 * Decoding parameters from `k=v,k=v` texts or JSON objects, later ones winning.
 * A value is JSON where it reads as JSON, else text; commas inside brackets
 * and quotes do not split.
 *
 * @throws {UsageError} `bad_value`.
 * @example
 * ```ts
 * import { parseGenKwargs } from "./gen_kwargs.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseGenKwargs(['temperature=0.5,stop=["a","b"],mode=x', '{"top_p":1}']), {
 *   temperature: 0.5, stop: ["a", "b"], mode: "x", top_p: 1,
 * });
 * ```
 */
export function parseGenKwargs(texts: readonly string[]): Record<string, unknown> {
  const refuse = (text: string): never => {
    throw new UsageError(`Cannot use "--gen-kwargs ${text}": wanted k=v,k=v or a JSON object`, {
      code: "bad_value",
      hint: "For example --gen-kwargs temperature=0.5,max_tokens=64",
    });
  };
  const all: Record<string, unknown> = {};
  for (const text of texts) {
    if (text.trimStart().startsWith("{")) {
      const object = readJson(text);
      if (typeof object !== "object" || object === null) refuse(text);
      Object.assign(all, object);
      continue;
    }
    for (const pair of splitCommas(text)) {
      const [, key, value = ""] = /^\s*([A-Za-z_][\w.-]*)\s*=([^]*)$/.exec(pair) ?? [];
      if (key === undefined || key === "__proto__") return refuse(text);
      const read = readJson(value);
      all[key] = read === undefined ? pythonWord(value) : read;
    }
  }
  return all;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** People who come from lm-eval write True, False and None. */
function pythonWord(text: string): unknown {
  const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
  return Object.hasOwn(words, text) ? words[text] : text;
}

function splitCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (!quoted && "[{".includes(char)) depth++;
    if (!quoted && "]}".includes(char)) depth--;
    if (char === "," && depth <= 0 && !quoted) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}
