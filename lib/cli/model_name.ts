/**
 * Model ids as typed.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";

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
 * import { parseModelName } from "./model_name.ts";
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
