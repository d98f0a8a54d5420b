/**
 * SHA-256 in the two forms that are needed: a promise for a text or two, a
 * synchronous hasher for millions of rows.
 *
 * @module
 */

/**
 * Hex SHA-256 of bytes, or of the UTF-8 of a text.
 *
 * @example
 * ```ts
 * import { sha256Hex } from "./hash.ts";
 * import { assert } from "@std/assert";
 * assert((await sha256Hex("")).startsWith("e3b0c44298fc1c14"));
 * ```
 */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource)).toHex();
}

/** Hashes at once: hex SHA-256. */
export type Sha256 = (data: string | Uint8Array) => string;

/** A hash that is fed piece by piece. */
export interface Hasher {
  /** Adds bytes or the UTF-8 of a text. */
  update(data: string | Uint8Array): unknown;
  /** Hex digest; ends the hash. */
  digest(encoding: "hex"): string;
}

interface CopiedHasher extends Hasher {
  update(data: string | Uint8Array): Hasher;
  copy(): CopiedHasher;
}

interface CryptoModule {
  createHash(algorithm: string): CopiedHasher;
}

let loaded: CryptoModule | undefined;

/** Loads the platform's hashes on first use; a static import would slow every start. */
function cryptoModule(): CryptoModule {
  if (loaded === undefined) {
    const host = globalThis as unknown as { process: { getBuiltinModule(name: string): CryptoModule } };
    loaded = host.process.getBuiltinModule("node:crypto");
  }
  return loaded;
}

/**
 * Hex SHA-256, synchronously. The first call costs some 20 ms of loading, so
 * keep it off the start path.
 *
 * @example
 * ```ts
 * import { sha256 } from "./hash.ts";
 * import { assert } from "@std/assert";
 * assert(sha256("abc").endsWith("f20015ad"));
 * ```
 */
export function sha256(data: string | Uint8Array): string {
  // A copy of a fresh hash costs two thirds of a new one.
  blank ??= cryptoModule().createHash("sha256");
  return blank.copy().update(data).digest("hex");
}

let blank: CopiedHasher | undefined;

/**
 * The synchronous hasher as a function to pass around.
 *
 * @example
 * ```ts
 * import { loadSha256 } from "./hash.ts";
 * import { assert } from "@std/assert";
 * const hash = await loadSha256();
 * assert(hash("abc").length === 64);
 * ```
 */
export function loadSha256(): Promise<Sha256> {
  cryptoModule();
  return Promise.resolve(sha256);
}

/**
 * A hash to be fed piece by piece: `sha256`, `sha1` or `sha512`.
 *
 * @example
 * ```ts
 * import { openHash, sha256 } from "./hash.ts";
 * import { assertEquals } from "@std/assert";
 * const hash = openHash("sha256");
 * hash.update("ab");
 * hash.update("c");
 * assertEquals(hash.digest("hex"), sha256("abc"));
 * ```
 */
export function openHash(algorithm: "sha256" | "sha1" | "sha512"): Hasher {
  return cryptoModule().createHash(algorithm);
}
