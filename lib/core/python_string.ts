/**
 * String literals of Python source.
 *
 * @module
 */

const OPEN = /([rRuUbB]{0,2})('''|"""|'|")/y;
const SIMPLE: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescape(body: string): string {
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|\r?(\n)|([\s\S]))/g,
    (all, x, u, wide, octal, newline, char) => {
      if (newline !== undefined) return "";
      if (char !== undefined) return SIMPLE[char] ?? all;
      return String.fromCodePoint(octal === undefined ? parseInt(x ?? u ?? wide, 16) : parseInt(octal, 8));
    },
  );
}

/**
 * Reads the string literal that starts at `at`, prefix and quotes included;
 * null when none starts there or it never ends. Escapes are resolved unless
 * the prefix says raw; f-strings are no literals.
 *
 * @example
 * ```ts
 * import { readPythonString } from "./python_string.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readPythonString(`x = 'a\\n'`, 4), { value: "a\n", end: 9 });
 * ```
 */
export function readPythonString(text: string, at: number): { value: string; end: number } | null {
  OPEN.lastIndex = at;
  const open = OPEN.exec(text);
  if (open === null) return null;
  const [whole, prefix = "", quote = ""] = open;
  const from = at + whole.length;
  let to = from;
  while (to < text.length && !text.startsWith(quote, to)) {
    if (quote.length === 1 && text[to] === "\n") return null;
    to += text[to] === "\\" ? 2 : 1;
  }
  if (to >= text.length) return null;
  const body = text.slice(from, to);
  return { value: /[rR]/.test(prefix) ? body : unescape(body), end: to + quote.length };
}
