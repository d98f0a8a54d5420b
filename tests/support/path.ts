/** The two path functions tests need, for every system. @module */
import { join as nodeJoin } from "node:path";
import { fileURLToPath } from "node:url";

/** Joins path parts. */
export function join(...parts: string[]): string {
  return nodeJoin(...parts);
}

/** Path of a `file:` URL. */
export function fromFileUrl(url: URL | string): string {
  return fileURLToPath(url);
}
