/**
 * A file of the hub on its way into the cache.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { DataError } from "../core/errors.ts";
import { openHash } from "../core/hash.ts";
import type { HubEntry } from "../deps/hub.ts";

/** Times a file is fetched before giving up on it. */
export const DOWNLOADS = 3;

/**
 * Streams a reply into a file; it takes its name only when size and hash are
 * right.
 *
 * @throws {DataError} `wrong_size` or `wrong_content`, leaving nothing behind.
 *
 * @example
 * ```ts
 * import { keepFile } from "./hub_download.ts";
 * import { assertRejects } from "@std/assert";
 *
 * const file = { path: "a.csv", size: 5, oid: null, sha256: null };
 * const at = { path: `${await Deno.makeTempDir()}/a`, repo: "org/set", file };
 * await assertRejects(() => keepFile(new Response("four"), at), Error, "wanted 5 bytes, found 4");
 * ```
 */
export async function keepFile(
  response: Response,
  at: { readonly path: string; readonly repo: string; readonly file: HubEntry },
): Promise<void> {
  const { file } = at;
  const hash = file.sha256 !== null ? openHash("sha256") : openHash("sha1");
  if (file.sha256 === null) hash.update(`blob ${file.size}\0`); // how git hashes a file
  const wanted = file.sha256 ?? file.oid;
  const body = (response.body ?? new Blob([]).stream()).pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        hash.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  await writeFileAtomic(at.path, body, {
    check(bytes) {
      if (bytes !== file.size) {
        throw contentError(at, { code: "wrong_size", wanted: `${file.size} bytes`, found: `${bytes}` });
      }
      const found = hash.digest("hex");
      if (wanted !== null && found !== wanted) {
        throw contentError(at, { code: "wrong_content", wanted: `the hash ${wanted}`, found });
      }
    },
  });
}

/**
 * An error about the content of a file.
 *
 * @example
 * ```ts
 * import { contentError } from "./hub_download.ts";
 * import { assert } from "@std/assert";
 * const file = { path: "a.csv", size: 5, oid: null, sha256: null };
 * assert(contentError({ repo: "org/set", file }, { code: "wrong_size", wanted: "5 bytes", found: "4" }).message.includes("a.csv"));
 * ```
 */
export function contentError(
  { repo, file }: { readonly repo: string; readonly file: HubEntry },
  { code, wanted, found }: { readonly code: string; readonly wanted: string; readonly found: string },
): DataError {
  return new DataError(`Cannot fetch "${file.path}" of "${repo}": wanted ${wanted}, found ${found}`, {
    code,
    hint: "Try again; a proxy or a mirror may have changed or cut the file",
    details: { repo, path: file.path },
  });
}

/**
 * An error about a connection that broke each time.
 *
 * @example
 * ```ts
 * import { cutError } from "./hub_download.ts";
 * import { assert } from "@std/assert";
 * const file = { path: "a.csv", size: 5, oid: null, sha256: null };
 * assert(cutError({ repo: "org/set", file }, new Error("reset")).message.includes("a.csv"));
 * ```
 */
export function cutError({ repo, file }: { repo: string; file: HubEntry }, cause: unknown): DataError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataError(
    `Cannot fetch "${file.path}" of "${repo}": the connection broke ${DOWNLOADS} times: ${why}`,
    {
      code: "hub_unreachable",
      hint: "Try again; what was fetched before stays in the cache",
      cause,
      details: { repo, path: file.path },
    },
  );
}
