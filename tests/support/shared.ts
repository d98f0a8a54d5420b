/**
 * The golden cases and real data that live beside the repository, in
 * `../shared` (or where BENCHBOOK_SHARED points). Tests that need them say so
 * with `testWith(["shared"], …)`; the compact goldens in tests/golden stand
 * alone.
 *
 * @module
 */
import { fromFileUrl, join } from "./path.ts";

/** Folder of the repository, without a trailing slash. */
export const repoRoot: string = fromFileUrl(new URL("../../", import.meta.url)).replace(/[/\\]$/, "");

/** Absolute path below the repository. */
export function repoPath(...parts: string[]): string {
  return join(repoRoot, ...parts);
}

/** Absolute path below the shared folder, whether or not it exists. */
export function sharedPath(...parts: string[]): string {
  return join(Deno.env.get("BENCHBOOK_SHARED") ?? join(repoRoot, "..", "shared"), ...parts);
}

/** Whether the shared folder (or a part of it) is there. */
export function hasShared(...parts: string[]): boolean {
  try {
    Deno.statSync(parts.length === 0 ? sharedPath("golden") : sharedPath(...parts));
    return true;
  } catch {
    return false;
  }
}

/** Text of a file below the shared folder. */
export function readShared(...parts: string[]): Promise<string> {
  return Deno.readTextFile(sharedPath(...parts));
}

/** JSON of a file below the shared folder. */
// deno-lint-ignore no-explicit-any
export async function readSharedJson(...parts: string[]): Promise<any> {
  return JSON.parse(await readShared(...parts));
}

/** Rows of a JSONL file below the shared folder (only LF ends a line). */
// deno-lint-ignore no-explicit-any
export async function readSharedJsonl(...parts: string[]): Promise<any[]> {
  const text = await readShared(...parts);
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Text of a compact golden: a file below tests/golden. */
export function readGolden(...parts: string[]): Promise<string> {
  return Deno.readTextFile(repoPath("tests", "golden", ...parts));
}

/** JSON of a compact golden: a file below tests/golden. */
// deno-lint-ignore no-explicit-any
export async function readGoldenJson(...parts: string[]): Promise<any> {
  return JSON.parse(await readGolden(...parts));
}
