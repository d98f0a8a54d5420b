/**
 * What a refusal of a server means.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import { redactSecrets, visibleText } from "../core/redact.ts";
import { retryAfterMs } from "../core/retry_after.ts";
import type { WireReply } from "./transport.ts";

/** Facts of a refused request. */
export interface RefusalFacts {
  /** URL for eyes. */
  readonly shown: string;
  /** Values never to show. */
  readonly secrets: readonly string[];
}

interface ErrorBody {
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
}

const CONTEXT = /context.{0,40}(?:length|window|size)|maximum context|too many tokens|prompt is too long/i;
const OUT_OF_QUOTA = /insufficient_quota|billing|exceeded your current quota/i;

/**
 * Makes the `ModelError` of an answer whose status is not 2xx. Codes:
 * `bad_request`, `context_exceeded`, `unauthorized` (401, 403), `not_found`,
 * `rate_limited` (429), `out_of_quota`, `server_error` (408, 409, 5xx),
 * `redirected`, `refused`. `details` has `status`, `retryable`,
 * `retryAfterMs`, and the server's `serverCode` and `param` where given.
 *
 * @example
 * ```ts
 * import { serverError } from "./server_error.ts";
 * import { assertEquals } from "@std/assert";
 * const reply = { status: 429, headers: new Headers({ "retry-after": "2" }), text: "" };
 * const error = serverError(reply, { shown: "http://h/v1/completions", secrets: [] });
 * assertEquals([error.code, error.details.retryAfterMs], ["rate_limited", 2000]);
 * ```
 */
export function serverError(reply: WireReply, facts: RefusalFacts): ModelError {
  const { status } = reply;
  const body = readErrorBody(reply.text);
  const said = visibleText(redactSecrets(body.message, facts.secrets)).slice(0, 500);
  const { code, hint } = classify(status, body, reply.headers.get("location"));
  const wait = retryAfterMs(reply.headers);
  const retryable = code === "server_error" || code === "rate_limited";
  return new ModelError(
    `Cannot get a reply from "${facts.shown}": status ${status}${said && `, "${said}"`}`,
    {
      code,
      ...(hint === null ? {} : { hint }),
      details: {
        status,
        retryable,
        url: facts.shown,
        ...(wait === null || !retryable ? {} : { retryAfterMs: wait }),
        ...(body.code === null ? {} : { serverCode: body.code }),
        ...(body.param === null ? {} : { param: body.param }),
        serverMessage: said,
      },
    },
  );
}

function classify(
  status: number,
  body: ErrorBody,
  location: string | null,
): { code: string; hint: string | null } {
  if (status === 429 || status === 402) {
    return status === 402 || OUT_OF_QUOTA.test(`${body.code} ${body.message}`)
      ? { code: "out_of_quota", hint: "The account has no credit left: waiting does not help" }
      : { code: "rate_limited", hint: "Lower the concurrency, or resume later" };
  }
  if (status === 401 || status === 403) {
    return { code: "unauthorized", hint: "Check the key and that it may use this model" };
  }
  if (status === 404) {
    return {
      code: "not_found",
      hint: "Check the base URL (does it need /v1 at the end?) and the model name",
    };
  }
  if (status === 408 || status === 409 || status >= 500) return { code: "server_error", hint: null };
  if (status >= 300 && status < 400) {
    return { code: "redirected", hint: `Give the base URL it points to${location ? `: ${location}` : ""}` };
  }
  if (body.code === "context_length_exceeded" || CONTEXT.test(body.message)) {
    return {
      code: "context_exceeded",
      hint: "The prompt and the token limit do not fit the model's context",
    };
  }
  return { code: status === 400 || status === 422 ? "bad_request" : "refused", hint: null };
}

/** Reads the several shapes of error bodies; a body that is no JSON is its own message. */
function readErrorBody(text: string): ErrorBody {
  try {
    const parsed = JSON.parse(text);
    const inner = typeof parsed?.error === "object" && parsed.error !== null ? parsed.error : parsed;
    const message = inner?.message ?? parsed?.error ?? parsed?.detail ?? parsed?.message ?? "";
    return {
      message: typeof message === "string" ? message : JSON.stringify(message),
      code: typeof inner?.code === "string" ? inner.code : null,
      param: typeof inner?.param === "string" ? inner.param : null,
    };
  } catch {
    return { message: text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim(), code: null, param: null };
  }
}
