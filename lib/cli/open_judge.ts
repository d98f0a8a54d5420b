/**
 * Makes the judge a command names.
 *
 * @module
 */
import { defineJudge, type Judge } from "../reward/judge.ts";
import { openModel } from "./bench_model.ts";
import type { EndpointSettings } from "./endpoint_settings.ts";

/** Options of {@linkcode openJudge}. */
export interface OpenJudgeOptions {
  /** Looks up an environment variable. */
  readonly env: (name: string) => string | undefined;
  /** Most questions at once; default 32. */
  readonly concurrency?: number;
  /** Limit of one request, seconds. */
  readonly timeout?: number;
}

/**
 * Makes a judge from an endpoint: the chat API, no token limit, three repeats,
 * three attempts at 401 and 403. The key is read from its variable.
 *
 * @throws {UsageError} `bad_url`.
 * @throws {ModelError} when a file of a model in process cannot be used.
 * @example The floor as a judge: it never finds a verdict
 * ```ts
 * import { openJudge } from "./open_judge.ts";
 * import { parseModelName } from "./model_name.ts";
 * import { assertEquals } from "@std/assert";
 * const name = parseModelName("builtin:floor");
 * const endpoint = { id: "builtin:floor", name, baseUrl: null, apiKeyEnv: null, headers: {} };
 * assertEquals((await openJudge(endpoint, { env: () => undefined })).info.id, "builtin:floor");
 * ```
 */
export async function openJudge(endpoint: EndpointSettings, options: OpenJudgeOptions): Promise<Judge> {
  const { env, concurrency = 32, timeout } = options;
  const model = await openModel(endpoint, {
    flags: { maxRetries: 0, concurrency, ...(timeout === undefined ? {} : { timeout }) },
    env,
    api: "chat",
    frozen: false,
  });
  return defineJudge({ model, maxConcurrent: concurrency });
}
