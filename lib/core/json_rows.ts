/**
 * The members of a big JSON array or object, one by one, in text order.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { type Json, type JsonOrigin, placeOf } from "./json_origin.ts";
import { parseJson } from "./json.ts";

/** One member of the outermost array or object. */
export interface JsonMember {
  /** Its key, in an object. */
  readonly key?: string;
  /** Its value. */
  readonly value: Json;
  /** 1-based line on which the value starts. */
  readonly line: number;
  /** Where the value starts in the text. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
}

/**
 * Walks the members of a JSON array or object in the order of the text.
 * `JSON.parse` would move keys that look like integers to the front, and keep
 * the last of two equal keys; here equal keys come twice, for the caller to
 * refuse. Each value is parsed strictly when it is reached.
 *
 * @throws {DataError} `bad_json`, `unsafe_integer` … with the line.
 *
 * @example
 * ```ts
 * import { jsonMembers } from "./json_rows.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const keys = [...jsonMembers('{"20": 1, "3": 2}')].map((member) => member.key);
 * assertEquals(keys, ["20", "3"]);
 * ```
 */
export function* jsonMembers(text: string, origin: JsonOrigin = {}): Generator<JsonMember> {
  let at = 0;
  let line = origin.line ?? 1;
  const fail = (wanted: string): DataError => {
    const found = at >= text.length ? "the end of the text" : JSON.stringify(text.slice(at, at + 40));
    const place = { ...origin, line };
    return new DataError(`Cannot read ${placeOf(place)}: wanted ${wanted}, found ${found}`, {
      code: "bad_json",
      details: { file: origin.file ?? null, line },
    });
  };
  const skip = (): void => {
    for (;; at++) {
      const c = text.charCodeAt(at);
      if (c === 10) line++;
      else if (c !== 32 && c !== 9 && c !== 13) return;
    }
  };
  skip();
  const open = text[at];
  if (open !== "[" && open !== "{") throw fail("a JSON array or object");
  const close = open === "[" ? "]" : "}";
  at++;
  skip();
  for (let first = true; text[at] !== close; first = false) {
    if (!first) {
      if (text[at] !== ",") throw fail(`"," or "${close}"`);
      at++;
      skip();
    }
    let key: string | undefined;
    if (open === "{") {
      if (text[at] !== '"') throw fail("a key in quotes");
      const end = endOfString(text, at);
      key = parseJson(text.slice(at, end), { ...origin, line }) as string;
      at = end;
      skip();
      if (text[at] !== ":") throw fail('":"');
      at++;
      skip();
    }
    const end = endOfValue(text, at);
    if (end === at) throw fail("a value");
    const value = parseJson(text.slice(at, end), { ...origin, line });
    yield { ...(key === undefined ? {} : { key }), value, line, start: at, end };
    for (; at < end; at++) if (text.charCodeAt(at) === 10) line++;
    skip();
  }
  at++;
  skip();
  if (at < text.length) throw fail("nothing after the value");
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 34) return i + 1;
  }
  return text.length;
}

/** End of the value that starts at `start`, brackets balanced; its text is judged by the parser. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) i = endOfString(text, i) - 1;
    else if (c === 91 || c === 123) depth++;
    else if (c === 93 || c === 125) {
      if (depth === 0) return i;
      depth--;
      if (depth === 0) return i + 1;
    } else if (c === 44 && depth === 0) return i;
  }
  return text.length;
}
