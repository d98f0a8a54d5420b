/**
 * Telling whether the process that made something is still alive, also after
 * its number was given to another: it holds a lock that ends with it.
 *
 * @module
 */
import { sha256Hex } from "../core/hash.ts";

/** Who owns what this process makes. */
export interface OwnerLock {
  /** Path of the lock file. */
  readonly path: string;
  /** This machine, as a short digest. */
  readonly host: string;
}

let held: Promise<OwnerLock> | undefined;

/** This machine's id as a short digest; `unknown` where it has none to read. */
export async function hostDigest(): Promise<string> {
  const id = await Deno.readTextFile("/etc/machine-id").catch(() => "unknown");
  return (await sha256Hex(id.trim())).slice(0, 12);
}

/** Takes this process's lock, once; it is held until the process ends. */
export function holdOwnerLock(): Promise<OwnerLock> {
  return held ??= (async () => {
    const path = await Deno.makeTempFile({ prefix: "benchbook_owner_" });
    const file = await Deno.open(path, { write: true });
    await file.lock(true);
    globalThis.addEventListener("unload", () => {
      try {
        file.close();
        Deno.removeSync(path);
      } catch {
        // The next sweep finds it unlocked.
      }
    });
    return { path, host: await hostDigest() };
  })();
}

/** Whether the holder of a lock is alive. A lock that is gone has none. */
export async function isOwnerAlive(path: string): Promise<boolean> {
  if (held !== undefined && (await held).path === path) return true;
  try {
    using file = await Deno.open(path, { write: true });
    if (!await file.tryLock(true)) return true;
    await file.unlock();
    return false;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
