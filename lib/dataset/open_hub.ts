/**
 * A hub with its cache: revisions and files, fetched once.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { readEnv } from "../core/env.ts";
import { DataError, isBenchError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { type HubEntry, loadHubClient } from "../deps/hub.ts";
import { contentError, cutError, DOWNLOADS, keepFile } from "./hub_download.ts";
import { type HubCache, hubCache, type HubCommit, makeFolder } from "./hub_cache.ts";
import { hubFetch, type HubFetchOptions, sendHub } from "./hub_fetch.ts";

export type { HubCommit, HubEntry };

/** Options of {@linkcode openHub}. Without one the environment decides. */
export interface HubOptions {
  /** Base URL; default HF_ENDPOINT, else `https://huggingface.co`. */
  readonly endpoint?: string;
  /** Token; default HF_TOKEN. Never shown or stored. */
  readonly token?: string;
  /** Cache folder; default `benchbook` under HF_HOME, else under `~/.cache/huggingface`. */
  readonly cacheDir?: string;
  /** Never ask the network; default whether HF_HUB_OFFLINE is 1. */
  readonly offline?: boolean;
  /** Fetch files again, even those in the cache. */
  readonly forceDownload?: boolean;
  /** Signal and events (`data.retry`, `data.download`, `data.offline`, `data.revision_moved`). */
  readonly context?: Context;
  /** Sends the requests; default the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Waits between attempts. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A revision that was looked up. */
export interface ResolvedRevision extends HubCommit {
  /** Commit the same name stood for before, when that was another; else null. */
  readonly movedFrom: string | null;
  /** True when the hub was not reached and the cache answered. */
  readonly offline: boolean;
}

/** A hub. Lookups are remembered as long as the object lives. */
export interface Hub {
  /** Base URL. */
  readonly endpoint: string;
  /** Looks up a branch, tag or commit. */
  resolve(repo: string, revision: string): Promise<ResolvedRevision>;
  /** Path of a file's content in the cache, fetched when it is not there. */
  fetchFile(repo: string, commit: string, file: HubEntry): Promise<string>;
}

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Opens a hub. A commit already in the cache needs no network; a branch is asked
 * for once, and when the hub cannot be reached the commit seen last is used.
 * Contents are checked by size and hash before they enter the cache.
 *
 * @throws {DataError} from its functions: those of `hubFetch`, `hub_offline`,
 * `wrong_size`, `wrong_content`, `disk_full` and the like.
 *
 * @example
 * ```ts
 * import { openHub } from "./open_hub.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const hub = openHub({ offline: true, cacheDir: "no/such/folder" });
 * await assertRejects(() => hub.resolve("org/set", "main"), Error, "org/set");
 * ```
 */
export function openHub(options: HubOptions = {}): Hub {
  const endpoint = (options.endpoint ?? readEnv("HF_ENDPOINT") ?? "https://huggingface.co").replace(
    /\/+$/,
    "",
  );
  const token = (options.token ?? readEnv("HF_TOKEN")) || undefined;
  const offline = options.offline ?? /^(?:1|true|yes|on)$/i.test(readEnv("HF_HUB_OFFLINE") ?? "");
  const cacheDir = options.cacheDir ?? defaultCacheDir();
  const sending = (repo: string): HubFetchOptions => ({ ...options, repo, endpoint, token });
  const clientFor = (repo: string) => loadHubClient({ hubUrl: endpoint, fetch: hubFetch(sending(repo)) });
  const resolved = new Map<string, Promise<ResolvedRevision>>();
  const fetching = new Map<string, Promise<string>>();

  const resolve = async (repo: string, revision: string): Promise<ResolvedRevision> => {
    const cache = hubCache(cacheDir, repo);
    const pinned = COMMIT.test(revision);
    if (pinned && options.forceDownload !== true) {
      const kept = await cache.readCommit(revision);
      if (kept !== null) return { ...kept, movedFrom: null, offline };
    }
    if (offline) return await fromCache(cache, { repo, revision });
    try {
      return await ask(cache, { repo, revision, pinned });
    } catch (error) {
      if (!isBenchError(error) || error.code !== "hub_unreachable") throw error;
      const kept = await fromCache(cache, { repo, revision }).catch(() => null);
      if (kept === null) throw error;
      options.context?.emit?.({ kind: "data.offline", repo, revision, sha: kept.sha });
      return kept;
    }
  };
  const ask = async (
    cache: HubCache,
    { repo, revision, pinned }: { repo: string; revision: string; pinned: boolean },
  ): Promise<ResolvedRevision> => {
    const client = await clientFor(repo);
    const { sha, configs } = await client.revision(repo, revision);
    if (typeof sha !== "string" || !COMMIT.test(sha) || (pinned && sha !== revision)) {
      throw new DataError(
        `Cannot read "${repo}" at "${revision}": wanted ${pinned ? "that" : "a"} commit, found "${sha}"`,
        {
          code: "hub_wrong_revision",
          hint: "The hub (or mirror) answered for another commit; check HF_ENDPOINT",
          details: { repo, revision, found: String(sha) },
        },
      );
    }
    const before = pinned ? null : await cache.readRef(revision);
    const kept = options.forceDownload === true ? null : await cache.readCommit(sha);
    const commit = kept ?? { sha, configs, files: await client.files(repo, sha) };
    if (kept === null) await cache.writeCommit(commit);
    if (!pinned && before !== sha) await cache.writeRef(revision, sha);
    const movedFrom = before !== null && before !== sha ? before : null;
    if (movedFrom !== null) {
      options.context?.emit?.({ kind: "data.revision_moved", repo, revision, from: movedFrom, to: sha });
    }
    return { ...commit, movedFrom, offline: false };
  };
  const download = async (repo: string, commit: string, file: HubEntry): Promise<string> => {
    const cache = hubCache(cacheDir, repo);
    const path = cache.blobPath(file);
    if (options.forceDownload !== true && await cache.hasBlob(file)) return path;
    if (offline) throw offlineError(repo, `the file "${file.path}"`);
    await makeFolder(path.slice(0, path.lastIndexOf("/")));
    const client = await clientFor(repo);
    for (let attempt = 1;; attempt++) {
      try {
        const place = await client.location(repo, commit, file.path).catch((error: unknown) => {
          if (isBenchError(error)) throw error;
          return { url: `${endpoint}/datasets/${repo}/resolve/${commit}/${encodeURI(file.path)}` }; // no ranges there
        });
        if (place === null) {
          throw contentError({ repo, file }, { code: "hub_not_found", wanted: "a file", found: "none" });
        }
        options.context?.emit?.({ kind: "data.download", repo, path: file.path, bytes: file.size });
        const response = await sendHub(place.url, {}, { ...sending(repo), whole: false });
        await keepFile(response, { path, repo, file });
        return path;
      } catch (error) {
        options.context?.signal?.throwIfAborted();
        const again = !isBenchError(error) || error.code === "wrong_size" || error.code === "wrong_content";
        if (again && attempt < DOWNLOADS) continue;
        throw isBenchError(error) ? error : cutError({ repo, file }, error);
      }
    }
  };
  const once = <T>(memo: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const known = memo.get(key);
    if (known !== undefined) return known;
    const made = make();
    memo.set(key, made);
    made.catch(() => memo.delete(key)); // a failure may be asked again
    return made;
  };
  return {
    endpoint,
    resolve: (repo, revision) =>
      once(resolved, JSON.stringify([repo, revision]), () => resolve(repo, revision)),
    fetchFile: (repo, commit, file) =>
      once(fetching, JSON.stringify([repo, commit, file.path]), () => download(repo, commit, file)),
  };
}

async function fromCache(
  cache: HubCache,
  { repo, revision }: { repo: string; revision: string },
): Promise<ResolvedRevision> {
  const sha = COMMIT.test(revision) ? revision : await cache.readRef(revision);
  const commit = sha === null ? null : await cache.readCommit(sha);
  if (commit === null) throw offlineError(repo, `the revision "${revision}"`);
  return { ...commit, movedFrom: null, offline: true };
}

function offlineError(repo: string, what: string): DataError {
  return new DataError(`Cannot read ${what} of "${repo}" offline: wanted it in the cache, found nothing`, {
    code: "hub_offline",
    hint: "Run once with the network, unset HF_HUB_OFFLINE, or use --source local",
    details: { repo },
  });
}

function defaultCacheDir(): string {
  const home = readEnv("HOME") ?? readEnv("USERPROFILE") ?? ".";
  const base = readEnv("HF_HOME") ??
    joinPath(readEnv("XDG_CACHE_HOME") ?? joinPath(home, ".cache"), "huggingface");
  return joinPath(base, "benchbook");
}
