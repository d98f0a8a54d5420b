/**
 * Credentials that are one fixed token.
 *
 * @module
 */
import type { ModelAuth } from "./auth.ts";

const INSPECT = Symbol.for("Deno.customInspect");
const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * A fixed bearer token. The token shows in no text form of the object: not in
 * `Deno.inspect`, not in JSON, not in `String(…)`.
 *
 * @example
 * ```ts
 * import { StaticBearerAuth } from "./static_bearer.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(JSON.stringify(new StaticBearerAuth("abc")), '{"type":"static_bearer","token":"***"}');
 * ```
 */
export class StaticBearerAuth implements ModelAuth {
  readonly #token: string;

  /**
   * Keeps the token; leading or trailing space is kept as it is.
   * @throws {TypeError} when `token` is not a non-empty string.
   */
  constructor(token: string) {
    if (typeof token !== "string" || token === "") {
      throw new TypeError("Cannot make a bearer auth: wanted a non-empty token");
    }
    this.#token = token;
  }

  /** `Authorization: Bearer …`. */
  headersForRequest(): Readonly<Record<string, string>> {
    return { Authorization: `Bearer ${this.#token}` };
  }

  /** The object without its token. */
  toJSON(): Record<string, string> {
    return { type: "static_bearer", token: "***" };
  }

  /** The object without its token. */
  [INSPECT](): string {
    return 'StaticBearerAuth("***")';
  }

  /** The object without its token. */
  [NODE_INSPECT](): string {
    return 'StaticBearerAuth("***")';
  }
}

/**
 * Short for `new StaticBearerAuth(token)`.
 *
 * @throws {TypeError} when `token` is not a non-empty string.
 * @example
 * ```ts
 * import { staticBearer } from "./static_bearer.ts";
 * import { assert } from "@std/assert";
 * assert(!Deno.inspect(staticBearer("abc-secret")).includes("abc-secret"));
 * ```
 */
export function staticBearer(token: string): StaticBearerAuth {
  return new StaticBearerAuth(token);
}
