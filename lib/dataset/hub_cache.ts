/**
 * What was fetched from the hub, kept by content so that it is found offline.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { DataError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { joinPath } from "../core/path.ts";
import { pathPart } from "../core/path_part.ts";
import { readText } from "../core/text.ts";
import type { HubEntry } from "../deps/hub.ts";

/** All that is known of a commit; it never changes. */
export interface HubCommit {
  /** Commit. */
  readonly sha: string;
  /** `configs` of the card, or null. */
  readonly configs: unknown;
  /** Files. */
  readonly files: readonly HubEntry[];
}

/** The cache of one data set: `refs/` (name → commit), `commits/`, `blobs/`. */
export interface HubCache {
  /** Commit a revision name stood for when last asked; null when never asked. */
  readRef(revision: string): Promise<string | null>;
  /** Notes what a revision name stands for. */
  writeRef(revision: string, sha: string): Promise<void>;
  /** A commit's files; null when not kept, or damaged. */
  readCommit(sha: string): Promise<HubCommit | null>;
  /** Keeps a commit's files. */
  writeCommit(commit: HubCommit): Promise<void>;
  /** Where the content of a file is, or will be, kept. */
  blobPath(file: HubEntry): string;
  /** Tells whether the content is there in its full size. */
  hasBlob(file: HubEntry): Promise<boolean>;
}

/**
 * The cache of a data set under a folder. Nothing is made before something is
 * written; every file is written whole or not at all.
 *
 * @example
 * ```ts
 * import { hubCache } from "./hub_cache.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const dir = await Deno.makeTempDir();
 * const cache = hubCache(dir, "org/set");
 * await cache.writeRef("main", "0".repeat(40));
 * assertEquals(await cache.readRef("main"), "0".repeat(40));
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export function hubCache(folder: string, repo: string): HubCache {
  const root = joinPath(folder, pathPart(repo.replace("/", "__")));
  const at = (kind: string, name: string) => joinPath(root, kind, pathPart(name));
  const blobPath = (file: HubEntry) =>
    at("blobs", file.sha256 ?? `git-${file.oid ?? `${file.size}-${file.path}`}`);
  const write = async (path: string, text: string) => {
    await makeFolder(path.slice(0, path.lastIndexOf("/")));
    await writeFileAtomic(path, text);
  };
  const readOr = async (path: string): Promise<string | null> => {
    try {
      return await readText(path);
    } catch (error) {
      if (error instanceof DataError && error.code === "not_found") return null;
      throw error;
    }
  };
  return {
    async readRef(revision) {
      const text = await readOr(at("refs", revision));
      return text !== null && /^[0-9a-f]{40}$/.test(text.trim()) ? text.trim() : null;
    },
    writeRef: (revision, sha) => write(at("refs", revision), `${sha}\n`),
    async readCommit(sha) {
      const path = at("commits", `${sha}.json`);
      const text = await readOr(path);
      if (text === null) return null;
      try {
        const commit = parseJson(text, { file: path }) as unknown as HubCommit;
        return commit.sha === sha && Array.isArray(commit.files) ? commit : null;
      } catch {
        return null; // fetched anew
      }
    },
    writeCommit: (commit) => write(at("commits", `${commit.sha}.json`), `${JSON.stringify(commit)}\n`),
    blobPath,
    async hasBlob(file) {
      const info = await Deno.stat(blobPath(file)).catch(() => null);
      return info !== null && info.isFile && info.size === file.size;
    },
  };
}

/**
 * Makes a folder and those above it.
 *
 * @throws {DataError} `cache_unwritable`, naming the folder.
 *
 * @example
 * ```ts
 * import { makeFolder } from "./hub_cache.ts";
 * const dir = await Deno.makeTempDir();
 * await makeFolder(`${dir}/a/b`);
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new DataError(
      `Cannot make the cache folder "${folder}": ${cause instanceof Error ? cause.message : cause}`,
      {
        code: "cache_unwritable",
        hint: "Point HF_HOME at a folder that can be written",
        cause,
        details: { folder },
      },
    );
  }
}
