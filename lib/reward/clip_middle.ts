/**
 * Cutting a text that is too long to be judged whole.
 *
 * @module
 */

/** A text and whether something is missing. */
export interface ClippedText {
  /** The text, with a visible mark where it was cut. */
  readonly text: string;
  /** True when it was cut. */
  readonly clipped: boolean;
}

/**
 * Keeps head and tail of a text, each half of `limit` characters (code points),
 * with a mark between them that says how much is missing: conclusions stand at
 * the end. No limit, no cut.
 *
 * @throws {RangeError} When the limit is not a whole number of at least 2.
 * @example
 * ```ts
 * import { clipMiddle } from "./clip_middle.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(clipMiddle("abcdefgh", 4).text, "ab\n[… 4 characters left out …]\ngh");
 * assertEquals(clipMiddle("abc"), { text: "abc", clipped: false });
 * ```
 */
export function clipMiddle(text: string, limit?: number): ClippedText {
  if (limit === undefined) return { text, clipped: false };
  if (!Number.isInteger(limit) || limit < 2) {
    throw new RangeError(`Cannot clip to ${limit} characters: wanted a whole number of at least 2`);
  }
  if (text.length <= limit) return { text, clipped: false };
  const chars = Array.from(text);
  if (chars.length <= limit) return { text, clipped: false };
  const tail = Math.floor(limit / 2);
  const head = limit - tail;
  const mark = `\n[… ${chars.length - limit} characters left out …]\n`;
  return { text: chars.slice(0, head).join("") + mark + chars.slice(-tail).join(""), clipped: true };
}
