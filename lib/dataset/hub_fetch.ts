/**
 * Requests to the hub: asked again where that helps, and a clear error where it
 * does not.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { DataError } from "../core/errors.ts";
import { backoffMs, retryAfterMs, waitMs } from "../core/retry.ts";

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
    let problem: { error: DataError; waitMs: number | null };
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
function withToken(init: RequestInit, { url, options }: Asked): RequestInit {
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

interface Asked {
  readonly url: string;
  readonly options: HubFetchOptions;
}

/** `waitMs` null: asking again would not help. */
type Problem = { error: DataError; waitMs: number | null };

function explainThrown(cause: unknown, { url, options }: Asked): Problem {
  const host = new URL(url).host;
  const details = { repo: options.repo, host };
  if (cause instanceof Deno.errors.NotCapable) {
    const error = new DataError(
      `Cannot read the hub data set "${options.repo}": no permission to reach "${host}"`,
      {
        code: "host_not_allowed",
        hint: `Allow the host: --allow-host ${host}`,
        cause,
        details,
      },
    );
    return { error, waitMs: null };
  }
  const why = cause instanceof Error ? cause.message : String(cause);
  const error = new DataError(`Cannot reach the hub at "${host}" for "${options.repo}": ${why}`, {
    code: "hub_unreachable",
    hint: "Check the network or HF_ENDPOINT; data fetched before is read offline; or use --source local",
    cause,
    details,
  });
  return { error, waitMs: 0 };
}

async function explainStatus(response: Response, { url, options }: Asked): Promise<Problem> {
  const { status } = response;
  const said = response.headers.get("x-error-code");
  const text = (response.headers.get("x-error-message") ?? await response.text().catch(() => "")).slice(
    0,
    200,
  );
  await response.body?.cancel().catch(() => {});
  const { repo } = options;
  const make = (code: string, message: string, hint: string): DataError =>
    new DataError(message, {
      code,
      hint,
      details: { repo, status, url: url.split("?")[0], said: said ?? text },
    });
  if (status === 429) {
    const asked = retryAfterMs(response.headers);
    const when = asked === null ? "" : `, to be asked again in ${Math.ceil(asked / 1000)} s`;
    const hint = options.token !== undefined
      ? "Wait, then run again"
      : "Wait, or set HF_TOKEN for a higher limit";
    return {
      error: make("hub_rate_limited", `Cannot read "${repo}": the hub limits requests (429)${when}`, hint),
      waitMs: asked ?? 0,
    };
  }
  if (status === 408 || status >= 500) {
    const error = make(
      "hub_unavailable",
      `Cannot read "${repo}": the hub answered ${status}`,
      "Try again later",
    );
    return { error, waitMs: retryAfterMs(response.headers) ?? 0 };
  }
  if (status === 404 || (status === 401 && /RepoNotFound/i.test(said ?? ""))) {
    const what = said === "RevisionNotFound"
      ? "a revision that exists"
      : said === "EntryNotFound"
      ? "a file that exists"
      : "a data set that exists";
    const hint = options.token !== undefined
      ? "Check the name and the revision"
      : "Check the name; a private data set needs HF_TOKEN";
    return {
      error: make(
        "hub_not_found",
        `Cannot read "${repo}" from the hub: wanted ${what}, found none (${status})`,
        hint,
      ),
      waitMs: null,
    };
  }
  if (status === 401 || status === 403) {
    const hint = options.token !== undefined
      ? `Accept the terms on the page of "${repo}" with the account of your token, or use another token`
      : `Accept the terms on the page of "${repo}", then set HF_TOKEN`;
    return {
      error: make("hub_gated", `Cannot read "${repo}": access is restricted (${status})`, hint),
      waitMs: null,
    };
  }
  return {
    error: make(
      "hub_refused",
      `Cannot read "${repo}": the hub answered ${status}: ${text}`,
      "Check the name",
    ),
    waitMs: null,
  };
}
