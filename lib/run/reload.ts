/** @module */

/**
 * Imports a local module as it is on disk now. A second `import` of an edited
 * file gives the old code until the kernel is restarted; this does not. Only
 * the file itself is read anew: what it imports comes from the first time.
 *
 * Cells are no modules: `import.meta` is a syntax error there. A relative path
 * is taken from the working folder, which in a notebook is the notebook's.
 *
 * @param path Path of the file, or a `file:` URL.
 * @returns The module's exports. Objects of an earlier load stay what they were; errors are told by
 * `isBenchError`, never by `instanceof`, so two copies get along.
 * @throws {TypeError} when the file is missing or does not load.
 *
 * @example Edit, reload
 * ```ts
 * import { reload } from "./reload.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.ts`, "export const a = 1;");
 * assertEquals((await reload<{ a: number }>(`${folder}/a.ts`)).a, 1);
 * await Deno.writeTextFile(`${folder}/a.ts`, "export const a = 2;");
 * assertEquals((await reload<{ a: number }>(`${folder}/a.ts`)).a, 2);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function reload<T = Record<string, unknown>>(path: string): Promise<T> {
  const folder = `file://${Deno.cwd().replaceAll("\\", "/").replace(/^(?!\/)/, "/")}/`;
  const url = new URL(path.startsWith("file:") ? path : encodeURI(path.replaceAll("\\", "/")), folder);
  url.searchParams.set("v", crypto.randomUUID());
  return await import(url.href) as T;
}
