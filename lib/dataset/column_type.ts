/**
 * The type of a column, in words.
 *
 * @module
 */
import { isPlainObject } from "../core/plain_object.ts";

/** What is known of one wanted type. */
export interface ColumnType {
  /** Tells whether a value is of the type. */
  readonly test: (value: unknown) => boolean;
  /** Converts a cell of text to the wanted kind; undefined when it cannot. */
  readonly convert: (cell: string) => unknown;
}

type Convert = ColumnType["convert"];

const asJson: Convert = (cell) => {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
};

const asNumber: Convert = (
  cell,
) => (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell.trim()) ? Number(cell) : undefined);

const asText: Convert = (cell) => cell;

/**
 * Reads one type in the words of `checkColumns`, without ` or ` and `?`.
 * `column` is named in the message.
 *
 * @throws {TypeError} for words it does not know.
 *
 * @example
 * ```ts
 * import { columnType } from "./column_type.ts";
 * import { assert } from "@std/assert";
 * assert(columnType("4 of strings", "options").test(["a", "b", "c", "d"]));
 * ```
 */
export function columnType(words: string, column: string): ColumnType {
  const list = /^(?:list|lists?|(\d+)) of (.+)$/.exec(words);
  if (list !== null) {
    const item = columnType((list[2] ?? "").replace(/s$/, ""), column).test;
    const size = list[1] === undefined ? undefined : Number(list[1]);
    return {
      test: (v) => Array.isArray(v) && (size === undefined || v.length === size) && v.every(item),
      convert: asJson,
    };
  }
  const range = /^integer (-?\d+)\.\.(-?\d+)$/.exec(words);
  if (range !== null) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return {
      test: (v) => Number.isSafeInteger(v) && (v as number) >= low && (v as number) <= high,
      convert: asNumber,
    };
  }
  const known: Record<string, ColumnType> = {
    "string": { test: (v) => typeof v === "string", convert: asText },
    "non-empty string": { test: (v) => typeof v === "string" && v.trim() !== "", convert: asText },
    "integer": { test: Number.isSafeInteger, convert: asNumber },
    "number": { test: Number.isFinite, convert: asNumber },
    "boolean": {
      test: (v) => typeof v === "boolean",
      convert: (cell) => (/^(?:true|false)$/i.test(cell) ? cell.toLowerCase() === "true" : undefined),
    },
    "object": { test: isPlainObject, convert: asJson },
    "list": { test: Array.isArray, convert: asJson },
    "null": { test: (v) => v === null, convert: (cell) => (cell === "" ? null : undefined) },
    "any": { test: () => true, convert: asText },
  };
  const found = Object.hasOwn(known, words) ? known[words] : undefined;
  if (found === undefined) {
    throw new TypeError(`Cannot check the column "${column}": wanted a known type, found "${words}"`);
  }
  return found;
}
