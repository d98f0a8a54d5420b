/**
 * How many files and connections this process may have open.
 *
 * @module
 */

/**
 * The soft limit of open files (`ulimit -n`), or null where it cannot be read
 * (other systems than Linux, or no permission). Never asks at a prompt.
 *
 * @example
 * ```ts
 * import { openFileLimit } from "./file_limit.ts";
 * import { assert } from "@std/assert";
 * const limit = await openFileLimit();
 * assert(limit === null || limit > 0);
 * ```
 */
export async function openFileLimit(): Promise<number | null> {
  const path = "/proc/self/limits";
  if (Deno.build.os !== "linux") return null;
  if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return null;
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(await Deno.readTextFile(path))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
