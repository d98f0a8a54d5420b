/**
 * Strict JSON with a place in every complaint.
 *
 * @module
 */
import { DataError } from "./errors.ts";

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Where a JSON text comes from, for messages. */
export interface JsonOrigin {
  /** File or other name of the source. */
  readonly file?: string;
  /** 1-based line on which the text starts. */
  readonly line?: number;
  /** Deepest nesting that is accepted; default 500. */
  readonly maxDepth?: number;
}

/** A number that may lie outside what a double can hold; anything else needs no second look. */
const SUSPECT = /(?:^|[:,[\s-])\d{16,}(?![.\deE])|\d[eE]\+?0*\d{3}|\d{309}/;
/** A cheaper look that lets through all of the above: on usual rows it takes a third of the time. */
const MAYBE = /\d(?:\d{15}|[eE]\+?\d{3})/;
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
  if (MAYBE.test(text) && SUSPECT.test(text)) refuseUnsafe(text, origin);
  return value;
}

/**
 * `file:line` of an origin, or the part of it that is known.
 *
 * @example
 * ```ts
 * import { placeOf } from "./json.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(placeOf({ file: "a.jsonl", line: 2 }), "a.jsonl:2");
 * ```
 */
export function placeOf(origin: JsonOrigin): string {
  const file = origin.file ?? "the text";
  return origin.line === undefined ? file : `${file}:${origin.line}`;
}

function badJson(text: string, origin: JsonOrigin, cause: unknown): DataError {
  const special = /(?:^|[:,[\s])(-?(?:NaN|Infinity))(?=[\s,\]}]|$)/.exec(text);
  const position = faultPosition(text, cause instanceof Error ? cause.message : "");
  const inside = text.slice(0, position).split("\n").length - 1;
  const line = origin.line === undefined ? (inside > 0 ? inside + 1 : undefined) : origin.line + inside;
  const where = placeOf(line === undefined ? origin : { ...origin, line });
  const found = special?.[1] !== undefined
    ? `"${special[1]}", which is not JSON`
    : text.trim() === ""
    ? "nothing"
    : JSON.stringify(excerpt(text, position));
  return new DataError(`Cannot read ${where}: wanted one JSON value, found ${found}`, {
    code: "bad_json",
    hint: special === null ? "Mend the line, or drop it" : "Write null where a number is not known",
    cause,
    details: { file: origin.file ?? null, line: line ?? null },
  });
}

/** The engine says the position, or shows ten characters before the fault. */
function faultPosition(text: string, said: string): number {
  const position = /at position (\d+)/.exec(said)?.[1];
  if (position !== undefined) return Number(position);
  const shown = /^Unexpected token .*?, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(said);
  if (shown?.[2] === undefined) return said.includes("end of JSON") ? text.length : 0;
  const start = Math.max(0, text.indexOf(shown[2]));
  return shown[1] === undefined
    ? Math.max(0, text.indexOf(/'(.+?)'/su.exec(said)?.[1] ?? "", start))
    : start + 10;
}

function excerpt(text: string, position: number): string {
  const start = Math.max(0, position - 20);
  const part = text.slice(start, start + 60);
  return (start > 0 ? "…" : "") + part + (start + 60 < text.length ? "…" : "");
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

function refuseUnsafe(text: string, origin: JsonOrigin): void {
  // The reviver's third argument carries the literal as written.
  const reviver = (key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== "number") return value;
    const source = context?.source ?? String(value);
    const integer = /^-?\d+$/.test(source);
    if (Number.isFinite(value) && (!integer || Number.isSafeInteger(value))) return value;
    const details = { file: origin.file ?? null, line: origin.line ?? null, field: key };
    const shown = source.length > 40 ? `${source.slice(0, 40)}…` : source;
    if (integer) {
      throw new DataError(
        `Cannot read ${placeOf(origin)}: wanted integers within ±(2^53 - 1), found ${shown} in "${key}"`,
        { code: "unsafe_integer", hint: "Write the number as a string", details },
      );
    }
    throw new DataError(
      `Cannot read ${placeOf(origin)}: wanted a finite number, found ${shown} in "${key}"`,
      {
        code: "not_finite",
        hint: "Write null where a number is not known",
        details,
      },
    );
  };
  JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}
