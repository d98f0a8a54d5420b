/**
 * JSON objects inside a reply.
 *
 * @module
 */

/**
 * The JSON of a reply: the whole text when it is JSON, else all complete
 * top-level objects in order, fenced or not. An object inside a broken outer
 * one does not count. One pass, linear.
 *
 * @returns Parsed values; empty when there is none.
 *
 * @example Prose around an object
 * ```ts
 * import { jsonObjects } from "./json_block.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(jsonObjects('Sure: {"score": 1} and {"score": 0}'), [{ score: 1 }, { score: 0 }]);
 * assertEquals(jsonObjects('{"draft": {"score": 1}'), []);
 * ```
 */
export function jsonObjects(text: string): unknown[] {
  const whole = tryParse(text.trim());
  if (whole !== undefined) return [whole];
  const found: unknown[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (depth > 0 && inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = depth > 0;
    else if (char === "{") {
      if (depth++ === 0) start = i;
    } else if (char === "}" && depth > 0 && --depth === 0) {
      const value = tryParse(text.slice(start, i + 1));
      if (value !== undefined) found.push(value);
    }
  }
  return found;
}

function tryParse(text: string): unknown {
  if (!/^[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
