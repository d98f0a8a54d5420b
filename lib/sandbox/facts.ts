/**
 * What a workspace holds: names, sizes, hashes. Links are named, never followed.
 *
 * @module
 */
import { sha256Hex } from "../core/hash.ts";

/** One entry of a folder. */
export interface FactEntry {
  /** Path below the workspace, parts separated by `/`. */
  readonly path: string;
  /** `other` is a pipe, socket or device: never opened. */
  readonly kind: "file" | "folder" | "link" | "other";
  /** Bytes of a file, else 0. */
  readonly size: number;
  /** Hex SHA-256 of a file's content; null for anything else and for files over the limit. */
  readonly sha256: string | null;
  /** Where a link points, as written in it. */
  readonly target?: string;
  /** A file its owner may execute. */
  readonly executable?: boolean;
}

/** A picture of a workspace at a moment. */
export interface Facts {
  /** Entries in order of path (by code units). */
  readonly entries: readonly FactEntry[];
  /** Bytes of all files seen. */
  readonly bytes: number;
  /** The walk ended early, at the limit of entries. */
  readonly truncated: boolean;
  /** Hex SHA-256 over all entries: equal trees, equal digests. */
  readonly digest: string;
}

/** Limits of {@linkcode gatherFacts}. */
export interface FactOptions {
  /** Entries at most; default 20,000. */
  readonly maxEntries?: number;
  /** Files above this many bytes are not hashed; default 64 MiB. */
  readonly maxHashBytes?: number;
}

async function lookAt(root: string, path: string, maxHashBytes: number): Promise<FactEntry> {
  const full = `${root}/${path}`;
  const blank = { path, size: 0, sha256: null };
  const info = await Deno.lstat(full).catch(() => null);
  if (info === null) return { ...blank, kind: "other" };
  if (info.isSymlink) return { ...blank, kind: "link", target: await Deno.readLink(full).catch(() => "") };
  if (info.isDirectory) return { ...blank, kind: "folder" };
  if (!info.isFile) return { ...blank, kind: "other" };
  const executable = info.mode !== null && (info.mode & 0o100) !== 0;
  const bytes = info.size > maxHashBytes ? null : await Deno.readFile(full).catch(() => null);
  const sha256 = bytes === null ? null : await sha256Hex(bytes);
  return { path, kind: "file", size: info.size, sha256, ...(executable ? { executable } : {}) };
}

/**
 * Walks a folder. Nothing may run in it meanwhile. What cannot be read is
 * listed as `other`; a name that is not UTF-8 too.
 *
 * @throws {Deno.errors.NotFound} when the folder does not exist.
 * @example A file and a link out of the folder
 * ```ts
 * import { gatherFacts } from "./facts.ts";
 * import { assertEquals } from "@std/assert";
 * const root = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${root}/a.txt`, "hi");
 * const { entries, bytes } = await gatherFacts(root);
 * assertEquals([entries[0]?.path, entries[0]?.kind, bytes], ["a.txt", "file", 2]);
 * await Deno.remove(root, { recursive: true });
 * ```
 */
export async function gatherFacts(root: string, options: FactOptions = {}): Promise<Facts> {
  const { maxEntries = 20_000, maxHashBytes = 64 << 20 } = options;
  const entries: FactEntry[] = [];
  const folders = [""];
  let truncated = false;
  for (const folder of folders) {
    const names: string[] = [];
    try {
      for await (const { name } of Deno.readDir(folder === "" ? root : `${root}/${folder}`)) names.push(name);
    } catch (error) {
      if (folder === "") throw error;
    }
    for (const name of names.sort()) {
      if (entries.length >= maxEntries) {
        truncated = true;
        break;
      }
      const entry = await lookAt(root, folder === "" ? name : `${folder}/${name}`, maxHashBytes);
      entries.push(entry);
      if (entry.kind === "folder") folders.push(entry.path);
    }
  }
  entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  return { entries, bytes, truncated, digest: await sha256Hex(JSON.stringify(entries)) };
}

/**
 * Bytes and entries below a folder, links not followed, stopping at `maxEntries`.
 * Made for a folder that changes while it is walked: what vanishes counts 0.
 *
 * @example An empty folder
 * ```ts
 * import { folderUsage } from "./facts.ts";
 * import { assertEquals } from "@std/assert";
 * const root = await Deno.makeTempDir();
 * assertEquals(await folderUsage(root), { bytes: 0, entries: 0 });
 * await Deno.remove(root);
 * ```
 */
export async function folderUsage(
  root: string,
  maxEntries = 20_000,
): Promise<{ bytes: number; entries: number }> {
  const folders = [root];
  let [bytes, entries] = [0, 0];
  for (const folder of folders) {
    try {
      for await (const entry of Deno.readDir(folder)) {
        if (++entries > maxEntries) return { bytes, entries };
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory) folders.push(path);
        else bytes += (await Deno.lstat(path).catch(() => null))?.size ?? 0;
      }
    } catch {
      // Gone, or closed to us: the next walk sees what it is.
    }
  }
  return { bytes, entries };
}
