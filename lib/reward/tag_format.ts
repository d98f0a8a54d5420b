/**
 * A reward for a reply in the form it was asked for.
 *
 * @module
 */

/** Options of {@linkcode tagFormatScore}. */
export interface TagFormatOptions {
  /** Allow text between and around the blocks; default false. */
  readonly textOutside?: boolean;
}

/**
 * 1 when the text consists of the named blocks, each once, in this order, well
 * formed and not nested; else 0. `<think>x</tool>` closes nothing.
 *
 * @throws {TypeError} When a name is not a plain tag name or none is given.
 * @example
 * ```ts
 * import { tagFormatScore } from "./tag_format.ts";
 * import { assertEquals } from "@std/assert";
 * const tags = ["think", "answer"];
 * assertEquals(tagFormatScore("<think>x</think>\n<answer>y</answer>", tags), 1);
 * assertEquals(tagFormatScore("<think>x</tool><answer>y</answer>", tags), 0);
 * ```
 */
export function tagFormatScore(text: string, tags: readonly string[], options: TagFormatOptions = {}): 0 | 1 {
  if (tags.length === 0 || !tags.every((tag) => /^[A-Za-z][\w-]*$/.test(tag))) {
    throw new TypeError(`Cannot score a format: wanted tag names, found ${JSON.stringify(tags)}`);
  }
  let at = 0;
  for (const tag of tags) {
    const open = text.indexOf(`<${tag}>`, at);
    const close = text.indexOf(`</${tag}>`, at);
    if (open < 0 || close < open) return 0;
    if (options.textOutside !== true && text.slice(at, open).trim() !== "") return 0;
    at = close + tag.length + 3;
  }
  if (options.textOutside !== true && text.slice(at).trim() !== "") return 0;
  const marks = text.match(new RegExp(`</?(?:${tags.join("|")})>`, "g")) ?? [];
  return marks.length === 2 * tags.length ? 1 : 0;
}
