/**
 * Values of flags that have a form of their own.
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
 * import { parseGenKwargs } from "./values.ts";
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

/**
 * Request headers from `NAME: VALUE` texts. The value of a bad one is never
 * quoted: it may be a key.
 *
 * @throws {UsageError} `bad_value`.
 * @example
 * ```ts
 * import { parseHeaders } from "./values.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseHeaders(["X-Team: a: b"]), { "X-Team": "a: b" });
 * ```
 */
export function parseHeaders(texts: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [index, text] of texts.entries()) {
    const [, name, value = ""] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
    if (name === undefined) {
      throw new UsageError(`Cannot use "--header" number ${index + 1}: wanted "NAME: VALUE"`, {
        code: "bad_value",
        hint: 'For example --header "X-Team: evals"',
      });
    }
    headers[name] = value.trimEnd();
  }
  return headers;
}

/** A model as named on the command line. */
export interface ModelName {
  /** Kind of model. */
  readonly kind: "openai" | "gguf" | "replay" | "builtin";
  /** Name, path or file after the colon. */
  readonly rest: string;
}

/**
 * Takes a model id apart.
 *
 * @throws {UsageError} `bad_model`.
 * @example
 * ```ts
 * import { parseModelName } from "./values.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseModelName("openai:org/name:7b"), { kind: "openai", rest: "org/name:7b" });
 * ```
 */
export function parseModelName(id: string): ModelName {
  const [, kind, rest] = /^(openai|gguf|replay|builtin):([^]+)$/.exec(id) ?? [];
  if (kind === undefined || rest === undefined || (kind === "builtin" && rest !== "floor")) {
    throw new UsageError(
      `Cannot use the model "${id}": wanted openai:NAME, gguf:PATH, replay:FILE or builtin:floor`,
      {
        code: "bad_model",
        hint: /^[\w./-]+$/.test(id)
          ? `Write --model ${id.endsWith(".gguf") ? "gguf" : "openai"}:${id}`
          : "See --help",
      },
    );
  }
  return { kind: kind as ModelName["kind"], rest };
}
