/**
 * The lean way over the wire: one `fetch` per physical request, text back.
 *
 * A full client library costs 3 to 6 times the CPU of `fetch`; with 64
 * requests in flight that is what bounds a run against a fast server.
 *
 * @module
 */
import { Deadlines } from "../core/deadlines.ts";
import { ModelError } from "../core/errors.ts";
import { redactSecrets, safeUrl } from "../core/redact.ts";
import { boundedBytes, MAX_REPLY_BYTES } from "./bounded_bytes.ts";

/** One physical request. */
export interface WireRequest {
  /** `POST` when absent. */
  readonly method?: "GET" | "POST";
  /** Headers, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Covers connecting, headers and body. */
  readonly timeoutMs: number;
  /** Aborts it; the reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Values never to show in an error. */
  readonly secrets?: readonly string[];
  /** Gives the body of a success as bytes, without reading it as text. */
  readonly raw?: boolean;
}

/** Its answer, whatever the status. */
export interface WireReply {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the reply. */
  readonly headers: Headers;
  /** Whole body; empty when it came as bytes. */
  readonly text: string;
  /** Whole body, when it was asked for so. */
  readonly bytes?: Uint8Array;
}

/** Sends requests; `close` frees the connection pool. */
export interface Transport {
  (url: string, request: WireRequest): Promise<WireReply>;
  /** Frees the pool; a later request opens a new one. */
  close(): void;
}

/** Options of {@linkcode createTransport}. */
export interface TransportOptions {
  /** Stands in for `fetch`: tests, proxies, mocks. */
  readonly fetch?: typeof fetch;
  /** Clock of the deadlines; default `performance.now`. */
  readonly nowMs?: () => number;
}

/**
 * Makes a transport. Over https it keeps an HTTP/1.1 pool of its own: HTTP/2
 * would cap the requests in flight at what one connection takes.
 *
 * The transport throws a `ModelError` with `details.retryable`: `timeout`,
 * `connection_failed` (nothing came back), `connection_cut` (the body ended
 * early), `host_not_allowed` (a permission is missing). An aborted `signal`
 * throws its own reason.
 *
 * @example
 * ```ts
 * import { createTransport } from "./transport.ts";
 * import { assertEquals } from "@std/assert";
 * const send = createTransport({ fetch: () => Promise.resolve(new Response("hi")) });
 * const reply = await send("http://host/v1/x", { headers: {}, body: "{}", timeoutMs: 1000 });
 * assertEquals([reply.status, reply.text], [200, "hi"]);
 * ```
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const deadlines = new Deadlines(250, options.nowMs);
  const doFetch = options.fetch ?? fetch;
  let pool: Deno.HttpClient | undefined;
  let asked = false;

  function poolFor(url: string): Deno.HttpClient | undefined {
    if (options.fetch !== undefined || asked || !url.startsWith("https:")) return pool;
    asked = true;
    try {
      pool = Deno.createHttpClient({ http2: false });
    } catch {
      pool = undefined; // a runtime without it: the default client serves as well
    }
    return pool;
  }

  async function send(url: string, request: WireRequest): Promise<WireReply> {
    request.signal?.throwIfAborted();
    const deadline = deadlines.open(request.timeoutMs, request.signal);
    let status = 0;
    try {
      const client = poolFor(url);
      const init: RequestInit & { client?: Deno.HttpClient } = {
        method: request.method ?? "POST",
        headers: request.headers as Record<string, string>,
        signal: deadline.signal,
        redirect: "manual",
      };
      if (request.body !== undefined) init.body = request.body;
      if (client !== undefined) init.client = client;
      const response = await doFetch(url, init);
      status = response.status;
      const { headers } = response;
      const raw = request.raw && response.ok;
      // A declared length is kept to by the connection itself; without one the bytes are counted.
      const length = headers.get("content-length");
      if (options.fetch === undefined && (length === null || Number(length) > MAX_REPLY_BYTES)) {
        const bytes = await boundedBytes(response, { host: new URL(url).host, length });
        return raw
          ? { status, headers, text: "", bytes }
          : { status, headers, text: new TextDecoder().decode(bytes) };
      }
      if (raw) return { status, headers, text: "", bytes: await response.bytes() };
      return { status, headers, text: await response.text() };
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      if (error instanceof ModelError) throw error;
      throw transportError(error, { url, request, status, timedOut: deadline.timedOut });
    } finally {
      deadlines.close(deadline);
    }
  }

  return Object.assign(send, {
    close() {
      pool?.close();
      pool = undefined;
      asked = false;
    },
  });
}

function transportError(
  error: unknown,
  at: { url: string; request: WireRequest; status: number; timedOut: boolean },
): ModelError {
  const { host } = new URL(at.url);
  const shown = safeUrl(at.url);
  const details = { retryable: true, host, url: shown, ...(at.status ? { status: at.status } : {}) };
  if (at.timedOut) {
    return new ModelError(
      `Cannot get a reply from "${host}": wanted one within ${at.request.timeoutMs} ms, found ${
        at.status === 0 ? "no headers" : "headers without the whole body"
      }`,
      { code: "timeout", hint: "Raise timeoutMs, or look whether the server is busy", details },
    );
  }
  if (error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied) {
    return new ModelError(`Cannot reach "${host}": this process may not use the network there`, {
      code: "host_not_allowed",
      hint: `Allow the host: --allow-net=${host}`,
      details: { ...details, retryable: false },
    });
  }
  const reason = redactSecrets(messageOf(error).replaceAll(at.url, shown), at.request.secrets);
  return new ModelError(
    at.status === 0
      ? `Cannot reach "${host}": ${reason}`
      : `Cannot read the reply of "${host}": the connection ended early (${reason})`,
    {
      code: at.status === 0 ? "connection_failed" : "connection_cut",
      hint: "Check that the server runs and listens there",
      details,
    },
  );
}

/** Messages of an error and its causes, innermost last; the objects themselves may hold headers. */
function messageOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < 3; at = at.cause) parts.push(at.message);
  return parts.join(": ") || String(error);
}
