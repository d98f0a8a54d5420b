/**
 * Files that are whole or absent: written beside their place, synced, renamed.
 *
 * @module
 */
import { BenchError } from "./errors.ts";

/** Options of {@linkcode writeFileAtomic}. */
export interface AtomicOptions {
  /** Refuse when the file exists already, also when another process wins the race. Default false. */
  readonly exclusive?: boolean;
  /** Called with the number of bytes before the file takes its name; throwing leaves nothing behind. */
  readonly check?: (bytes: number) => void | Promise<void>;
}

/**
 * Writes a file so that a reader sees the old one or the new one, never a part:
 * temporary file in the same folder, fsync, rename. Gives the bytes written.
 *
 * @throws {BenchError} `disk_full` with path and size, `file_exists` (exclusive),
 * or `unwritable`; the old file is then as it was and no temporary file stays.
 *
 * @example
 * ```ts
 * import { writeFileAtomic } from "./atomic.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const dir = await Deno.makeTempDir();
 * await writeFileAtomic(`${dir}/a.json`, "{}\n");
 * assertEquals(await Deno.readTextFile(`${dir}/a.json`), "{}\n");
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array | ReadableStream<Uint8Array>,
  options: AtomicOptions = {},
): Promise<number> {
  const content = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const cut = Math.max(path.lastIndexOf("/"), Deno.build.os === "windows" ? path.lastIndexOf("\\") : -1) + 1;
  // Short name: a target of 255 bytes still has room for its temporary file.
  const temp = `${path.slice(0, cut)}.tmp-${crypto.randomUUID()}`;
  let written = 0;
  try {
    const file = await Deno.open(temp, { write: true, createNew: true });
    try {
      if (content instanceof Uint8Array) written += await writeAll(file, content);
      else for await (const chunk of content) written += await writeAll(file, chunk);
      await file.sync();
    } finally {
      file.close();
    }
    await options.check?.(written);
    await (options.exclusive === true ? claim(temp, path) : Deno.rename(temp, path));
  } catch (cause) {
    await Deno.remove(temp).catch(() => {});
    throw explain(cause, path, content instanceof Uint8Array ? content.length : written);
  }
  await syncFolder(path.slice(0, cut) || ".");
  return written;
}

/** A hard link fails when the name is taken; rename would replace it. */
async function claim(temp: string, path: string): Promise<void> {
  try {
    await Deno.link(temp, path);
  } catch (cause) {
    if (cause instanceof Deno.errors.AlreadyExists) throw cause;
    // File systems without hard links: take the name first, then fill it.
    (await Deno.open(path, { write: true, createNew: true })).close();
    return await Deno.rename(temp, path);
  }
  await Deno.remove(temp);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<number> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  return bytes.length;
}

/** Makes the rename itself durable where folders can be synced. */
async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  try {
    using handle = await Deno.open(folder, { read: true });
    await handle.sync();
  } catch { /* no read permission on the folder, or a file system without it: the data itself is synced */ }
}

function explain(cause: unknown, path: string, bytes: number): unknown {
  const code = (cause as { code?: string } | null)?.code;
  const details = { path, bytes };
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new BenchError(`Cannot write "${path}": wanted room for ${bytes} bytes, found the disk full`, {
      code: "disk_full",
      hint: "Free some space, or name another folder; the old file is untouched",
      cause,
      details,
    });
  }
  if (cause instanceof Deno.errors.AlreadyExists) {
    return new BenchError(`Cannot write "${path}": wanted a new file, found one that exists`, {
      code: "file_exists",
      cause,
      details,
    });
  }
  const fileTrouble = Object.values(Deno.errors).some((kind) => cause instanceof kind);
  if (!fileTrouble || cause instanceof Deno.errors.Interrupted) return cause;
  return new BenchError(`Cannot write "${path}": ${(cause as Error).message}`, {
    code: "unwritable",
    cause,
    details,
  });
}
