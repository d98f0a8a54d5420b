/**
 * Ending a process and all of its group, whether it still runs or not.
 *
 * @module
 */

/**
 * Sends a signal to the process group of `pid`, or to the process alone where
 * there are no groups. A process that has just ended is no error.
 *
 * @returns Whether anything was there to signal.
 * @throws {Deno.errors.PermissionDenied} when the process belongs to another user.
 * @example A process that is gone
 * ```ts
 * import { killGroup } from "./kill_group.ts";
 * import { assertEquals } from "@std/assert";
 * const child = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null", detached: true }).spawn();
 * await child.status;
 * assertEquals(killGroup(child.pid), false);
 * ```
 */
export function killGroup(pid: number, signal: Deno.Signal = "SIGKILL"): boolean {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
    return true;
  } catch (error) {
    // ESRCH comes as NotFound; an ended child of ours as TypeError.
    if (error instanceof Deno.errors.NotFound || error instanceof TypeError) return false;
    if (!(error instanceof Deno.errors.NotCapable) || Deno.build.os === "windows") throw error;
    // Sending signals takes leave to run everything; a process that may only run some programs asks the shell.
    const script = `kill -${signal.replace(/^SIG/, "")} -- "-$1"`;
    return new Deno.Command("/bin/sh", {
      args: ["-c", script, "sh", String(pid)],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  }
}
