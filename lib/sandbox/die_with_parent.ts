/**
 * A program that ends when the process that started it is killed (Linux).
 *
 * @module
 */

/**
 * Command to put in front of another. The kernel kills it when its parent dies;
 * the shell then looks whether the parent has died before that was arranged.
 *
 * @param setpriv Path of `setpriv`; null (other systems) gives an empty list.
 * @param more Flags of setpriv, such as the user to become.
 * @example
 * ```ts
 * import { dieWithParent } from "./die_with_parent.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(dieWithParent(null), []);
 * ```
 */
export function dieWithParent(setpriv: string | null, more: readonly string[] = []): string[] {
  if (setpriv === null) return [];
  const look = '[ "$PPID" = "$0" ] || exit 125; exec "$@"';
  return [setpriv, ...more, "--pdeathsig", "KILL", "--", "/bin/sh", "-c", look, String(Deno.pid)];
}
