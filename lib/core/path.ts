/**
 * Names and paths from outside: kept inside their folder, safe as file names.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { sha256 } from "./hash.ts";

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const MARKED = /--[0-9a-f]{16}$/;

/**
 * The real path of `relative` under `root`, links resolved. The file need not
 * exist; the longest part that does decides. `""` and `"."` give the root.
 *
 * @throws {DataError} `path_outside` when the path is absolute, holds a NUL,
 * climbs out, or leaves the root through a link (a dangling link included).
 *
 * @example
 * ```ts
 * import { containedPath } from "./path.ts";
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

/**
 * Tells whether a real path lies in a real folder, or is it. Pure text: resolve
 * links first.
 *
 * @example
 * ```ts
 * import { isInside } from "./path.ts";
 * import { assert } from "@std/assert";
 * assert(isInside("/data", "/data/a") && !isInside("/data", "/database"));
 * ```
 */
export function isInside(folder: string, path: string): boolean {
  const base = folder.replace(/[\\/]+$/, "");
  return path === base || path === folder || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`);
}

/**
 * Joins parts with one slash each (Windows takes slashes too). No part is
 * resolved; use {@linkcode containedPath} for parts from outside.
 *
 * @example
 * ```ts
 * import { joinPath } from "./path.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(joinPath("a/", "b", "c.json"), "a/b/c.json");
 * ```
 */
export function joinPath(first: string, ...rest: readonly string[]): string {
  return rest.reduce(
    (path, part) => (path === "" || path.endsWith("/") ? path + part : `${path}/${part}`),
    first,
  );
}

/**
 * Turns any name or id into a file name part of [A-Za-z0-9._-], at most 120
 * bytes. An identifier stays as it is; everything else becomes a readable stub
 * with 16 hex digits of its SHA-256, so unlike names never meet. Windows device
 * names, trailing dots, other scripts and path separators are all covered.
 *
 * @throws {TypeError} for the empty name.
 *
 * @example
 * ```ts
 * import { pathPart } from "./path.ts";
 * import { assert, assertEquals } from "@std/assert";
 *
 * assertEquals(pathPart("mmlu_anatomy"), "mmlu_anatomy");
 * assert(/^x--[0-9a-f]{16}$/.test(pathPart("../../x")));
 * assert(pathPart("a/b") !== pathPart("a-b"));
 * ```
 */
export function pathPart(name: string): string {
  if (name === "") throw new TypeError("Cannot make a file name of an empty name");
  const plain = IDENTIFIER.test(name) && !name.endsWith(".") && !DEVICE.test(name) && !MARKED.test(name);
  if (plain) return name;
  const stub = name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  const safe = stub === "" || DEVICE.test(stub) ? `x${stub}` : stub.replace(/-+$/, "");
  return `${safe}--${sha256(name).slice(0, 16)}`;
}
