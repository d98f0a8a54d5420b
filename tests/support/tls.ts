/**
 * A self-signed certificate for loopback, made anew for each test: no program
 * and no committed key is needed.
 *
 * @module
 */

/** A certificate and its key, PEM. */
export interface TlsPair {
  /** The certificate; also the authority to trust. */
  readonly cert: string;
  /** The private key, PKCS 8. */
  readonly key: string;
}

type Part = Uint8Array | readonly Part[];

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: readonly Part[]): Uint8Array {
  const content = (parts.flat(9) as Uint8Array[]).flatMap((part) => [...part]);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return new Uint8Array([tag, ...size, ...content]);
}

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** A positive INTEGER of big-endian bytes. */
function integer(value: Uint8Array): Uint8Array {
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start++;
  const short = value.subarray(start);
  return der(0x02, (short[0] ?? 0) > 127 ? bytes(0) : bytes(), short);
}

function utcTime(ms: number): Uint8Array {
  return der(0x17, text(new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, "")));
}

function pem(label: string, data: Uint8Array): string {
  const lines = btoa(String.fromCharCode(...data)).replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

/** Makes a certificate for `localhost` and 127.0.0.1, valid for a day (RFC 5280, ECDSA P-256 with SHA-256). */
export async function loopbackCertificate(): Promise<TlsPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const exported = async (format: "spki" | "pkcs8", key: CryptoKey) =>
    new Uint8Array(await crypto.subtle.exportKey(format, key));
  const ecdsaSha256 = der(0x30, der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));
  const commonName = der(0x30, der(0x06, bytes(0x55, 0x04, 0x03)), der(0x0c, text("loopback test")));
  const name = der(0x30, der(0x31, commonName));
  const names = der(0x30, der(0x82, text("localhost")), der(0x87, bytes(127, 0, 0, 1)));
  const altNames = der(0x30, der(0x06, bytes(0x55, 0x1d, 0x11)), der(0x04, names));
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, integer(bytes(2))),
    integer(crypto.getRandomValues(new Uint8Array(8))),
    ecdsaSha256,
    name,
    der(0x30, utcTime(now - 3_600_000), utcTime(now + 86_400_000)),
    name,
    await exported("spki", pair.publicKey),
    der(0xa3, der(0x30, altNames)),
  );
  const signed = new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, body as BufferSource),
  );
  const signature = der(0x30, integer(signed.subarray(0, 32)), integer(signed.subarray(32)));
  return {
    cert: pem("CERTIFICATE", der(0x30, body, ecdsaSha256, der(0x03, bytes(0), signature))),
    key: pem("PRIVATE KEY", await exported("pkcs8", pair.privateKey)),
  };
}
