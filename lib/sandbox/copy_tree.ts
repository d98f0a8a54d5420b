/**
 * Reading a file or folder of the host to copy it: links are refused.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";

/** Takes one entry: its parts below the root, its bytes (null for a folder), its mode. */
export type TakeEntry = (below: readonly string[], data: Uint8Array | null, mode: number) => Promise<void>;

/**
 * Walks `hostPath` and hands every file and folder to `take`. Looks at all of it
 * first, so that a refusal copies nothing.
 *
 * @param named Whether a single file keeps its name (else `below` is empty).
 * @throws {SandboxError} `link_refused` for a link anywhere in it, `not_a_file`
 * for a pipe, socket or device, `not_found`.
 */
export async function copyTree(hostPath: string, take: TakeEntry, named = true): Promise<void> {
  const todo: { path: string; below: string[]; folder: boolean; mode: number }[] = [];
  async function look(path: string, below: string[]): Promise<void> {
    const info = await Deno.lstat(path).catch((cause) => {
      throw fault(path, "not_found", "it cannot be read", cause);
    });
    if (info.isSymlink) throw fault(path, "link_refused", "it is a link");
    if (!info.isDirectory && !info.isFile) throw fault(path, "not_a_file", "it is a pipe, socket or device");
    todo.push({ path, below, folder: info.isDirectory, mode: 0o600 | ((info.mode ?? 0) & 0o100) });
    if (!info.isDirectory) return;
    const names: string[] = [];
    for await (const { name } of Deno.readDir(path)) names.push(name);
    for (const name of names.sort()) await look(`${path}/${name}`, [...below, name]);
  }
  const clean = hostPath.replace(/[\\/]+$/, "") || hostPath;
  await look(clean, []);
  for (const { path, below, folder, mode } of todo) {
    const single = below.length === 0 && !folder;
    const parts = single && named ? [clean.split(/[\\/]/).at(-1) ?? ""] : below;
    await take(parts, folder ? null : await Deno.readFile(path), mode);
  }
}

function fault(path: string, code: string, found: string, cause?: unknown): SandboxError {
  return new SandboxError(`Cannot copy "${path}" into the sandbox: ${found}`, {
    code,
    hint: "Copy files, not links: put the target itself there or leave it out",
    details: { path },
    cause,
  });
}
