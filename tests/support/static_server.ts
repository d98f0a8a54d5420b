/**
 * Serves the files of a folder on loopback, as a web host would serve a
 * checkout.
 *
 * @module
 */
import { join } from "./path.ts";

/** A running file server; `await using` stops it. */
export interface StaticServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** Paths asked for, in order. */
  readonly asked: readonly string[];
}

/** Serves the folder on a free port. */
export function serveFolder(root: string): StaticServer {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    asked.push(path);
    if (path.includes("..")) return new Response("refused", { status: 400 });
    try {
      const type = path.endsWith(".ts")
        ? "application/typescript"
        : path.endsWith(".json")
        ? "application/json"
        : "text/plain";
      return new Response(await Deno.readFile(join(root, path)), { headers: { "content-type": type } });
    } catch {
      return new Response("not found", { status: 404 });
    }
  });
  const host = `127.0.0.1:${server.addr.port}`;
  return { url: `http://${host}/`, host, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}
