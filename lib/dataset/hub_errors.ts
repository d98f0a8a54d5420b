/**
 * What the hub's refusals mean, and whether asking again helps.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { retryAfterMs } from "../core/retry_after.ts";

/** A request, as far as errors tell of it. */
export interface AskedHub {
  /** Where it went. */
  readonly url: string;
  /** As whom, and for which data set. */
  readonly options: { readonly repo: string; readonly token: string | undefined };
}

/** An error, and how long to wait before asking again. */
export interface HubProblem {
  /** What to throw when it is not asked again. */
  readonly error: DataError;
  /** Milliseconds the server asks for; null: asking again would not help. */
  readonly waitMs: number | null;
}

/**
 * What a request that got no answer means.
 *
 * @example
 * ```ts
 * import { explainThrown } from "./hub_errors.ts";
 * import { assertEquals } from "@std/assert";
 * const asked = { url: "http://127.0.0.1:9/", options: { repo: "org/set", token: undefined } };
 * assertEquals(explainThrown(new TypeError("reset"), asked).error.code, "hub_unreachable");
 * ```
 */
export function explainThrown(cause: unknown, { url, options }: AskedHub): HubProblem {
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

/**
 * What an answer other than success means.
 *
 * @example
 * ```ts
 * import { explainStatus } from "./hub_errors.ts";
 * import { assertEquals } from "@std/assert";
 * const asked = { url: "http://127.0.0.1:9/", options: { repo: "org/set", token: undefined } };
 * assertEquals((await explainStatus(new Response("", { status: 403 }), asked)).error.code, "hub_gated");
 * ```
 */
export async function explainStatus(response: Response, { url, options }: AskedHub): Promise<HubProblem> {
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
