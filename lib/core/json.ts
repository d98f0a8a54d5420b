/**
 * Strict JSON with a place in every complaint.
 *
 * @module
 */
import { badJson } from "./bad_json.ts";
import { DataError } from "./errors.ts";
import { type Json, type JsonOrigin, placeOf } from "./json_origin.ts";
import { refuseUnsafe } from "./unsafe_numbers.ts";

const DEFAULT_DEPTH = 500;

/**
 * Parses one JSON value and refuses what JavaScript would change silently:
 * integers beyond ±(2^53 − 1) and numbers that overflow to infinity. `NaN` and
 * `Infinity` are not JSON. One leading byte order mark must be gone already.
 *
 * @throws {DataError} `bad_json`, `unsafe_integer`, `not_finite` or `too_deep`,
 * with the place in `details`.
 *
 * @example Parse a line
 * ```ts
 * import { parseJson } from "./json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseJson('{"id": "a"}', { file: "rows.jsonl", line: 3 }), { id: "a" });
 * ```
 */
export function parseJson(text: string, origin: JsonOrigin = {}): Json {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badJson(text, origin, cause);
  }
  const maxDepth = origin.maxDepth ?? DEFAULT_DEPTH;
  if (text.length > 2 * maxDepth) refuseDeep(text, maxDepth, origin);
  refuseUnsafe(text, origin);
  return value;
}

function refuseDeep(text: string, maxDepth: number, origin: JsonOrigin): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) {
      for (i++; text.charCodeAt(i) !== 34; i++) if (text.charCodeAt(i) === 92) i++;
    } else if (c === 91 || c === 123) {
      if (++depth > maxDepth) {
        throw new DataError(
          `Cannot read ${placeOf(origin)}: wanted at most ${maxDepth} nested levels, found more`,
          { code: "too_deep", details: { file: origin.file ?? null, line: origin.line ?? null } },
        );
      }
    } else if (c === 93 || c === 125) depth--;
  }
}
