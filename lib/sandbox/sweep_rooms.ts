/**
 * Workspaces that killed runs left behind.
 *
 * @module
 */

/** How every workspace's folder begins; the owner's process number follows. */
export const ROOM_PREFIX = "benchbook_box_";

/** A workspace is looked at only when nothing has changed in it for so long. */
const QUIET_MS = 3_600_000;

function isAlive(pid: number): boolean {
  try {
    // Harmless to a process that runs.
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

/**
 * Removes workspaces in `folder` that belong to this user, whose process is
 * dead and that have been quiet for an hour; gives how many. A process number
 * that was given anew keeps a workspace, never removes one.
 *
 * @example Nothing of anyone else is touched
 * ```ts
 * import { sweepRooms } from "./sweep_rooms.ts";
 * import { assertEquals } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await Deno.mkdir(`${folder}/benchbook_box_${Deno.pid}_x`);
 * assertEquals(await sweepRooms(folder), 0);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function sweepRooms(folder: string): Promise<number> {
  let removed = 0;
  if (Deno.build.os === "windows") return removed;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const pid = Number(/^benchbook_box_(\d+)_/.exec(name)?.[1]);
    if (!isDirectory || !Number.isSafeInteger(pid) || pid < 2 || isAlive(pid)) continue;
    const path = `${folder}/${name}`;
    const info = await Deno.lstat(path).catch(() => null);
    if (info === null || !info.isDirectory || Date.now() - (info.mtime?.getTime() ?? Infinity) < QUIET_MS) {
      continue;
    }
    if (await Deno.remove(path, { recursive: true }).then(() => true, () => false)) removed++;
  }
  return removed;
}
