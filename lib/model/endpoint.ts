/**
 * One model behind one base URL: the part both OpenAI-style clients share.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import { replaceSecrets, secretForms, secretsOfHeaders } from "../core/redact.ts";
import { durationMs } from "../core/retry_after.ts";
import { type BaseUrl, parseBaseUrl } from "./base_url.ts";
import type { EndpointOptions } from "./endpoint_options.ts";
import { serverError } from "./server_error.ts";
import { createTransport, type Transport, type WireReply } from "./transport.ts";

/** A parsed reply with what the wire said beside it. */
export interface EndpointReply {
  /** Parsed JSON, an object. */
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  /** Text it was parsed from, cleared of secrets. */
  readonly text: string;
  /** From sending to parsed, milliseconds. */
  readonly latencyMs: number;
  /** Value of the `server` header. */
  readonly server: string | null;
}

/** A reply as it came. */
export interface RawReply extends Pick<EndpointReply, "latencyMs" | "server"> {
  /** The body. Nothing of it may be shown: it may say a secret back. */
  readonly bytes: Uint8Array;
  /** A part of the body (as `slice` takes it) as text, cleared of secrets. */
  text(from?: number, to?: number): string;
}

/** Asks one endpoint; made by {@linkcode openEndpoint}. */
export interface Endpoint {
  /** Name of the model. */
  readonly model: string;
  /** Base URL taken apart. */
  readonly base: BaseUrl;
  /** POSTs a JSON text to a route below the base URL, or GETs when there is none, and parses. */
  ask(route: string, body: string | null, options?: AskOptions): Promise<EndpointReply>;
  /** The same without reading the body, for replies of which little is wanted. */
  askRaw(route: string, body: string | null, options?: AskOptions): Promise<RawReply>;
  /** Headers of the next physical request, credentials included. */
  headers(context?: Context): Promise<Record<string, string>>;
  /** Frees connections. */
  close(): void;
}

/** Options of `ask`. */
export interface AskOptions {
  /** Circumstances of the call. */
  readonly context?: Context | undefined;
  /** Route is below the server's root, not below the base URL. */
  readonly root?: boolean;
}

/**
 * Opens an endpoint. It holds no key: `auth` is asked before each physical
 * request, and what comes back is cleared of the values that were sent.
 *
 * @throws {TypeError} for a base URL that is none, or an empty model name.
 * @example
 * ```ts
 * import { openEndpoint } from "./endpoint.ts";
 * import { assertEquals } from "@std/assert";
 * const fetch = () => Promise.resolve(Response.json({ ok: true }));
 * const endpoint = openEndpoint("m", { baseUrl: "http://h/v1/", fetch });
 * assertEquals((await endpoint.ask("/completions", "{}")).json, { ok: true });
 * ```
 */
