/**
 * Arguments of bubblewrap: what a program inside can see.
 *
 * @module
 */
import type { Limits, MemoryRlimit } from "./limits.ts";

/** What is laid out inside. */
export interface Layout {
  /** Real path of the workspace on the host. */
  readonly workspace: string;
  /** `keep`: the workspace itself, writable. `fresh`: a copy in memory for each program, its changes are lost. */
  readonly files: "fresh" | "keep";
  /** Folder with `passwd`, `group` and `hosts`. */
  readonly etc: string;
  /** Top folders of the host's system: a link's target, or null for a real folder. */
  readonly system: Readonly<Record<string, string | null>>;
  /** Further host paths shown read-only: path inside by host path. */
  readonly readOnly: Readonly<Record<string, string>>;
  /** Further host paths shown writable, in the same form. */
  readonly writable?: Readonly<Record<string, string>>;
  /** Whether nested user namespaces can be switched off (bubblewrap 0.8). */
  readonly disableUserns: boolean;
}

/** The variables every program gets; nothing comes from the host. */
export const GUEST_ENV: Readonly<Record<string, string>> = {
  HOME: "/tmp",
  LANG: "C.UTF-8",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  TMPDIR: "/tmp",
  TZ: "UTC",
};

function tmpfs(path: string, diskMb: number | null): string[] {
  return [...(diskMb === null ? [] : ["--size", String(Math.ceil(diskMb * (1 << 20)))]), "--tmpfs", path];
}

/**
 * The list for bubblewrap's `--args`: own user, pid, network, mount, ipc, uts
 * and cgroup namespaces, no capabilities, no nested namespaces, a read-only
 * root, temporary folders of limited size, an environment from nothing.
 *
 * @example The network is always its own
 * ```ts
 * import { bubblewrapArgs } from "./bubblewrap_args.ts";
 * import { DEFAULT_LIMITS } from "./limits.ts";
 * import { assert } from "@std/assert";
 * const layout = {
 *   workspace: "/tmp/w", files: "keep", etc: "/tmp/e", system: { "/usr": null }, readOnly: {}, disableUserns: true,
 * } as const;
 * assert(bubblewrapArgs(layout, DEFAULT_LIMITS, { env: {}, cwd: "" }).includes("--unshare-net"));
 * ```
 */
export function bubblewrapArgs(
  layout: Layout,
  limits: Limits,
  start: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): string[] {
  const args = [
    ...["user", "pid", "net", "ipc", "uts"].map((kind) => `--unshare-${kind}`),
    "--unshare-cgroup-try",
    ...(layout.disableUserns ? ["--disable-userns"] : []),
    ...["--uid", "65534", "--gid", "65534", "--hostname", "box"],
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
  ];
  for (const [path, target] of Object.entries(layout.system)) {
    if (target === null) args.push("--ro-bind", path, path);
    else args.push("--symlink", target, path);
  }
  args.push("--proc", "/proc", "--dev", "/dev", "--dir", "/etc");
  for (const name of ["passwd", "group", "hosts", "resolv.conf"]) {
    args.push("--ro-bind", `${layout.etc}/${name}`, `/etc/${name}`);
  }
  for (const path of ["alternatives", "ld.so.cache", "ssl/certs", "localtime"]) {
    args.push("--ro-bind-try", `/etc/${path}`, `/etc/${path}`);
  }
  args.push(...tmpfs("/tmp", limits.diskMb), ...tmpfs("/dev/shm", limits.diskMb));
  if (layout.files === "keep") args.push("--bind", layout.workspace, "/work");
  else args.push("--ro-bind", layout.workspace, "/room", ...tmpfs("/work", limits.diskMb));
  for (const [host, inside] of Object.entries(layout.readOnly)) args.push("--ro-bind", host, inside);
  for (const [host, inside] of Object.entries(layout.writable ?? {})) args.push("--bind", host, inside);
  // Process 1 is bubblewrap itself, of the same user: who writes its memory outlives the sandbox.
  args.push("--tmpfs", "/proc/1");
  // All are memory without a size of their own.
  for (const path of ["/proc/1", "/dev", "/"]) args.push("--remount-ro", path);
  for (const [name, value] of Object.entries({ ...GUEST_ENV, ...start.env })) {
    args.push("--setenv", name, value);
  }
  const base = layout.files === "keep" ? "/work" : "/";
  args.push("--chdir", layout.files === "keep" && start.cwd !== "" ? `${base}/${start.cwd}` : base);
  return args;
}

/** The `prlimit` command in front of a program: limits that hold for each process. */
export function prlimitArgs(prlimit: string, limits: Limits, memory: MemoryRlimit = "as"): string[] {
  const { memoryMb, processes, diskMb, cpuMs } = limits;
  const args = ["--core=0", "--nofile=256"];
  if (memoryMb !== null && memory !== "none") args.push(`--${memory}=${Math.ceil(memoryMb * (1 << 20))}`);
  if (processes !== null) args.push(`--nproc=${Math.ceil(processes)}`);
  if (diskMb !== null) args.push(`--fsize=${Math.ceil(diskMb * (1 << 20))}`);
  if (cpuMs !== null) args.push(`--cpu=${Math.ceil(cpuMs / 1000)}:${Math.ceil(cpuMs / 1000) + 1}`);
  return [prlimit, ...args, "--"];
}
