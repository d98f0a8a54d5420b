/**
 * The command line of a Deno that may do nothing.
 *
 * @module
 */
import { pathParts } from "./room.ts";

/** What the child may reach. */
export interface DenoGrants {
  /** Path of the workspace as the child sees it. */
  readonly workspace: string;
  /** Hosts as `name:port`; none closes the network. */
  readonly hosts: readonly string[];
  /** Largest JavaScript heap in MiB; null for Deno's own. */
  readonly heapMb: number | null;
}

/**
 * Flags that close everything but the workspace. `--no-prompt` alone would not:
 * npm packages and a list of default hosts for imports need no permission.
 *
 * @example
 * ```ts
 * import { denoFlags } from "./deno_flags.ts";
 * import { assert } from "@std/assert";
 * const flags = denoFlags({ workspace: "/work", hosts: [], heapMb: 256 });
 * assert(flags.includes("--no-npm") && flags.includes("--deny-net"));
 * ```
 */
export function denoFlags(grants: DenoGrants): string[] {
  const { workspace, hosts, heapMb } = grants;
  return [
    ...["--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"],
    ...["--deny-import", "--deny-env", "--deny-run", "--deny-ffi", "--deny-sys"],
    hosts.length === 0 ? "--deny-net" : `--allow-net=${hosts.join(",")}`,
    `--allow-read=${workspace}`,
    `--allow-write=${workspace}`,
    ...(heapMb === null ? [] : [`--v8-flags=--max-old-space-size=${Math.ceil(heapMb)}`]),
  ];
}

/** A program for the child: a file of the workspace, or code. */
export interface DenoProgram {
  /** File below the workspace, or null for code. */
  readonly file: string | null;
  /** The code, when there is no file. */
  readonly code: string;
  /** Arguments of the program. */
  readonly args: readonly string[];
}

/**
 * Reads `deno [run] FILE ARGS` or `deno eval CODE ARGS`. A flag in front of the
 * program is not passed on, since it could open what is closed: it refuses all.
 *
 * @returns The program, or a sentence why it is refused.
 * @example
 * ```ts
 * import { readDenoArgv } from "./deno_flags.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readDenoArgv(["deno", "run", "a.ts", "-x"]), { file: "a.ts", code: "", args: ["-x"] });
 * assertEquals(typeof readDenoArgv(["deno", "run", "-A", "a.ts"]), "string");
 * ```
 */
export function readDenoArgv(argv: readonly string[]): DenoProgram | string {
  const [name, ...rest] = argv;
  if (name !== "deno") {
    return `Cannot run "${name}": the sandbox "deno" runs \`deno run FILE\` and \`deno eval CODE\``;
  }
  const verb = rest[0] === "run" || rest[0] === "eval" ? rest.shift() : "run";
  const [what, ...args] = rest;
  if (what === undefined) return "Cannot run deno: no program is named";
  if (verb === "eval") return { file: null, code: what, args };
  if (what.startsWith("-")) {
    return `Cannot run deno with the flag "${what}": the sandbox sets all flags itself`;
  }
  try {
    return { file: pathParts(what).join("/"), code: "", args };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
