/**
 * The host behind a permission error.
 *
 * @module
 */

/**
 * The host a permission error names, or null for any other error. Looks
 * through causes.
 *
 * @example
 * ```ts
 * import { refusedHost } from "./refused_host.ts";
 * import { assertEquals } from "@std/assert";
 * const error = new Deno.errors.NotCapable('Requires net access to "h:443", run again with the --allow-net flag');
 * assertEquals(refusedHost(new Error("fetch failed", { cause: error })), "h:443");
 * ```
 */
export function refusedHost(error: unknown): string | null {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < 8; depth++) {
    const host = /Requires net access to "([^"]+)"/.exec(at.message)?.[1] ??
      /^Cannot reach "([^"]+)": this process may not use the network/.exec(at.message)?.[1];
    if (host !== undefined) return host;
    at = at.cause;
  }
  return null;
}
