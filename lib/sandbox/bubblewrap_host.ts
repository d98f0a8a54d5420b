/**
 * What bubblewrap finds on this machine, probed by running it.
 *
 * @module
 */
import { type CgroupMaker, probeCgroup, runShell } from "./cgroup.ts";
import { findProgram } from "./find_program.ts";
import { runProcess } from "./run_process.ts";
import { userIds } from "./user_ids.ts";

/** The programs bubblewrap's backend starts, and what works here. */
export interface BubblewrapHost {
  /** Path of `bwrap`. */
  readonly bwrap: string;
  /** Such as `0.8.0`. */
  readonly version: string;
  /** Path of `prlimit`. */
  readonly prlimit: string;
  /** Path of `setpriv`, or null. */
  readonly setpriv: string | null;
  /** This is root and can become another user for each box. */
  readonly drops: boolean;
  /** Nested namespaces can be switched off. */
  readonly disableUserns: boolean;
  /** Limits by control groups, or null. */
  readonly cgroup: CgroupMaker | null;
  /** Top folders of the system, see `Layout`. */
  readonly system: Readonly<Record<string, string | null>>;
}

let known: Promise<BubblewrapHost | string> | undefined;

async function systemFolders(): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = { "/usr": null };
  for (const path of ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]) {
    const info = await Deno.lstat(path).catch(() => null);
    if (info?.isSymlink) found[path] = (await Deno.readLink(path)).replace(/^\//, "");
    else if (info?.isDirectory) found[path] = null;
  }
  return found;
}

/** The user that a box of this machine's root runs as: unlike for each box, none that exists. */
export function boxUid(): number {
  return 100_000 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 400_000_000;
}

async function probe(): Promise<BubblewrapHost | string> {
  if (Deno.build.os !== "linux") return `bubblewrap needs Linux, this is ${Deno.build.os}`;
  const [bwrap, prlimit, setpriv] = await Promise.all(["bwrap", "prlimit", "setpriv"].map(findProgram));
  if (!bwrap) return "bwrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)";
  if (!prlimit) return "prlimit is not installed (package util-linux)";
  const options = { wallMs: 10_000, outputBytes: 2_000, env: { PATH: "/usr/bin:/bin" } };
  const system = await systemFolders();
  const binds = Object.entries(system).flatMap(([path, target]) =>
    target === null ? ["--ro-bind", path, path] : ["--symlink", target, path]
  );
  const base = [
    "--unshare-all",
    "--unshare-user",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    ...binds,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--size",
    "4096",
    "--tmpfs",
    "/tmp",
  ];
  const works = async (before: string[], more: string[]): Promise<string | null> => {
    const result = await runProcess(
      [...before, bwrap, ...base, ...more, "--", prlimit, "--core=0", "true"],
      options,
    );
    return result.code === 0 ? null : result.stderr.text().trim() || `exit code ${result.code}`;
  };
  const fault = await works([], []);
  if (fault !== null) return `bwrap does not work here: ${fault}`;
  const disableUserns = await works([], ["--disable-userns"]) === null;
  const uid = String(boxUid());
  const drop = setpriv && (await userIds()).uid === 0
    ? [setpriv, `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"]
    : null;
  const drops = drop !== null && await works(drop, disableUserns ? ["--disable-userns"] : []) === null;
  const version = (await runShell('exec "$1" --version', [bwrap]) ?? "").trim().split(" ").at(-1) ?? "";
  return {
    bwrap,
    version,
    prlimit,
    setpriv: setpriv ?? null,
    drops,
    disableUserns,
    cgroup: await probeCgroup(),
    system,
  };
}

/** What this machine offers, or a sentence why bubblewrap cannot be used. Probed once a process. */
export function bubblewrapHost(): Promise<BubblewrapHost | string> {
  return known ??= probe();
}
