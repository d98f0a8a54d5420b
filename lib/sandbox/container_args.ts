/**
 * Command lines for docker and podman. No secret is ever on one.
 *
 * @module
 */
import type { Limits } from "./limits.ts";

/** What one container is made of. */
export interface ContainerSpec {
  /** Unique name. */
  readonly name: string;
  /** Image to run. */
  readonly image: string;
  /** Labels, by which leftovers are found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Workspace on the host. */
  readonly workspace: string;
  /** Folder to start in, below the workspace. */
  readonly cwd: string;
  /** User and group id to run as. */
  readonly user: string;
  /** File with variables, `NAME=value` a line. */
  readonly envFile: string;
  /** Further host paths shown read-only: path inside by host path. */
  readonly readOnly: Readonly<Record<string, string>>;
  /** Whether standard input is given. */
  readonly stdin: boolean;
  /** Limits. */
  readonly limits: Limits;
}

/**
 * `run` of one program in a container of its own: no network, no capability, no
 * way to new privileges, read-only root, an init that reaps, a time-out inside
 * (a client that is killed stops nothing), limits on memory, swap and processes.
 *
 * @example
 * ```ts
 * import { containerArgs } from "./container_args.ts";
 * import { DEFAULT_LIMITS } from "./limits.ts";
 * import { assert } from "@std/assert";
 * const spec = {
 *   name: "n", image: "i", labels: {}, workspace: "/w", cwd: "", user: "1:1", envFile: "/e", readOnly: {},
 *   stdin: false, limits: DEFAULT_LIMITS,
 * };
 * assert(containerArgs(spec, ["true"]).join(" ").includes("--network none"));
 * ```
 */
export function containerArgs(spec: ContainerSpec, argv: readonly string[]): string[] {
  const { limits, cwd } = spec;
  const { wallMs, memoryMb, processes, diskMb } = limits;
  const size = diskMb === null ? "" : `,size=${Math.ceil(diskMb)}m`;
  return [
    ...["run", "--name", spec.name, "--init", "--network", "none", "--cap-drop", "ALL", "--read-only"],
    ...["--security-opt", "no-new-privileges", "--user", spec.user, "--hostname", "box", "--pull", "never"],
    ...Object.entries(spec.labels).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...(memoryMb === null
      ? []
      : ["--memory", `${Math.ceil(memoryMb)}m`, "--memory-swap", `${Math.ceil(memoryMb)}m`]),
    ...(processes === null ? [] : ["--pids-limit", String(processes + 2)]), // the init and the time-out
    ...(diskMb === null
      ? []
      : ["--shm-size", `${Math.ceil(diskMb)}m`, "--ulimit", `fsize=${Math.ceil(diskMb * (1 << 20))}`]),
    ...["--ulimit", "core=0", "--ulimit", "nofile=256", "--tmpfs", `/tmp:rw,nosuid,nodev${size}`],
    ...["-v", `${spec.workspace}:/work`],
    ...Object.entries(spec.readOnly).flatMap(([host, inside]) => ["-v", `${host}:${inside}:ro`]),
    ...["-w", cwd === "" ? "/work" : `/work/${cwd}`, "--env-file", spec.envFile],
    ...(spec.stdin ? ["-i"] : []),
    spec.image,
    ...(wallMs === null ? [] : ["timeout", "-s", "KILL", String(Math.ceil(wallMs / 1000 + 0.5))]),
    ...argv,
  ];
}

/**
 * The file of variables. @throws {TypeError} for a value with a line break, which such a file cannot hold.
 */
export function envFileText(env: Readonly<Record<string, string>>): string {
  return Object.entries(env).map(([name, value]) => {
    if (/[\r\n]/.test(value)) throw new TypeError(`Variable "${name}": wanted one line, found a line break`);
    return `${name}=${value}\n`;
  }).join("");
}
