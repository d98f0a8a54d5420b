/**
 * Where a program of the host is.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";

const USUAL = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

/**
 * Looks a program up, in the usual folders first and then on PATH; null when it
 * is nowhere. The usual folders go first so that a shim in a home folder does
 * not stand in for the system's own.
 *
 * @example A program that is nowhere
 * ```ts
 * import { findProgram } from "./find_program.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await findProgram("no-such-program-of-any-kind"), null);
 * ```
 */
export async function findProgram(name: string): Promise<string | null> {
  const windows = Deno.build.os === "windows";
  const path = (readEnv("PATH") ?? "").split(windows ? ";" : ":");
  for (const folder of windows ? path : [...USUAL, ...path]) {
    if (folder === "" || (!windows && !folder.startsWith("/"))) continue;
    for (const suffix of windows ? [".exe", ""] : [""]) {
      const file = `${folder}/${name}${suffix}`;
      const info = await Deno.stat(file).catch(() => null);
      if (info?.isFile === true && (windows || ((info.mode ?? 0) & 0o111) !== 0)) return file;
    }
  }
  return null;
}
