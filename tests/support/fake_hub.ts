/**
 * A hub on loopback that serves the real routes to the real client: revision
 * lookup, paged tree listing, resolve with redirect to another host, ETag and
 * ranges; and the ways in which a hub fails.
 *
 * @module
 */
import { openHash, sha256 } from "../../lib/core/hash.ts";

/** A data set. */
export interface FakeRepo {
  /** Branch or tag to content. A commit's id is worked out from its files. */
  readonly branches: Readonly<Record<string, FakeTree>>;
  /** Nobody without a token gets the files; a token in `denied` gets 403. */
  readonly gated?: boolean;
}

/** The content of a branch. */
export interface FakeTree {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** `configs` of the card. */
  readonly configs?: unknown;
}

/** How a request fails. `cut` (of a large file): the connection breaks in the body; `short`: half the body, as if whole. */
export type HubFault = "cut" | "short" | "changed" | {
  readonly status: number;
  readonly headers?: HeadersInit;
};

/** One request as it came. */
export interface HubRequest {
  /** `hub` or `cdn`. */
  readonly at: "hub" | "cdn";
  readonly path: string;
  readonly authorization: string | null;
  readonly range: string | null;
}

/** A running fake; `await using` stops it. */
export interface FakeHub extends AsyncDisposable {
  /** Base URL, for HF_ENDPOINT. */
  readonly url: string;
  /** All requests so far, in order. */
  readonly asked: HubRequest[];
  /** Data sets by name; may be changed while it runs. */
  repos: Record<string, FakeRepo>;
  /** Decides per request whether and how it fails; called once a request. */
  fault: (request: HubRequest) => HubFault | undefined;
  /** Commit of a branch as it is now. */
  commit(repo: string, branch: string): string;
}

/** Files of at least this size are "large": hashed by SHA-256 and served by the other host. */
const LARGE = 64;
const PAGE = 2;
const encoder = new TextEncoder();
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? encoder.encode(content) : content;

function gitHash(bytes: Uint8Array): string {
  const hash = openHash("sha1");
  hash.update(`blob ${bytes.length}\0`);
  hash.update(bytes);
  return hash.digest("hex");
}

