/**
 * Requests to the hub: asked again where that helps, and a clear error where it
 * does not.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { backoffMs, waitMs } from "../core/retry.ts";
import { explainStatus, explainThrown, type HubProblem } from "./hub_errors.ts";

/** How to ask. */
export interface HubFetchOptions {
  /** Name of the data set, for messages. */
  readonly repo: string;
  /** Base URL of the hub: the only place the token is sent to. */
  readonly endpoint: string;
  /** Bearer token, or undefined. */
  readonly token: string | undefined;
  /** Signal and events. */
  readonly context?: Context;
  /** Sends the requests; default the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Waits between attempts; default `waitMs`. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Attempts for one request, the first included. */
export const HUB_ATTEMPTS = 4;
const LONGEST_WAIT_MS = 60_000;

/**
 * A `fetch` that reads the whole reply, so that a connection cut in the middle
 * counts as a failed attempt. Network faults, 408, 429 and 5xx are tried four
 * times in all (the server's Retry-After is honoured up to a minute); other
 * statuses become errors at once.
 *
 * The function it gives throws a DataError: `hub_unreachable`, `hub_gated`, `hub_not_found`,
 * `hub_rate_limited`, `hub_unavailable`, `hub_refused`, `host_not_allowed`.
 *
 * @example
 * ```ts
 * import { hubFetch } from "./hub_fetch.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const ask = hubFetch({
 *   repo: "org/set",
 *   endpoint: "http://127.0.0.1:9",
 *   token: undefined,
 *   fetch: () => Promise.resolve(new Response("", { status: 403 })),
 * });
 * await assertRejects(() => ask("http://127.0.0.1:9/"), Error, "org/set");
 * ```
 */
export function hubFetch(options: HubFetchOptions): typeof fetch {
  return async (input, init) => {
    const response = await sendHub(input, init ?? {}, { ...options, whole: true });
    return response;
  };
}

/** Options of {@linkcode sendHub}. */
export interface SendOptions extends HubFetchOptions {
  /** Read the body before giving the response. */
  readonly whole: boolean;
}

/**
 * Sends one request with the attempts of {@linkcode hubFetch}. Without `whole`
 * the body is left to be streamed, and its faults are the caller's.
 *
 * @throws {DataError} as {@linkcode hubFetch}.
 *
 * @example
 * ```ts
 * import { sendHub } from "./hub_fetch.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const fetch = () => Promise.resolve(new Response("ok"));
 * const hub = { repo: "o/s", endpoint: "http://127.0.0.1:9", token: undefined, fetch };
 * const response = await sendHub("http://127.0.0.1:9/", {}, { ...hub, whole: true });
 * assertEquals(await response.text(), "ok");
 * ```
 */
export async function sendHub(
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  options: SendOptions,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const signal = options.context?.signal;
  for (let attempt = 1;; attempt++) {
    let problem: HubProblem;
    try {
      const response = await (options.fetch ?? fetch)(input, withToken(init, { url, options }));
      if (response.ok) return options.whole ? await readWhole(response, init) : response;
      problem = await explainStatus(response, { url, options });
    } catch (cause) {
      signal?.throwIfAborted();
      problem = explainThrown(cause, { url, options });
    }
    if (problem.waitMs === null || problem.waitMs > LONGEST_WAIT_MS || attempt >= HUB_ATTEMPTS) {
      throw problem.error;
    }
    const pause = Math.max(problem.waitMs, backoffMs(attempt));
    options.context?.emit?.({
      kind: "data.retry",
      repo: options.repo,
      attempt,
      waitMs: pause,
      code: problem.error.code,
    });
    await (options.wait ?? waitMs)(pause, signal);
  }
}

/** The client checks the form of a token, and a mirror's may differ: it goes in here. */
function withToken(
  init: RequestInit,
  { url, options }: { url: string; options: HubFetchOptions },
): RequestInit {
  const { token, endpoint, context } = options;
  const headers = new Headers(init.headers);
  if (token !== undefined && new URL(url).origin === new URL(endpoint).origin) {
    headers.set("authorization", `Bearer ${token}`); // fetch drops it when it is sent on to another host
  }
  return { ...init, headers, ...(context?.signal === undefined ? {} : { signal: context.signal }) };
}

async function readWhole(response: Response, init: RequestInit): Promise<Response> {
  const { status, statusText, headers } = response;
  const ignoredRange = new Headers(init.headers).has("range") && status !== 206;
  if (ignoredRange) await response.body?.cancel(); // a probe for one byte must not read a whole file
  const bytes = ignoredRange ? null : await response.bytes();
  return new Response(bytes, { status, statusText, headers });
}
