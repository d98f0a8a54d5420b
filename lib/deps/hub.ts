/**
 * The client of the Hugging Face hub, loaded when the first hub data set is
 * opened.
 *
 * @module
 */

/** A file of a repository, as the hub lists it. */
export interface HubEntry {
  /** Path inside the repository. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Git's own hash of the content, or of the pointer of a large file. */
  readonly oid: string | null;
  /** SHA-256 of a large file's content; null for small ones. */
  readonly sha256: string | null;
}

/** What a revision of a data set is. */
export interface HubRevision {
  /** Commit. */
  readonly sha: string;
  /** `configs` of the data set card, as written there; null when it has none. */
  readonly configs: unknown;
}

/** Where to ask, and how. */
export interface HubAccess {
  /** Base URL of the hub. */
  readonly hubUrl: string;
  /** Sends the requests, and knows the token. */
  readonly fetch: typeof fetch;
}

/** The three questions asked of the hub. */
export interface HubClient {
  /** Commit and card of a revision. */
  revision(repo: string, revision: string): Promise<HubRevision>;
  /** All files of a commit. */
  files(repo: string, commit: string): Promise<HubEntry[]>;
  /** Where to get a file; null when it is not there. */
  location(repo: string, commit: string, path: string): Promise<{ url: string; size: number } | null>;
}

/**
 * Loads the client.
 *
 * @example
 * ```ts
 * import { loadHubClient } from "./hub.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const client = await loadHubClient({
 *   hubUrl: "http://127.0.0.1:9",
 *   fetch: () => Promise.reject(new TypeError("no network")),
 * });
 * await assertRejects(() => client.revision("a/b", "main"), TypeError, "no network");
 * ```
 */
export async function loadHubClient(access: HubAccess): Promise<HubClient> {
  const { datasetInfo, fileDownloadInfo, listFiles } = await import("npm:@huggingface/hub@2.17.5");
  const common = { hubUrl: access.hubUrl, fetch: access.fetch };
  return {
    async revision(name, revision) {
      const info = await datasetInfo({ ...common, name, revision, additionalFields: ["sha", "cardData"] });
      const card = info.cardData as { configs?: unknown } | undefined;
      return { sha: info.sha, configs: card?.configs ?? null };
    },
    async files(name, revision) {
      const entries = listFiles({ ...common, repo: { type: "dataset", name }, revision, recursive: true });
      const files: HubEntry[] = [];
      for await (const { type, path, size, oid, lfs } of entries) {
        if (type === "file") {
          files.push({ path, size: lfs?.size ?? size, oid: oid ?? null, sha256: lfs?.oid ?? null });
        }
      }
      return files;
    },
    async location(name, revision, path) {
      // The client does not escape the path.
      const escaped = path.split("/").map(encodeURIComponent).join("/");
      const info = await fileDownloadInfo({
        ...common,
        repo: { type: "dataset", name },
        revision,
        path: escaped,
      });
      return info === null ? null : { url: info.url, size: info.size };
    },
  };
}
