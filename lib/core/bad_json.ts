/**
 * Where a JSON text is broken, and what stands there.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { type JsonOrigin, placeOf } from "./json_origin.ts";

/**
 * The error for a text that `JSON.parse` refused: the line counts the line ends
 * before the fault, and the message shows what stands there. `cause` is what
 * `JSON.parse` threw.
 *
 * @example
 * ```ts
 * import { badJson } from "./bad_json.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(badJson("[NaN]", { file: "a.json", line: 3 }, undefined).details.line, 3);
 * ```
 */
export function badJson(text: string, origin: JsonOrigin, cause: unknown): DataError {
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
