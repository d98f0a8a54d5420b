/**
 * A reply cut where a server would have stopped.
 *
 * @module
 */

/**
 * Cuts a text at the first place where any stop begins; empty stops are ignored.
 *
 * @example
 * ```ts
 * import { cutAtStops } from "./cut_at_stops.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(cutAtStops("A\n\nQ: next", ["Q:", "\n\n"]), "A");
 * ```
 */
export function cutAtStops(text: string, stops: readonly string[]): string {
  let end = text.length;
  for (const stop of stops) {
    if (stop === "") continue;
    const at = text.indexOf(stop);
    if (at >= 0 && at < end) end = at;
  }
  return end === text.length ? text : text.slice(0, end);
}
