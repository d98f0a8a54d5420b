/**
 * Base URLs as people paste them.
 *
 * @module
 */
import { safeUrl } from "../core/redact.ts";

/** A base URL taken apart. */
export interface BaseUrl {
  /** Ready to be joined with `/chat/completions`: no slash at the end, no route, no user. */
  readonly url: string;
  /** Root of the server, without `/v1`: where tokenizer routes live. */
  readonly root: string;
  /** For eyes and files: key-like query values masked. */
  readonly shown: string;
  /** Query of the base URL with its `?`, put back behind each route; usually empty. */
  readonly query: string;
  /** `Basic …` from `user:password@`, or null. */
  readonly basic: string | null;
  /** Route that was stripped from the end, such as `/chat/completions`, or null: worth a warning. */
  readonly stripped: string | null;
}

const ROUTE = /\/(?:chat\/completions|completions|embeddings|models)$/;

/**
 * Reads a base URL: slashes at the end go, a known route at the end is stripped.
 *
 * @throws {TypeError} when it is not an http or https URL.
 * @example
 * ```ts
 * import { parseBaseUrl } from "./base_url.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseBaseUrl("http://h/v1/").url, "http://h/v1");
 * assertEquals(parseBaseUrl("http://h/v1/chat/completions").stripped, "/chat/completions");
 * ```
 */
export function parseBaseUrl(text: string): BaseUrl {
  const shown = typeof text === "string" ? safeUrl(text) : String(text);
  let parsed: URL;
  try {
    parsed = new URL(text.trim());
  } catch {
    throw new TypeError(`Cannot use base URL "${shown}": wanted something like "http://127.0.0.1:8000/v1"`);
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new TypeError(`Cannot use base URL "${shown}": wanted http or https, found "${parsed.protocol}"`);
  }
  const user = decodeURIComponent(parsed.username);
  const password = decodeURIComponent(parsed.password);
  const path = parsed.pathname.replace(/\/+$/, "").replace(/\/{2,}/g, "/");
  const stripped = ROUTE.exec(path)?.[0] ?? null;
  const kept = (stripped === null ? path : path.slice(0, -stripped.length)).replace(/\/+$/, "");
  const url = parsed.origin + kept;
  return {
    url,
    root: url.replace(/\/v\d+$/, ""),
    shown: safeUrl(url + parsed.search),
    query: parsed.search,
    basic: user === "" && password === ""
      ? null
      : "Basic " + new TextEncoder().encode(`${user}:${password}`).toBase64(),
    stripped,
  };
}
