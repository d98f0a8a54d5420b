/** @module */
import { ResultError } from "../core/errors.ts";

/** A held lock; disposing gives it back. */
export interface RunLock extends Disposable {
  /** Path of the lock file. */
  readonly path: string;
}

/**
 * Takes a run folder for this process. The lock is the operating system's: it
 * ends with the process, so a killed run never stays locked.
 *
 * @throws {ResultError} `run_locked` when another process has it
 *
 * @example
 * ```ts
 * import { lockRun } from "./lock_run.ts";
 * import { assert } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * {
 *   using _lock = await lockRun(folder);
 *   const second = await lockRun(folder).catch((error) => error.code);
 *   assert(second === "run_locked");
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function lockRun(folder: string): Promise<RunLock> {
  const path = `${folder}/lock`;
  const file = await Deno.open(path, { create: true, read: true, write: true });
  let taken = false;
  try {
    taken = await file.tryLock(true);
  } catch (error) {
    file.close();
    throw error;
  }
  if (!taken) {
    file.close();
    throw new ResultError(`Cannot take the run "${folder}": another process works on it`, {
      code: "run_locked",
      hint: "Wait for it or stop it; a run that was killed is never locked",
    });
  }
  let held = true;
  return {
    path,
    [Symbol.dispose]: () => {
      if (!held) return;
      held = false;
      file.unlockSync();
      file.close();
    },
  };
}