export function openEndpoint(model: string, options: EndpointOptions): Endpoint {
  if (typeof model !== "string" || model === "") throw new TypeError("Cannot open a model: wanted a name");
  const base = parseBaseUrl(options.baseUrl);
  const timeoutMs = options.timeoutMs ?? 300_000;
  if (!(timeoutMs > 0)) throw new RangeError(`Cannot use timeoutMs ${timeoutMs}: wanted a number above 0`);
  const transport: Transport = createTransport(options.fetch === undefined ? {} : { fetch: options.fetch });
  const fixed: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (base.basic !== null) fixed.authorization = base.basic;
  for (const [name, value] of Object.entries(options.headers ?? {})) fixed[name.toLowerCase()] = value;
  // A server may say the password of the URL back, in plain.
  const passwords = base.basic === null ? [] : [passwordOf(base.basic)];
  let secretsFor = "";
  let secrets: string[] = [];
  let forms: string[] = [];
  let warned = base.stripped === null;
  const shownUrls = new Map<string, string>();
  const keyPrefix = crypto.randomUUID();
  let sent = 0;

  async function headers(context?: Context): Promise<Record<string, string>> {
    const all = { ...fixed };
    if (options.auth !== undefined) {
      const given = await options.auth.headersForRequest({
        baseUrl: base.url,
        model,
        rolloutId: context?.unitId ?? "",
      });
      for (const [name, value] of Object.entries(given)) all[name.toLowerCase()] = value;
    }
    const stamp = Object.values(all).join("\n");
    if (stamp !== secretsFor) {
      secretsFor = stamp;
      secrets = [...secretsOfHeaders(all), ...passwords];
      forms = secretForms(secrets);
    }
    return all;
  }

  /** The URL for eyes; made once a route. */
  function shownUrl(route: string, root: boolean | undefined): string {
    const key = root ? `/${route}` : route;
    let url = shownUrls.get(key);
    if (url === undefined) {
      const start = root ? base.shown.replace(/\/v\d+(?=$|\?)/, "") : base.shown;
      shownUrls.set(key, url = start.replace(/\/?(?=\?|$)/, route));
    }
    return url;
  }

  async function send(
    route: string,
    body: string | null,
    how: AskOptions & { readonly raw?: boolean },
  ): Promise<Sent> {
    const { context } = how;
    if (!warned) {
      warned = true;
      const message = `The base URL ended in "${base.stripped}", which was dropped`;
      context?.emit?.({ kind: "warning", code: "base_url_route", message, url: base.shown });
    }
    const nowMs = context?.nowMs ?? now;
    const url = (how.root ? base.root : base.url) + route + base.query;
    const all = options.auth === undefined && secretsFor !== "" ? { ...fixed } : await headers(context);
    // Deno resends a request by itself when a kept connection dies: the key lets a server know it.
    if (body !== null) all["idempotency-key"] = `${keyPrefix}-${sent++}`;
    const hide = secrets;
    const forbidden = forms;
    const startMs = nowMs();
    const reply = await transport(url, {
      method: body === null ? "GET" : "POST",
      headers: all,
      body: body ?? undefined,
      timeoutMs,
      signal: context?.signal,
      secrets: hide,
      raw: how.raw === true,
    });
    const shown = shownUrl(route, how.root);
    if (reply.status < 200 || reply.status > 299) throw serverError(reply, { shown, secrets: hide });
    announceLimits(reply.headers, context);
    const latencyMs = Math.max(0, nowMs() - startMs);
    return { reply, shown, hide, forbidden, latencyMs, server: reply.headers.get("server") };
  }

  async function ask(route: string, body: string | null, how: AskOptions = {}): Promise<EndpointReply> {
    const sent = await send(route, body, how);
    const { reply, shown, latencyMs, server } = sent;
    const text = clear(reply.text, sent);
    return { json: parseReply(text, shown), text, latencyMs, server };
  }

  async function askRaw(route: string, body: string | null, how: AskOptions = {}): Promise<RawReply> {
    const sent = await send(route, body, { ...how, raw: true });
    const { reply, latencyMs, server } = sent;
    const bytes = reply.bytes ?? new Uint8Array();
    const text = (from = 0, to?: number): string => clear(decoder.decode(bytes.subarray(from, to)), sent);
    return { bytes, text, latencyMs, server };
  }

  return { model, base, ask, askRaw, headers, close: () => transport.close() };
}

/** A successful reply that nobody has read yet. */
interface Sent {
  readonly reply: WireReply;
  readonly shown: string;
  /** What was sent in secret. */
  readonly hide: readonly string[];
  /** The forms in which it may come back. */
  readonly forbidden: readonly string[];
  readonly latencyMs: number;
  readonly server: string | null;
}

/** Clears a text of what was sent in secret. */
function clear(text: string, { hide, forbidden }: Sent): string {
  for (const form of forbidden) if (text.includes(form)) return replaceSecrets(text, hide);
  return text;
}

const decoder = new TextDecoder();
const now = (): number => performance.now();

/** Tells wrappers (through events) how much of the quota is left. */
function announceLimits(headers: Headers, context: Context | undefined): void {
  if (context?.emit === undefined) return;
  const remaining = headers.get("x-ratelimit-remaining-requests");
  if (remaining === null) return;
  const reset = headers.get("x-ratelimit-reset-requests");
  if (reset === null) return;
  const resetMs = durationMs(reset);
  if (resetMs !== null && /^\d+$/.test(remaining)) {
    context.emit({ kind: "model.quota", remaining: Number(remaining), resetMs });
  }
}

/** Parses a reply that must be a JSON object. */
export function parseReply(text: string, shown: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw badReply(shown, `JSON, found "${text.slice(0, 80)}"`, { cause, code: "bad_json", retryable: true });
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw badReply(shown, "a JSON object", { code: "bad_reply" });
  }
  const { error } = json as { error?: { message?: unknown } | string | null };
  if (error !== undefined && error !== null) {
    const message = typeof error === "string" ? error : String(error.message ?? JSON.stringify(error));
    throw badReply(shown, `a reply, found the error "${message.slice(0, 300)}"`, { code: "error_in_reply" });
  }
  return json as Record<string, unknown>;
}

/** The error of a server that answered 200 with something else than it promised. */
export function badReply(
  shown: string,
  wanted: string,
  options: { code: string; cause?: unknown; retryable?: boolean; hint?: string },
): ModelError {
  return new ModelError(`Cannot use the reply of "${shown}": wanted ${wanted}`, {
    code: options.code,
    ...(options.cause === undefined ? {} : { cause: options.cause }),
    ...(options.hint === undefined ? {} : { hint: options.hint }),
    details: { url: shown, retryable: options.retryable ?? false },
  });
}

/** Password in a `Basic …` header. */
function passwordOf(basic: string): string {
  const pair = new TextDecoder().decode(Uint8Array.fromBase64(basic.replace(/^Basic\s+/, "")));
  return pair.slice(pair.indexOf(":") + 1);
}
