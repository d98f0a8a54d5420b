/**
 * Starts the run in a second process with exactly its permissions, and makes
 * the two end together.
 *
 * @module
 */
import { childArgs, type RunNeeds } from "./run_needs.ts";

/** Set for the second process: its standard input is the first one's lifeline. */
const LIFELINE = "BENCHBOOK_LIFELINE";

/**
 * Whether this is the second process already.
 *
 * @example
 * ```ts
 * import { isSecondProcess } from "./second_process.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(isSecondProcess((name) => name === "BENCHBOOK_LIFELINE" ? "1" : undefined), true);
 * ```
 */
export function isSecondProcess(env: (name: string) => string | undefined): boolean {
  return env(LIFELINE) === "1";
}

/**
 * Runs this script again with the permissions in `needs`. Ctrl-C and SIGTERM
 * are handed on, once each; when this process dies, by kill -9 too, the other
 * sees its standard input end and stops.
 *
 * @returns The exit code of the second process.
 * @example The arguments it starts with
 * ```ts
 * import { childArgs } from "./run_needs.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(childArgs({ hosts: [], run: false, native: false }, "bench.ts", [])[0], "run");
 * ```
 */
export async function runSecondProcess(needs: RunNeeds, argv: readonly string[]): Promise<number> {
  const windows = Deno.build.os === "windows";
  const child = new Deno.Command(Deno.execPath(), {
    args: childArgs(needs, Deno.mainModule, argv),
    env: { [LIFELINE]: "1" },
    stdin: "piped",
    // Its own group, so that a terminal's Ctrl-C reaches it once, through us.
    detached: !windows,
  }).spawn();
  const signals: readonly Deno.Signal[] = windows ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const listeners = signals.map((name) => ({
    name,
    listener: (): void => {
      if (windows) return;
      try {
        child.kill(name);
      } catch { /* it ended just now */ }
    },
  }));
  for (const { name, listener } of listeners) Deno.addSignalListener(name, listener);
  try {
    const { code } = await child.status;
    return code;
  } finally {
    for (const { name, listener } of listeners) Deno.removeSignalListener(name, listener);
    await child.stdin.close().catch(() => {});
  }
}

/**
 * In the second process: calls `onEnd` when the first is gone. The wait does
 * not keep this process alive by itself beyond its exit.
 *
 * @example
 * ```ts ignore
 * watchLifeline(() => Deno.exit(137));
 * ```
 */
export async function watchLifeline(onEnd: () => void): Promise<void> {
  const buffer = new Uint8Array(16);
  try {
    while (await Deno.stdin.read(buffer) !== null);
  } catch { /* closed is ended */ }
  onEnd();
}
