/**
 * Replies of servers that do not end.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";

/** A reply with all log-probs of a long prompt has some megabytes; no honest one has more. */
export const MAX_REPLY_BYTES = 128 * 1024 * 1024;

/**
 * Reads a reply whose length is not known, or known to be too large, up to
 * {@linkcode MAX_REPLY_BYTES}.
 *
 * @throws {ModelError} `reply_too_large`; the rest is not read.
 *
 * @example
 * ```ts
 * import { boundedBytes } from "./bounded_bytes.ts";
 * import { assertEquals } from "@std/assert";
 * const bytes = await boundedBytes(new Response("yes"), { host: "h", length: null });
 * assertEquals(new TextDecoder().decode(bytes), "yes");
 * ```
 */
export async function boundedBytes(
  response: Response,
  from: { readonly host: string; readonly length: string | null },
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let total = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  while (from.length === null && total <= MAX_REPLY_BYTES) {
    const { value, done } = await reader.read();
    if (done) {
      const all = new Uint8Array(total);
      let at = 0;
      for (const part of parts) {
        all.set(part, at);
        at += part.length;
      }
      return all;
    }
    parts.push(value);
    total += value.length;
  }
  await reader.cancel().catch(() => {});
  throw new ModelError(
    `Cannot use the reply of "${from.host}": wanted at most ${MAX_REPLY_BYTES} bytes, found ${
      from.length ?? "more"
    }`,
    {
      code: "reply_too_large",
      hint: "Check that the base URL is that of a model server",
      details: { retryable: false, host: from.host, status: response.status },
    },
  );
}
