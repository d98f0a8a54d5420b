/**
 * Exactly the hosts a run may reach.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";

/** Where hosts come from. */
export interface HostSources {
  /** Base URLs of models and judges. */
  readonly urls: readonly string[];
  /** True when rows come from the hub. */
  readonly hub: boolean;
  /** `HF_ENDPOINT`. */
  readonly hubEndpoint?: string | undefined;
  /** `--allow-host`. */
  readonly allowed?: readonly string[] | undefined;
}

const HUB = ["huggingface.co:443", "*.huggingface.co:443", "hf.co:443", "*.hf.co:443"];

/**
 * `name:port` of a URL.
 *
 * @throws {UsageError} `bad_url` when it is not an http or https URL.
 * @example
 * ```ts
 * import { hostOfUrl } from "./hosts.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(hostOfUrl("https://user:pw@api.example.org/v1"), "api.example.org:443");
 * assertEquals(hostOfUrl("http://[::1]:8000"), "[::1]:8000");
 * ```
 */
export function hostOfUrl(url: string): string {
  const parsed = URL.canParse(url.trim()) ? new URL(url.trim()) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === "") {
    const shown = url.replace(/\/\/[^/@]*@/, "//");
    throw new UsageError(`Cannot use the URL "${shown}": wanted http:// or https:// and a host`, {
      code: "bad_url",
      hint: "Write it like http://127.0.0.1:8000/v1",
    });
  }
  return `${parsed.hostname}:${parsed.port || (parsed.protocol === "https:" ? "443" : "80")}`;
}

/**
 * The hosts a run may reach, without repeats.
 *
 * @throws {UsageError} `bad_url`, `bad_host`.
 * @example
 * ```ts
 * import { hostsOf } from "./hosts.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(hostsOf({ urls: ["http://127.0.0.1:8000/v1"], hub: false }), ["127.0.0.1:8000"]);
 * ```
 */
export function hostsOf(sources: HostSources): string[] {
  const hub = !sources.hub
    ? []
    : sources.hubEndpoint === undefined
    ? HUB
    : [...HUB, hostOfUrl(sources.hubEndpoint)];
  const allowed = (sources.allowed ?? []).map((host) => {
    if (/^https?:\/\//.test(host)) return hostOfUrl(host);
    if (/^(?:(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(host)) {
      return host;
    }
    throw new UsageError(`Cannot use the host "${host}": wanted a name such as "mirror.example.org:443"`, {
      code: "bad_host",
      hint: "--allow-host takes host names, with a port or without",
    });
  });
  return [...new Set([...sources.urls.map(hostOfUrl), ...hub, ...allowed])];
}
