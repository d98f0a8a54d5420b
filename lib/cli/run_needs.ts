/**
 * What a run needs of its process, and how a process gets it.
 *
 * @module
 */

/** What a run needs beyond reading, writing and the environment. */
export interface RunNeeds {
  /** Hosts, `name:port` or `name`. */
  readonly hosts: readonly string[];
  /** Starts programs of any name: a model server. */
  readonly run: boolean;
  /** Programs it starts when it starts no others: those of the sandboxes. */
  readonly programs?: readonly string[];
  /** Loads native code: a model in process. */
  readonly native: boolean;
}

/**
 * Whether this process lacks something the run needs.
 *
 * @example A run that needs nothing lacks nothing
 * ```ts
 * import { lacksPermission } from "./run_needs.ts";
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
  for (const command of needs.programs ?? []) wanted.push({ name: "run", command });
  if (needs.native) wanted.push({ name: "ffi" }, { name: "sys" });
  return wanted.some((descriptor) => Deno.permissions.querySync(descriptor).state !== "granted");
}

/**
 * Arguments for `deno` to run the same script with just the needed permissions.
 *
 * @example
 * ```ts
 * import { childArgs } from "./run_needs.ts";
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
    ...(needs.run
      ? ["--allow-run"]
      : needs.programs !== undefined && needs.programs.length > 0
      ? [`--allow-run=${needs.programs.join(",")}`]
      : []),
    ...(needs.native ? ["--allow-ffi", "--allow-sys"] : []),
    script,
    ...argv,
  ];
}
