/**
 * Names from outside, made safe as file names.
 *
 * @module
 */
import { sha256 } from "./hash.ts";

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

const MARKED = /--[0-9a-f]{16}$/;

/**
 * Turns any name or id into a file name part of [A-Za-z0-9._-], at most 120
 * bytes. An identifier stays as it is; everything else becomes a readable stub
 * with 16 hex digits of its SHA-256, so unlike names never meet. Windows device
 * names, trailing dots, other scripts and path separators are all covered.
 *
 * @throws {TypeError} for the empty name.
 *
 * @example
 * ```ts
 * import { pathPart } from "./path_part.ts";
 * import { assert, assertEquals } from "@std/assert";
 *
 * assertEquals(pathPart("mmlu_anatomy"), "mmlu_anatomy");
 * assert(/^x--[0-9a-f]{16}$/.test(pathPart("../../x")));
 * assert(pathPart("a/b") !== pathPart("a-b"));
 * ```
 */
export function pathPart(name: string): string {
  if (name === "") throw new TypeError("Cannot make a file name of an empty name");
  const plain = IDENTIFIER.test(name) && !name.endsWith(".") && !DEVICE.test(name) && !MARKED.test(name);
  if (plain) return name;
  const stub = name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  const safe = stub === "" || DEVICE.test(stub) ? `x${stub}` : stub.replace(/-+$/, "");
  return `${safe}--${sha256(name).slice(0, 16)}`;
}
