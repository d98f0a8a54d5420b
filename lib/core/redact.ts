/**
 * Keeps secrets and control codes out of what people and files see.
 *
 * @module
 */

/** Secrets shorter than this are placeholders ("EMPTY", "none"), not worth mangling text for. */
const SHORTEST = 8;
const MASK = "***";
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SECRET_NAME = /auth|key|token|secret|cookie|password|signature|credential/i;
const KEY_SHAPE = /\b(?:sk|pk|rk|hf|gsk|xai|ghp|gho|glpat)[-_][A-Za-z0-9_-]{16,}|\bBearer\s+[^\s"',;]{8,}/g;

/** Whether a header or query name usually carries a secret. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * The values of headers that must never be shown: what follows the scheme of
 * `authorization`, and the whole value of every header named like a key.
 * Values shorter than 8 characters are placeholders and left out.
 *
 * @example
 * ```ts
 * import { secretsOfHeaders } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(secretsOfHeaders({ Authorization: "Bearer abcdefgh", accept: "text/plain" }), ["abcdefgh"]);
 * ```
 */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!isSecretName(name)) continue;
    const bare = value.replace(/^(?:Bearer|Basic|Token|ApiKey)\s+/i, "");
    if (bare.length >= SHORTEST) found.push(bare);
  }
  return found;
}

/**
 * Replaces every given secret (also its base64, URL-encoded and JSON-escaped
 * form) and everything shaped like a known kind of API key by `***`.
 *
 * @example
 * ```ts
 * import { redactSecrets } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(redactSecrets("key abc/defgh1 refused", ["abc/defgh1"]), "key *** refused");
 * ```
 */
export function redactSecrets(text: string, secrets: readonly string[] = []): string {
  return replaceSecrets(text, secrets).replace(KEY_SHAPE, MASK);
}

/**
 * Replaces only the given secrets, nothing that merely looks like one: for
 * replies of models, which must otherwise stay as they are.
 *
 * @example
 * ```ts
 * import { replaceSecrets } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(replaceSecrets("abcdefgh", ["abcdefgh"]), "***");
 * ```
 */
export function replaceSecrets(text: string, secrets: readonly string[]): string {
  for (const form of secretForms(secrets)) {
    if (text.includes(form)) text = text.replaceAll(form, MASK);
  }
  return text;
}

/**
 * The forms under which secrets turn up in texts: plain, base64, URL-encoded,
 * JSON-escaped. For callers that look at many texts and keep the list.
 *
 * @example
 * ```ts
 * import { secretForms } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(secretForms(["abcdefgh"]), ["abcdefgh", "YWJjZGVmZ2g"]);
 * ```
 */
export function secretForms(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.length >= SHORTEST).flatMap((secret) => {
    const base64 = new TextEncoder().encode(secret).toBase64().replace(/=+$/, "");
    return [...new Set([secret, base64, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])];
  });
}

/**
 * A URL as it may be shown: without user and password, and with the values of
 * key-like query parameters masked. Text that is no URL comes back redacted.
 *
 * @example
 * ```ts
 * import { safeUrl } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(safeUrl("http://me:pw@host/v1?api_key=1&x=2"), "http://host/v1?api_key=***&x=2");
 * ```
 */
export function safeUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return redactSecrets(url.replace(/\/\/[^/@\s]*@/, "//"));
  }
  parsed.username = "";
  parsed.password = "";
  const query = parsed.search.replace(
    /([?&])([^=&]*)=([^&]*)/g,
    (all, mark: string, name: string) =>
      isSecretName(name) || /^sig$/i.test(name) ? `${mark}${name}=${MASK}` : all,
  );
  return parsed.origin === "null" ? redactSecrets(url) : parsed.origin + parsed.pathname + query;
}

/**
 * Text of a model, agent or server as it may be printed on a terminal or in a
 * log: control characters except line feed and tab, and the marks that reorder
 * text, become visible escapes such as `\u001b`.
 *
 * @example
 * ```ts
 * import { visibleText } from "./redact.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(visibleText("ok\u001b[2K"), "ok\\u001b[2K");
 * ```
 */
export function visibleText(text: string): string {
  return text.replace(CONTROL, (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"));
}
