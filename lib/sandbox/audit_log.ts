/**
 * Deno's own record of permissions a program used or tried to use.
 *
 * @module
 */

/** Entries kept as evidence. */
const KEPT = 100;

function isInside(value: unknown, workspace: string): boolean {
  if (typeof value !== "string") return false;
  if (value === workspace || value.startsWith(`${workspace}/`)) return !value.includes("/../");
  return !value.startsWith("/") && !/(^|[\\/])\.\.([\\/]|$)/.test(value) &&
    !/^[A-Za-z]:|^[a-z]+:\/\//.test(value);
}

/**
 * Reads a `DENO_AUDIT_PERMISSIONS` log: what was asked for beyond the files of
 * the workspace, a line each, without repeats. The log says what was tried, not
 * whether it was granted; here all of it was refused.
 *
 * @example Reading inside is no finding
 * ```ts
 * import { readAuditLog } from "./audit_log.ts";
 * import { assertEquals } from "@std/assert";
 * const log = '{"v":1,"permission":"read","value":"/etc/passwd"}\n{"v":1,"permission":"read","value":"/work/a"}\n';
 * assertEquals(readAuditLog(log, "/work"), ['tried read "/etc/passwd"']);
 * ```
 */
export function readAuditLog(log: string, workspace: string): string[] {
  const found = new Set<string>();
  for (const line of log.split("\n")) {
    if (line === "" || found.size >= KEPT) continue;
    try {
      const { permission, value } = JSON.parse(line) as { permission?: unknown; value?: unknown };
      const files = permission === "read" || permission === "write";
      if (files && isInside(value, workspace)) continue;
      found.add(
        `tried ${String(permission)}${
          value === undefined || value === null ? "" : ` ${JSON.stringify(value)}`
        }`,
      );
    } catch {
      // A line cut by the end of the process.
    }
  }
  return [...found];
}
