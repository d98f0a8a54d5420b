/**
 * Numbers that JavaScript would change without a word.
 *
 * @module
 */
import { DataError } from "./errors.ts";
import { type JsonOrigin, placeOf } from "./json_origin.ts";

/** A number that may lie outside what a double can hold; anything else needs no second look. */
const SUSPECT = /(?:^|[:,[\s-])\d{16,}(?![.\deE])|\d[eE]\+?0*\d{3}|\d{309}/;

/** A cheaper look that lets through all of the above: on usual rows it takes a third of the time. */
const MAYBE = /\d(?:\d{15}|[eE]\+?\d{3})/;

/**
 * Refuses a valid JSON text with an integer beyond ±(2^53 − 1), or with a number
 * that overflows to infinity. Texts without long numbers cost one quick search.
 *
 * @throws {DataError} `unsafe_integer` or `not_finite`, naming place and field.
 *
 * @example
 * ```ts
 * import { refuseUnsafe } from "./unsafe_numbers.ts";
 * import { assertThrows } from "@std/assert";
 * refuseUnsafe('{"n": 9007199254740991}', {});
 * assertThrows(() => refuseUnsafe('{"n": 9007199254740993}', {}), Error, "9007199254740993");
 * ```
 */
export function refuseUnsafe(text: string, origin: JsonOrigin): void {
  if (!MAYBE.test(text) || !SUSPECT.test(text)) return;
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
