/**
 * Who this process runs as, without asking for a permission: the owner of a
 * file it makes.
 *
 * @module
 */

/** User and group of a process; nulls on Windows. */
export interface UserIds {
  /** User id, 0 for root. */
  readonly uid: number | null;
  /** Group id. */
  readonly gid: number | null;
}

let known: Promise<UserIds> | undefined;

async function look(): Promise<UserIds> {
  const path = await Deno.makeTempDir({ prefix: "benchbook_who_" });
  try {
    const { uid, gid } = await Deno.stat(path);
    return { uid, gid };
  } finally {
    await Deno.remove(path);
  }
}

/** Finds out, once a process. */
export function userIds(): Promise<UserIds> {
  return known ??= look();
}
