/**
 * Paths as text.
 *
 * @module
 */

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
