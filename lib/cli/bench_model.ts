/**
 * Makes the model a command names, with its wrappers.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import type { Model } from "../model/model.ts";
import type { BenchFlags } from "./bench_options.ts";
import type { EndpointSettings } from "./endpoint_settings.ts";

const NO_CUT = 1_000_000_000;

/** Options of {@linkcode openModel}. */
export interface OpenModelOptions {
  /** Flags that concern requests. */
  readonly flags: Pick<BenchFlags, "timeout" | "maxRetries" | "concurrency" | "maxLength">;
  /** Looks up an environment variable. */
  readonly env: (name: string) => string | undefined;
  /** Which API of a server to ask. */
  readonly api: "completions" | "chat";
  /** Parameters that must be sent as they are. */
  readonly frozen: boolean;
  /** Folder of the response cache; null for none. */
  readonly cacheDir?: string | null;
  /** Adapter for weights in process; null for none. */
  readonly adapterPath?: string | null;
}

/**
 * Makes the model an endpoint setting names; for a server with retry and a
 * rate limit that adapts.
 *
 * @throws {UsageError} `bad_url`.
 * @throws {ModelError} when a file of a model in process cannot be used.
 * @example The floor
 * ```ts
 * import { openModel } from "./bench_model.ts";
 * import { parseModelName } from "./model_name.ts";
 * import { assertEquals } from "@std/assert";
 * const name = parseModelName("builtin:floor");
 * const endpoint = { id: "builtin:floor", name, baseUrl: null, apiKeyEnv: null, headers: {} };
 * const model = await openModel(endpoint, { flags: {}, env: () => undefined, api: "chat", frozen: true });
 * assertEquals(model.info.id, "builtin:floor");
 * ```
 */
export async function openModel(endpoint: EndpointSettings, options: OpenModelOptions): Promise<Model> {
  const { kind, rest } = endpoint.name;
  if (kind === "builtin") return (await import("../model/floor_model.ts")).floorModel();
  if (kind === "replay") return (await import("../model/replay.ts")).replay(rest);
  if (kind === "gguf") {
    const adapter = typeof options.adapterPath === "string" ? { adapterPath: options.adapterPath } : {};
    return (await import("../model/gguf.ts")).gguf(rest, adapter);
  }
  const { flags, env, api, frozen } = options;
  const { staticBearer } = await import("../model/static_bearer.ts");
  const { FROZEN_PARAMETERS } = await import("../model/adaptation.ts");
  const { withRetry } = await import("../model/with_retry.ts");
  const { withRateLimit } = await import("../model/with_rate_limit.ts");
  const key = endpoint.apiKeyEnv === null ? undefined : env(endpoint.apiKeyEnv);
  const common = {
    baseUrl: endpoint.baseUrl ?? "",
    headers: endpoint.headers,
    ...(key === undefined ? {} : { auth: staticBearer(key) }),
    ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout * 1000 }),
    ...(frozen ? { frozen: FROZEN_PARAMETERS } : { onContextCut: "warn" as const }),
  };
  let client: Model;
  try {
    client = api === "chat"
      ? (await import("../model/openai_chat.ts")).openaiChat(rest, common)
      : (await import("../model/openai_completions.ts")).openaiCompletions(rest, {
        ...common,
        // A prompt the server has no room for is its error to report; nothing is cut unasked.
        maxLength: flags.maxLength ?? NO_CUT,
        rollingLength: flags.maxLength ?? 2048,
      });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message, { code: "bad_url", cause: error });
  }
  const attempts = flags.maxRetries === undefined ? {} : {
    attempts: flags.maxRetries + 1,
    rateLimitAttempts: flags.maxRetries + 1,
    timeoutAttempts: flags.maxRetries + 1,
  };
  const limit = flags.concurrency === undefined ? {} : { maxConcurrent: flags.concurrency };
  const asked = withRetry(withRateLimit(client, limit), attempts);
  if (options.cacheDir === null || options.cacheDir === undefined) return asked;
  return (await import("../model/with_cache.ts")).withCache(asked, { dir: options.cacheDir });
}

/**
 * Secret values a run knows: keys and secret headers. They are taken out of
 * everything that is written or shown.
 *
 * @example
 * ```ts
 * import { secretsOf } from "./bench_model.ts";
 * import { assertEquals } from "@std/assert";
 * const name = { kind: "openai" as const, rest: "m" };
 * const endpoint = { id: "openai:m", name, baseUrl: "http://h", apiKeyEnv: "K", headers: {} };
 * assertEquals(await secretsOf([endpoint], (key) => key === "K" ? "sk-0123456789" : undefined), ["sk-0123456789"]);
 * ```
 */
export async function secretsOf(
  endpoints: readonly (EndpointSettings | null)[],
  env: (name: string) => string | undefined,
): Promise<string[]> {
  const { secretsOfHeaders } = await import("../core/redact.ts");
  const secrets = endpoints.flatMap((endpoint) => {
    if (endpoint === null) return [];
    const key = endpoint.apiKeyEnv === null ? undefined : env(endpoint.apiKeyEnv);
    const url = endpoint.baseUrl !== null && URL.canParse(endpoint.baseUrl)
      ? new URL(endpoint.baseUrl)
      : null;
    return [key, url && decodeURIComponent(url.password), ...secretsOfHeaders(endpoint.headers)];
  });
  secrets.push(env("HF_TOKEN"));
  return [
    ...new Set(secrets.filter((secret): secret is string => typeof secret === "string" && secret !== "")),
  ];
}
