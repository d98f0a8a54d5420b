/**
 * What every client of a server can be told.
 *
 * @module
 */
import type { ModelAuth } from "./auth.ts";

/** What every client of an endpoint can be told. */
export interface EndpointOptions {
  /** Such as `http://127.0.0.1:8000/v1`; slashes and a known route at the end are mended. */
  readonly baseUrl: string;
  /** Credentials, resolved anew for each physical request; none: no Authorization header is sent. */
  readonly auth?: ModelAuth;
  /** Headers of every request; what `auth` gives wins. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit for one physical request from connecting to the last byte; default 300,000. */
  readonly timeoutMs?: number;
  /** Stands in for `fetch`. */
  readonly fetch?: typeof fetch;
}
