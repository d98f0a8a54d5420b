/**
 * A proxy on a unix socket that lets through to named hosts only.
 *
 * @module
 */
import { type HostPort, parseHostPort, readProxyHead } from "./policy.ts";

/** Largest head of a request. */
const HEAD_BYTES = 32_768;
/** Connections at once. */
const MAX_OPEN = 64;

/** A running proxy. */
export interface HostProxy extends AsyncDisposable {
  /** What was refused, a line each, without repeats. */
  refused(): readonly string[];
}

async function readHead(conn: Deno.Conn): Promise<{ head: string; rest: Uint8Array } | null> {
  let bytes = new Uint8Array();
  const chunk = new Uint8Array(8_192);
  while (bytes.length < HEAD_BYTES) {
    const count = await conn.read(chunk);
    if (count === null) return null;
    const next = new Uint8Array(bytes.length + count);
    next.set(bytes);
    next.set(chunk.subarray(0, count), bytes.length);
    bytes = next;
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const cut = text.indexOf("\r\n\r\n");
    if (cut >= 0) return { head: text.slice(0, cut + 4), rest: bytes.subarray(cut + 4) };
  }
  return null;
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

async function pass(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  await from.readable.pipeTo(to.writable, { preventCancel: true }).catch(() => {});
}

function close(conn: Deno.Conn | undefined): void {
  try {
    conn?.close();
  } catch {
    // Closed already, by the pipe.
  }
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);
const answer = (status: string): Uint8Array =>
  latin(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);

/**
 * Starts one at `socket`. A host is let through only under the very name it was
 * given by; the name is looked up here, never by the program.
 *
 * @throws {TypeError} for a host that is not `name:port`.
 */
export async function startHostProxy(socket: string, hosts: readonly string[]): Promise<HostProxy> {
  const allowed: readonly HostPort[] = hosts.map(parseHostPort);
  const refused = new Set<string>();
  const listener = Deno.listen({ transport: "unix", path: socket });
  await Deno.chmod(socket, 0o666);
  const open = new Set<Deno.Conn>();
  const serving = new Set<Promise<void>>();

  async function serve(conn: Deno.Conn): Promise<void> {
    let upstream: Deno.Conn | undefined;
    try {
      const asked = await readHead(conn);
      const target = asked === null ? null : readProxyHead(asked.head);
      if (asked === null || target === null) return await writeAll(conn, answer("400 Bad Request"));
      const { hostname, port } = target;
      if (!allowed.some((one) => one.hostname === hostname && one.port === port)) {
        if (refused.size < 100) refused.add(`tried to reach ${hostname}:${port}`);
        return await writeAll(conn, answer("403 Forbidden"));
      }
      upstream = await Deno.connect({ hostname: hostname.replace(/^\[|\]$/g, ""), port });
      open.add(upstream);
      await writeAll(
        target.tunnel ? conn : upstream,
        latin(target.tunnel ? "HTTP/1.1 200 OK\r\n\r\n" : target.head),
      );
      await writeAll(upstream, asked.rest);
      await Promise.all([pass(conn, upstream), pass(upstream, conn)]);
    } catch {
      await writeAll(conn, answer("502 Bad Gateway")).catch(() => {});
    } finally {
      for (const one of [conn, upstream]) {
        close(one);
        if (one !== undefined) open.delete(one);
      }
    }
  }
  const accepting = (async () => {
    for await (const conn of listener) {
      if (open.size >= 2 * MAX_OPEN) {
        close(conn);
        continue;
      }
      open.add(conn);
      const work = serve(conn).finally(() => serving.delete(work));
      serving.add(work);
    }
  })().catch(() => {});
  return {
    refused: () => [...refused],
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      for (const conn of open) close(conn);
      await accepting;
      await Promise.allSettled([...serving]);
    },
  };
}
