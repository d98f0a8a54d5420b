/**
 * Paths from outside, kept inside their folder.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { isInside, joinPath } from "./path.ts";

/**
 * The real path of `relative` under `root`, links resolved. The file need not
 * exist; the longest part that does decides. `""` and `"."` give the root.
 *
 * @throws {DataError} `path_outside` when the path is absolute, holds a NUL,
 * climbs out, or leaves the root through a link (a dangling link included).
 *
 * @example
 * ```ts
 * import { containedPath } from "./contained_path.ts";
 * import { assert, assertRejects } from "@std/assert";
 *
 * const root = await Deno.makeTempDir();
 * assert((await containedPath(root, "mmlu/test.jsonl")).endsWith("test.jsonl"));
 * await assertRejects(() => containedPath(root, "../escaped"));
 * await Deno.remove(root);
 * ```
 */
export async function containedPath(root: string, relative: string): Promise<string> {
  const refuse = (why: string) =>
    new DataError(`Cannot use the path "${relative}": wanted one inside "${root}", ${why}`, {
      code: "path_outside",
      hint: "Name a file inside that folder; links that lead out are not followed",
      details: { root, path: relative },
    });
  if (relative.includes("\0")) throw refuse("found a NUL character");
  if (/^(?:[\\/]|[A-Za-z]:)/.test(relative)) throw refuse("found an absolute one");
  const separator = Deno.build.os === "windows" ? /[\\/]+/ : /\/+/;
  const base = await realOrMissing(root === "" ? "." : root);
  let real = base;
  for (const part of relative.split(separator)) {
    if (part === "" || part === ".") continue;
    const next = part === ".." ? parentOf(real) : joinPath(real, part);
    const info = part === ".." ? null : await Deno.lstat(next).catch(ignoreMissing);
    real = info?.isSymlink !== true ? next : await Deno.realPath(next).catch(() => {
      throw refuse(`found the dangling link "${part}"`);
    });
    if (!isInside(base, real)) throw refuse(`found that "${part}" leads to "${real}"`);
  }
  return real;
}

/** The real path, where the end of it may not exist yet. */
async function realOrMissing(path: string): Promise<string> {
  if (await Deno.lstat(path).catch(ignoreMissing) !== null) return await Deno.realPath(path);
  const clean = path.replace(/[\\/]+$/, "");
  const cut = Math.max(clean.lastIndexOf("/"), clean.lastIndexOf("\\"));
  return joinPath(await realOrMissing(cut < 0 ? "." : clean.slice(0, cut + 1)), clean.slice(cut + 1));
}

function parentOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "") || "/";
}

function ignoreMissing(error: unknown): null {
  // A file where a folder was wanted is "not found" too, for whoever opens it.
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
  throw error;
}
