/**
 * Request headers as typed.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";

/**
 * Request headers from `NAME: VALUE` texts. The value of a bad one is never
 * quoted: it may be a key.
 *
 * @throws {UsageError} `bad_value`.
 * @example
 * ```ts
 * import { parseHeaders } from "./headers.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseHeaders(["X-Team: a: b"]), { "X-Team": "a: b" });
 * ```
 */
export function parseHeaders(texts: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [index, text] of texts.entries()) {
    const [, name, value = ""] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
    if (name === undefined) {
      throw new UsageError(`Cannot use "--header" number ${index + 1}: wanted "NAME: VALUE"`, {
        code: "bad_value",
        hint: 'For example --header "X-Team: evals"',
      });
    }
    headers[name] = value.trimEnd();
  }
  return headers;
}
