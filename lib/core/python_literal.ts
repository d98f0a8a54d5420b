/**
 * Python literals (`ast.literal_eval`) as JSON-like values.
 *
 * @module
 */
import { readPythonString } from "./python_string.ts";

/** A JSON-like value. */
// deno-lint-ignore no-explicit-any
type Literal = any;

const SPACE = /(?:[ \t\r\n\f]|\\\r?\n|#[^\n]*)+/y;
const NUMBER =
  /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const CONSTANTS: Readonly<Record<string, Literal>> = {
  "True": true,
  "False": false,
  "None": null,
};

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  fail(wanted: string): never {
    const found = this.text.slice(this.at, this.at + 20);
    throw new SyntaxError(
      `Cannot read the Python literal: wanted ${wanted} at ${this.at}, found "${found || "the end"}"`,
    );
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  skip(): void {
    this.match(SPACE);
  }

  take(mark: string): boolean {
    this.skip();
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }
}

function number(reader: Reader): Literal {
  const text = reader.match(NUMBER);
  if (text === null) return reader.fail("a value");
  if (/^0\d/.test(text) && /^[\d_]+$/.test(text) && /[1-9]/.test(text)) {
    reader.at -= text.length;
    return reader.fail("a number without leading zeros");
  }
  const plain = text.replaceAll("_", "");
  if (/^\d+$/.test(plain) && !Number.isSafeInteger(Number(plain))) return BigInt(plain);
  return Number(plain);
}

function items(reader: Reader, close: string): { values: Literal[]; comma: boolean } {
  const values: Literal[] = [];
  let comma = false;
  while (!reader.take(close)) {
    if (values.length > 0 && !comma) reader.fail(`"," or "${close}"`);
    values.push(value(reader));
    comma = reader.take(",");
  }
  return { values, comma };
}

function table(reader: Reader): Literal {
  const entries: [Literal, Literal][] = [];
  let comma = true;
  while (!reader.take("}")) {
    if (!comma) reader.fail('"," or "}"');
    const key = value(reader);
    if (!reader.take(":")) {
      const rest = reader.take(",")
        ? items(reader, "}").values
        : (reader.take("}") || reader.fail('"}"'), []);
      return [...new Set([key, ...rest])];
    }
    entries.push([key, value(reader)]);
    comma = reader.take(",");
  }
  const plain = entries.every(([key]) => typeof key === "string" && !/^(0|[1-9]\d*)$/.test(key));
  return plain ? Object.fromEntries(entries) : new Map(entries);
}

function value(reader: Reader): Literal {
  reader.skip();
  const { text, at } = reader;
  const string = readPythonString(text, at);
  if (string !== null) {
    reader.at = string.end;
    let joined = string.value;
    for (reader.skip();; reader.skip()) {
      const more = readPythonString(text, reader.at);
      if (more === null) return joined;
      joined += more.value;
      reader.at = more.end;
    }
  }
  if (reader.take("[")) return items(reader, "]").values;
  if (reader.take("(")) {
    const { values, comma } = items(reader, ")");
    return values.length === 1 && !comma ? values[0] : values;
  }
  if (reader.take("{")) return table(reader);
  if (reader.take("-")) {
    const of = value(reader);
    return typeof of === "number" || typeof of === "bigint" ? -of : reader.fail("a number");
  }
  if (reader.take("+")) return value(reader);
  const name = reader.match(NAME);
  if (name === null) return number(reader);
  if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
  reader.at -= name.length;
  return reader.fail("a literal");
}

/**
 * Reads a Python literal: text (adjacent pieces joined), numbers, `True`,
 * `False`, `None`, lists, dicts. Tuples and sets come back as arrays, a dict
 * with keys that are no text (or look like array indices) as a `Map`, an
 * integer beyond 2^53 as a bigint.
 *
 * @throws {SyntaxError} On anything else; nothing is ever executed.
 *
 * @example A list as Python prints it
 * ```ts
 * import { parsePythonLiteral } from "./python_literal.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parsePythonLiteral(`['a', "it's", 1.5, None]`), ["a", "it's", 1.5, null]);
 * ```
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new Reader(text);
  const first = value(reader);
  const tuple = reader.take(",") ? [first] : null;
  if (tuple !== null) {
    for (reader.skip(); reader.at < text.length; reader.skip()) {
      tuple.push(value(reader));
      if (!reader.take(",")) break;
    }
  }
  reader.skip();
  if (reader.at < text.length) reader.fail("the end");
  return tuple ?? first;
}
