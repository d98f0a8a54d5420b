/**
 * Exactly the hosts a run may reach: worked out from flags and config, then
 * granted to a second process that has nothing more.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";

/** What a run needs beyond reading, writing and the environment. */
export interface RunNeeds {
  /** Hosts, `name:port` or `name`. */
  readonly hosts: readonly string[];
  /** Starts programs: a model server, a sandbox. */
  readonly run: boolean;
  /** Loads native code: a model in process. */
  readonly native: boolean;
}

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
 * import { hostOfUrl } from "./permissions.ts";
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
 * import { hostsOf } from "./permissions.ts";
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

/**
 * Whether this process lacks something the run needs.
 *
 * @example A run that needs nothing lacks nothing
 * ```ts
 * import { lacksPermission } from "./permissions.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lacksPermission({ hosts: [], run: false, native: false }), false);
 * ```
 */
export function lacksPermission(needs: RunNeeds): boolean {
  // A wildcard can be granted but not asked about; any host below it will do.
  const wanted: Deno.PermissionDescriptor[] = needs.hosts.map((host) => ({
    name: "net",
    host: host.replace(/^\*\./, "any."),
  }));
  if (needs.run) wanted.push({ name: "run" });
  if (needs.native) wanted.push({ name: "ffi" }, { name: "sys" });
  return wanted.some((descriptor) => Deno.permissions.querySync(descriptor).state !== "granted");
}

/**
 * Arguments for `deno` to run the same script with just the needed permissions.
 *
 * @example
 * ```ts
 * import { childArgs } from "./permissions.ts";
 * import { assert } from "@std/assert";
 * const args = childArgs({ hosts: ["h:1"], run: false, native: false }, "file:///x/bench.ts", ["--quiet"]);
 * assert(args.includes("--allow-net=h:1") && args.at(-1) === "--quiet");
 * ```
 */
export function childArgs(needs: RunNeeds, script: string, argv: readonly string[]): string[] {
  return [
    "run",
    "-q",
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    ...(needs.hosts.length > 0 ? [`--allow-net=${needs.hosts.join(",")}`] : []),
    ...(needs.run ? ["--allow-run"] : []),
    ...(needs.native ? ["--allow-ffi", "--allow-sys"] : []),
    script,
    ...argv,
  ];
}

/**
 * The host a permission error names, or null for any other error. Looks
 * through causes.
 *
 * @example
 * ```ts
 * import { refusedHost } from "./permissions.ts";
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
