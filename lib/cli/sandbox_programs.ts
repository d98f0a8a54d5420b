/**
 * The programs that sandboxes are made of.
 *
 * @module
 */
import { buildTaskList } from "../task/niche.ts";
import type { BenchFlags } from "./bench_options.ts";

/** The shell counts and starts, the others limit or contain what runs. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  bubblewrap: ["/bin/sh", "setpriv", "bwrap"],
  python: ["/bin/sh", "setpriv", "prlimit"],
  docker: ["/bin/sh", "docker"],
  podman: ["/bin/sh", "podman"],
  microsandbox: ["/bin/sh", "setpriv"],
};

/** Tasks that are known to run no code need no sandbox; of others it is not known yet. */
function mayRunCode(name: string): boolean {
  return /humaneval|livecodebench|mbpp|code/i.test(name);
}

/**
 * Programs a run may have to start for its sandbox; none when it runs no code,
 * null when any program might be one (`unsafe-local`).
 *
 * @example
 * ```ts
 * import { sandboxPrograms } from "./sandbox_programs.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sandboxPrograms({ niche: "medical" }), []);
 * assertEquals(sandboxPrograms({ niche: "code", sandbox: "podman" }), ["/bin/sh", "podman"]);
 * ```
 */
export function sandboxPrograms(
  flags: Pick<BenchFlags, "niche" | "sandbox" | "tasks">,
): readonly string[] | null {
  const { niche, sandbox = "auto", tasks } = flags;
  const names = tasks ?? (niche === undefined ? [] : buildTaskList(niche, "diagnostic"));
  if (sandbox === "none" || (flags.sandbox === undefined && !names.some(mayRunCode))) return [];
  if (sandbox === "unsafe-local") return null;
  const kinds = sandbox === "auto" ? Object.keys(PROGRAMS) : [sandbox];
  const programs = kinds.flatMap((kind) => PROGRAMS[kind] ?? []);
  return [...new Set([...programs, ...(kinds.includes("python") ? [Deno.execPath()] : [])])];
}