/** Starts one on free ports. */
export function fakeHub(repos: Record<string, FakeRepo> = {}): FakeHub {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const blobs = new Map<string, Uint8Array>();
  const note = (at: "hub" | "cdn", request: Request): HubRequest => {
    const { pathname } = new URL(request.url);
    const seen: HubRequest = {
      at,
      path: decodeURIComponent(pathname),
      authorization: request.headers.get("authorization"),
      range: request.headers.get("range"),
    };
    hub.asked.push(seen);
    return seen;
  };
  const treeAt = (repo: FakeRepo, revision: string): { sha: string; tree: FakeTree } | null => {
    for (const [branch, tree] of Object.entries(repo.branches)) {
      const sha = commitOf(tree);
      if (revision === branch || revision === sha) return { sha, tree };
    }
    return null;
  };

  const cutter = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const cutting = cutServer(cutter);
  const cdn = Deno.serve(options, (request) => {
    const seen = note("cdn", request);
    const bytes = blobs.get(seen.path.slice("/blob/".length));
    if (bytes === undefined) return new Response("gone", { status: 404 });
    const fault = hub.fault(seen);
    if (fault === "cut") return Response.redirect(`http://127.0.0.1:${cutter.addr.port}/`, 302);
    return serve(bytes, seen, fault);
  });
  const server = Deno.serve(options, (request) => {
    const seen = note("hub", request);
    const fault = hub.fault(seen);
    if (typeof fault === "object") {
      return new Response("fault", { status: fault.status, headers: fault.headers ?? {} });
    }
    const { pathname, searchParams, origin } = new URL(request.url);
    const api = /^\/api\/datasets\/([^/]+\/[^/]+)\/(revision|tree)\/([^/]+)$/.exec(pathname);
    const file = /^\/datasets\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(pathname);
    const [, name = "", kind = "", rawRevision = ""] = api ??
      [file?.[0] ?? "", file?.[1], "resolve", file?.[2]];
    const repo = hub.repos[name];
    const fail = (status: number, code: string) =>
      Response.json({ error: code }, { status, headers: { "x-error-code": code } });
    // As on the real hub: without a token one is not told that there is none.
    if (repo === undefined) return fail(seen.authorization === null ? 401 : 404, "RepoNotFound");
    const found = treeAt(repo, decodeURIComponent(rawRevision));
    if (found === null) return fail(404, "RevisionNotFound");
    if (kind === "revision") {
      return Response.json({
        _id: "1",
        id: name,
        sha: found.sha,
        cardData: { configs: found.tree.configs },
        private: false,
      });
    }
    if (kind === "tree") {
      const entries = Object.entries(found.tree.files).map(([path, content]) => {
        const bytes = bytesOf(content);
        const lfs = bytes.length < LARGE
          ? {}
          : { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 } };
        return { type: "file", path, size: bytes.length, oid: gitHash(bytes), ...lfs };
      });
      const start = Number(searchParams.get("cursor") ?? 0);
      const next = `<${origin}${pathname}?recursive=true&cursor=${start + PAGE}>; rel="next"`;
      return Response.json([
        { type: "directory", path: "data", size: 0, oid: "0" },
        ...entries.slice(start, start + PAGE),
      ], {
        headers: start + PAGE < entries.length ? { link: next } : {},
      });
    }
    if (repo.gated === true && seen.authorization === null) return fail(401, "GatedRepo");
    if (repo.gated === true && seen.authorization !== "Bearer good") return fail(403, "GatedRepo");
    const content = found.tree.files[decodeURIComponent(file?.[3] ?? "")];
    if (content === undefined) return fail(404, "EntryNotFound");
    const bytes = bytesOf(content);
    if (bytes.length < LARGE) return serve(bytes, seen, fault);
    const hash = sha256(bytes);
    blobs.set(hash, bytes);
    const location = `http://127.0.0.1:${cdn.addr.port}/blob/${hash}`;
    return new Response(null, { status: 302, headers: { location, "x-linked-etag": `"${hash}"` } });
  });
  const hub: FakeHub = {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked: [],
    repos,
    fault: () => undefined,
    commit: (repo, branch) => treeAt(hub.repos[repo] as FakeRepo, branch)?.sha ?? "",
    async [Symbol.asyncDispose]() {
      cutter.close();
      await Promise.all([server.shutdown(), cdn.shutdown(), cutting]);
    },
  };
  return hub;
}

function commitOf(tree: FakeTree): string {
  const content = Object.entries(tree.files).map(([path, bytes]) => [path, gitHash(bytesOf(bytes))]);
  return sha256(JSON.stringify([content, tree.configs ?? null])).slice(0, 40);
}

function serve(bytes: Uint8Array, { range }: HubRequest, fault: HubFault | undefined): Response {
  if (typeof fault === "object") {
    return new Response("fault", { status: fault.status, headers: fault.headers ?? {} });
  }
  const headers = { etag: `"${sha256(bytes)}"`, "accept-ranges": "bytes" };
  const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? "");
  if (asked !== null) {
    const [from, to] = [Number(asked[1]), Math.min(Number(asked[2]), bytes.length - 1)];
    return new Response(bytes.slice(from, to + 1), {
      status: 206,
      headers: { ...headers, "content-range": `bytes ${from}-${to}/${bytes.length}` },
    });
  }
  const half = bytes.slice(0, Math.ceil(bytes.length / 2));
  if (fault === "short") return new Response(half, { headers });
  if (fault === "changed") {
    return new Response(bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte)), { headers });
  }
  return new Response(bytes.slice(), { headers });
}

/** Promises more than it sends, then hangs up: what a server never does of its own will. */
async function cutServer(listener: Deno.TcpListener): Promise<void> {
  for await (const connection of listener) {
    await connection.read(new Uint8Array(4096));
    const head = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\nconnection: close\r\n\r\n";
    await connection.write(encoder.encode(`${head}half`));
    connection.close();
  }
}
