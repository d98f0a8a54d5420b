/**
 * Which hosts a program may reach.
 *
 * @module
 */

/** A host and port. */
export interface HostPort {
  /** Name or address, lower case, as asked for: a name is not another's address. */
  readonly hostname: string;
  /** Port. */
  readonly port: number;
}

/**
 * Reads `name:port`, `name` (port 443), `[::1]:8000`. No wildcards.
 *
 * @throws {TypeError} for anything else.
 * @example
 * ```ts
 * import { parseHostPort } from "./policy.ts";
 * import { assertEquals, assertThrows } from "@std/assert";
 * assertEquals(parseHostPort("API.example.org"), { hostname: "api.example.org", port: 443 });
 * assertThrows(() => parseHostPort("*.example.org:443"), TypeError);
 * ```
 */
export function parseHostPort(text: string): HostPort {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(text);
  const port = Number(found?.[2] ?? 443);
  if (found?.[1] === undefined || port < 1 || port > 65_535) {
    throw new TypeError(`Host "${text}": wanted "name:port", without wildcards, scheme or path`);
  }
  return { hostname: found[1].toLowerCase(), port };
}

/** Where the head of a proxy request leads. */
export interface ProxyTarget extends HostPort {
  /** `CONNECT`: the bytes after it are passed on as they are. */
  readonly tunnel: boolean;
  /** Head to send on, for plain requests. */
  readonly head: string;
}

/**
 * Reads the head of a request to a proxy: `CONNECT name:port`, or a request
 * line with a whole `http:` address. Null for anything else.
 *
 * @example
 * ```ts
 * import { readProxyHead } from "./policy.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readProxyHead("CONNECT a.org:443 HTTP/1.1\r\n\r\n")?.hostname, "a.org");
 * assertEquals(readProxyHead("GET / HTTP/1.1\r\nHost: a.org\r\n\r\n"), null);
 * ```
 */
export function readProxyHead(head: string): ProxyTarget | null {
  const [line = "", ...headers] = head.replace(/\r\n\r\n$/, "").split("\r\n");
  const [method = "", target = "", version = ""] = line.split(" ");
  try {
    if (method === "CONNECT") return { ...parseHostPort(target), tunnel: true, head: "" };
    const url = new URL(target);
    if (url.protocol !== "http:" || !/^HTTP\/1\.[01]$/.test(version)) return null;
    const kept = headers.filter((one) => !/^(?:connection|proxy-[a-z-]+|keep-alive|host):/i.test(one));
    const lines = [
      `${method} ${url.pathname}${url.search} ${version}`,
      `Host: ${url.host}`,
      ...kept,
      "Connection: close",
    ];
    const { hostname, port } = parseHostPort(`${url.hostname}:${url.port || 80}`);
    return { hostname, port, tunnel: false, head: `${lines.join("\r\n")}\r\n\r\n` };
  } catch {
    return null;
  }
}
