/**
 * The mode of a run in words.
 *
 * @module
 */

/**
 * The mode, and why it is not canonical.
 *
 * @example
 * ```ts
 * import { modeText } from "./mode_text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   modeText("diagnostic", { notCanonicalBecause: ["limit 5"] }),
 *   "diagnostic: not canonical because limit 5",
 * );
 * ```
 */
export function modeText(
  mode: string,
  { notCanonicalBecause }: { readonly notCanonicalBecause: readonly string[] },
): string {
  return notCanonicalBecause.length === 0
    ? mode
    : `${mode}: not canonical because ${notCanonicalBecause.join(", ")}`;
}
