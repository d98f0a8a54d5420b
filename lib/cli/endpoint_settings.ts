/**
 * Which endpoint a command names, and how to get in.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { type ModelName, parseModelName } from "./model_name.ts";

/** An endpoint and how to get in; the key itself is read when the model is made. */
export interface EndpointSettings {
  /** Model id as typed, such as `openai:NAME`. */
  readonly id: string;
  /** The id taken apart. */
  readonly name: ModelName;
  /** Base URL; null for models in process. */
  readonly baseUrl: string | null;
  /** Variable that holds the key; null when none is to be sent. */
  readonly apiKeyEnv: string | null;
  /** Extra request headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where the parts of an endpoint come from. */
export interface EndpointInput {
  /** Flag or config. */
  readonly baseUrl: string | undefined;
  /** Flag. */
  readonly apiKeyEnv: string | undefined;
  /** Parsed flags. */
  readonly headers: Readonly<Record<string, string>>;
  /** Looks up an environment variable. */
  readonly env: (name: string) => string | undefined;
  /** `judge-` for the judge's flags. */
  readonly what: string;
}

/**
 * Works out and checks an endpoint.
 *
 * @throws {UsageError} `bad_model`, `no_key`; `no_endpoint` without a URL and without a key.
 * @example
 * ```ts
 * import { endpointSettings } from "./endpoint_settings.ts";
 * import { assertEquals } from "@std/assert";
 * const input = { baseUrl: undefined, apiKeyEnv: undefined, headers: {}, env: (name: string) => name.endsWith("KEY") ? "k" : undefined, what: "" };
 * assertEquals(endpointSettings("openai:m", input).baseUrl, "https://api.openai.com/v1");
 * ```
 */
export function endpointSettings(id: string, input: EndpointInput): EndpointSettings {
  const name = parseModelName(id);
  const { apiKeyEnv, headers, env, what } = input;
  if (name.kind !== "openai") {
    const stray = input.baseUrl !== undefined
      ? "base-url"
      : apiKeyEnv !== undefined
      ? "api-key-env"
      : undefined;
    if (stray !== undefined) {
      throw usageError(
        `Cannot use "--${what}${stray}" with the model "${id}": it has no endpoint`,
        "bad_model",
        `Name the model, such as --${what}model openai:NAME`,
      );
    }
    return { id, name, baseUrl: null, apiKeyEnv: null, headers };
  }
  if (apiKeyEnv !== undefined && env(apiKeyEnv) === undefined) {
    throw usageError(
      `Cannot use "--${what}api-key-env ${apiKeyEnv}": there is no such variable, or it is empty`,
      "no_key",
      `Export ${apiKeyEnv}, or write it into .env`,
    );
  }
  const keyName = apiKeyEnv ?? (env("OPENAI_API_KEY") ? "OPENAI_API_KEY" : null);
  const named = input.baseUrl ?? env("OPENAI_BASE_URL");
  // The public service answers nobody without a key: a server of one's own was meant.
  if (named === undefined && keyName === null && Object.keys(headers).length === 0) {
    throw usageError(
      `Cannot ask "${id}": wanted --${what}base-url URL, or a key for api.openai.com, found neither`,
      "no_endpoint",
      `Add --${what}base-url http://127.0.0.1:8000/v1, or export OPENAI_API_KEY`,
    );
  }
  return { id, name, baseUrl: named ?? "https://api.openai.com/v1", apiKeyEnv: keyName, headers };
}

/**
 * A usage error in one line.
 *
 * @example
 * ```ts
 * import { usageError } from "./endpoint_settings.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(usageError("Cannot", "bad_value", "Do").hint, "Do");
 * ```
 */
export function usageError(message: string, code: string, hint: string): UsageError {
  return new UsageError(message, { code, hint });
}
