/**
 * The workspace of a sandbox on the host's side: files go in and come out
 * without a link ever being followed, and a name never becomes a path unchecked.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { copyTree } from "./copy_tree.ts";
import { type Facts, gatherFacts } from "./facts.ts";
import { ROOM_PREFIX, sweepRooms } from "./sweep_rooms.ts";

let swept: Promise<number> | undefined;

/** A user and group that shall own what is put into the room. */
export interface Owner {
  /** User id. */
  readonly uid: number;
  /** Group id. */
  readonly gid: number;
}

/** A workspace. Use it only while nothing runs in it. */
export interface Room {
  /** Real path of the private folder around the workspace: never seen from inside. */
  readonly home: string;
  /** Real path of the workspace. */
  readonly path: string;
  /** Reads a file. */
  read(path: string): Promise<Uint8Array>;
  /** Writes a file, making folders. */
  write(path: string, data: string | Uint8Array): Promise<void>;
  /** Copies a file or folder of the host in. */
  upload(hostPath: string, path?: string): Promise<void>;
  /** Makes a folder for commands to start in and gives its path below the workspace. */
  folder(path: string): Promise<string>;
  /** What is there. */
  snapshot(): Promise<Facts>;
  /** Removes it all. */
  remove(): Promise<void>;
}

/** Options of {@linkcode openRoom}. */
export interface RoomOptions {
  /** Who shall own the files; needs root. */
  readonly owner?: Owner | undefined;
  /** Largest file that is read or written, in bytes. */
  readonly maxFileBytes?: number;
}

function refuse(path: string, found: string): never {
  throw new SandboxError(
    `Cannot use "${path}" in the workspace: wanted a plain path inside it, found ${found}`,
    {
      code: "bad_path",
      hint: "Use a relative path without links; remove the link or read its target by name",
      details: { path },
    },
  );
}

/** The parts of a path from outside; throws for one that is no plain relative path. */
export function pathParts(path: string): string[] {
  if (path.includes("\0")) refuse(path, "a NUL character");
  if (/^(?:[\\/]|[A-Za-z]:)/.test(path)) refuse(path, "an absolute path");
  const parts = path.split(Deno.build.os === "windows" ? /[\\/]+/ : /\/+/).filter((part) =>
    part !== "" && part !== "."
  );
  if (parts.includes("..")) refuse(path, '".."');
  if (parts.some((part) => new TextEncoder().encode(part).length > 255)) {
    refuse(path, "a name over 255 bytes");
  }
  return parts;
}

async function kindOf(path: string): Promise<Deno.FileInfo | null> {
  return await Deno.lstat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  });
}

/**
 * Makes an empty workspace in a private temporary folder.
 *
 * @throws {SandboxError} `bad_path` from its methods: absolute, climbing, through
 * or to a link, not a plain file; `file_too_large`; `not_found`.
 * @example A link planted by a program is not followed
 * ```ts
 * import { openRoom } from "./room.ts";
 * import { assertRejects } from "@std/assert";
 * const room = await openRoom();
 * await room.write("a/b.txt", "hi");
 * await assertRejects(() => room.read("../escaped"));
 * if (Deno.build.os !== "windows") {
 *   await Deno.symlink("/etc/passwd", `${room.path}/key`);
 *   await assertRejects(() => room.read("key"));
 * }
 * await room.remove();
 * ```
 */
export async function openRoom(options: RoomOptions = {}): Promise<Room> {
  const { owner, maxFileBytes = 256 << 20 } = options;
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: `${ROOM_PREFIX}${Deno.pid}_` }));
  await (swept ??= sweepRooms(home.slice(0, home.lastIndexOf("/"))).catch(() => 0));
  const root = `${home}/work`;
  await Deno.mkdir(root, { mode: 0o700 });
  const own = async (path: string): Promise<void> => {
    if (owner !== undefined) await Deno.chown(path, owner.uid, owner.gid);
  };
  // The owner must be able to pass through, nobody to list.
  if (owner !== undefined) await Deno.chmod(home, 0o711);
  await own(root);

  async function makeFolders(path: string, parts: readonly string[]): Promise<string> {
    let at = root;
    for (const part of parts) {
      at = `${at}/${part}`;
      const info = await kindOf(at);
      if (info === null) {
        await Deno.mkdir(at, { mode: 0o700 });
        await own(at);
      } else if (!info.isDirectory) {
        refuse(path, info.isSymlink ? `the link "${part}"` : `the file "${part}"`);
      }
    }
    return at;
  }
  async function put(path: string, data: Uint8Array, mode = 0o600): Promise<void> {
    const parts = pathParts(path);
    const name = parts.pop() ?? refuse(path, "no name");
    if (data.length > maxFileBytes) tooLarge(path, data.length, maxFileBytes);
    const target = `${await makeFolders(path, parts)}/${name}`;
    const info = await kindOf(target);
    if (info !== null && !info.isFile) refuse(path, info.isSymlink ? "a link" : "something that is no file");
    // A new file each time: an old one may be linked from elsewhere.
    if (info !== null) await Deno.remove(target);
    await Deno.writeFile(target, data, { createNew: true, mode });
    await own(target);
  }
  return {
    home,
    path: root,
    async read(path: string): Promise<Uint8Array> {
      const parts = pathParts(path);
      if (parts.length === 0) refuse(path, "no name");
      let at = root;
      for (const [index, part] of parts.entries()) {
        at = `${at}/${part}`;
        const info = await kindOf(at);
        if (info === null) {
          throw new SandboxError(`Cannot read "${path}" in the workspace: it does not exist`, {
            code: "not_found",
            details: { path },
          });
        }
        const last = index === parts.length - 1;
        if (info.isSymlink) refuse(path, `the link "${part}"`);
        if (last ? !info.isFile : !info.isDirectory) {
          refuse(path, `"${part}", which is no ${last ? "file" : "folder"}`);
        }
        if (last && info.size > maxFileBytes) tooLarge(path, info.size, maxFileBytes);
      }
      return await Deno.readFile(at);
    },
    async write(path: string, data: string | Uint8Array): Promise<void> {
      await put(path, typeof data === "string" ? new TextEncoder().encode(data) : data);
    },
    async upload(hostPath: string, path?: string): Promise<void> {
      await copyTree(hostPath, async (below, data, mode) => {
        const target = [path ?? "", ...below].filter((part) => part !== "").join("/");
        if (data === null) await makeFolders(target, pathParts(target));
        else await put(target, data, mode);
      }, path === undefined);
    },
    async folder(path: string): Promise<string> {
      const parts = pathParts(path);
      await makeFolders(path, parts);
      return parts.join("/");
    },
    snapshot: (): Promise<Facts> => gatherFacts(root),
    async remove(): Promise<void> {
      await removeTree(home);
    },
  };
}

function tooLarge(path: string, size: number, max: number): never {
  throw new SandboxError(`Cannot move "${path}": wanted at most ${max} bytes, found ${size}`, {
    code: "file_too_large",
    details: { path, size, max },
  });
}

/** Removes a folder, also when a program took its own rights away. */
async function removeTree(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    await openFolders(path);
    await Deno.remove(path, { recursive: true }).catch((again) => {
      if (!(again instanceof Deno.errors.NotFound)) throw again;
    });
  }
}

async function openFolders(path: string): Promise<void> {
  const info = await kindOf(path);
  if (info?.isDirectory !== true) return;
  await Deno.chmod(path, 0o700).catch(() => {});
  for await (const entry of Deno.readDir(path)) {
    if (entry.isDirectory) await openFolders(`${path}/${entry.name}`);
  }
}
