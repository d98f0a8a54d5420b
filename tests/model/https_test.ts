import { assert, assertEquals } from "@std/assert";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";
import { loopbackCertificate, type TlsPair } from "../support/tls.ts";

interface TlsServer extends AsyncDisposable {
  readonly port: number;
  /** Most requests that were there at once, and connections they came over. */
  readonly seen: { peak: number; ports: Set<number>; total: number };
}

/** Answers only once `together` requests are there at the same time. */
function tlsServer(pair: TlsPair, together: number): TlsServer {
  const seen = { peak: 0, ports: new Set<number>(), total: 0 };
  const { promise: all, resolve: open } = Promise.withResolvers<void>();
  let inFlight = 0;
  const quiet = { port: 0, hostname: "127.0.0.1", onListen() {}, ...pair };
  const server = Deno.serve(quiet, async (request, { remoteAddr }) => {
    await request.text();
    seen.total++;
    seen.ports.add((remoteAddr as Deno.NetAddr).port);
    seen.peak = Math.max(seen.peak, ++inFlight);
    if (inFlight >= together) open();
    await all;
    inFlight--;
    const message = { role: "assistant", content: "A" };
    return Response.json({ choices: [{ index: 0, message, finish_reason: "stop" }] });
  });
  return {
    port: server.addr.port,
    seen,
    [Symbol.asyncDispose]() {
      open();
      return server.shutdown();
    },
  };
}

/** A proxy that knows CONNECT only, and leads every name to loopback. */
function connectProxy(): AsyncDisposable & { readonly port: number; readonly asked: string[] } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked: string[] = [];
  const jobs = new Set<Promise<unknown>>();
  const tunnel = async (near: Deno.Conn): Promise<void> => {
    const buffer = new Uint8Array(4096);
    const n = await near.read(buffer) ?? 0;
    const target = /^CONNECT (\S+):(\d+) /.exec(new TextDecoder().decode(buffer.subarray(0, n)));
    if (target === null) return near.close();
    asked.push(target[1] ?? "");
    const far = await Deno.connect({ hostname: "127.0.0.1", port: Number(target[2]) });
    await near.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    await Promise.allSettled([near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)]);
  };
  const accepting = (async () => {
    for await (const conn of listener) jobs.add(tunnel(conn).catch(() => {}));
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    asked,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(jobs);
    },
  };
}

/** A client in a process of its own: certificates and proxies are read from the environment at its start. */
async function client(baseUrl: string, count: number, env: Record<string, string>): Promise<unknown> {
  const names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "DENO_CERT"];
  const clean = Object.fromEntries(names.map((name) => [name, ""]));
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", repoPath("tests/model/https_child.ts"), baseUrl, String(count)],
    env: { ...clean, DENO_NO_UPDATE_CHECK: "1", ...env },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert(text.startsWith("["), new TextDecoder().decode(stderr));
  return JSON.parse(text);
}

Deno.test("https: 256 requests are in flight at once, each on its own HTTP/1.1 connection; DENO_CERT is trusted", async () => {
  await using dir = await tempDir();
  const pair = await loopbackCertificate();
  await using server = tlsServer(pair, 256);
  const cert = await dir.write("ca.pem", pair.cert);
  const found = await client(`https://localhost:${server.port}/v1`, 256, { DENO_CERT: cert });
  assertEquals(found, ["A"]);
  assertEquals([server.seen.peak, server.seen.ports.size, server.seen.total], [256, 256, 256]);
});

Deno.test("https: a certificate nobody vouches for is refused", async () => {
  await using server = tlsServer(await loopbackCertificate(), 1);
  assertEquals(await client(`https://localhost:${server.port}/v1`, 1, {}), ["connection_failed"]);
  assertEquals(server.seen.total, 0);
});

Deno.test("https: HTTPS_PROXY is used, NO_PROXY spares a host", async () => {
  await using dir = await tempDir();
  const pair = await loopbackCertificate();
  await using server = tlsServer(pair, 1);
  await using proxy = connectProxy();
  const DENO_CERT = await dir.write("ca.pem", pair.cert);
  const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
  const baseUrl = `https://localhost:${server.port}/v1`;
  assertEquals(await client(baseUrl, 3, { DENO_CERT, HTTPS_PROXY }), ["A"]);
  assert(proxy.asked.length >= 1 && proxy.asked.every((host) => host === "localhost"), String(proxy.asked));
  const before = proxy.asked.length;
  assertEquals(await client(baseUrl, 1, { DENO_CERT, HTTPS_PROXY, NO_PROXY: "localhost" }), ["A"]);
  assertEquals(proxy.asked.length, before);
});
