/**
 * What Python takes for whitespace, and its `strip`.
 *
 * @module
 */

// Code points for which Python's str.isspace() is true.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

const LEADING = new RegExp(`^${SPACE}+`);

const ONE_SPACE = new RegExp(`^${SPACE}$`);

/**
 * Tells whether a single character is whitespace for Python's `str.strip`:
 * \x1c to \x1f and \x85 are, the byte order mark is not.
 *
 * @example
 * ```ts
 * import { isPySpace } from "./python_strip.ts";
 * import { assert } from "@std/assert";
 * assert(isPySpace("\u0085") && !isPySpace("\ufeff") && !isPySpace(""));
 * ```
 */
export function isPySpace(char: string): boolean {
  return ONE_SPACE.test(char);
}

/**
 * Python's `str.lstrip()`.
 *
 * @example
 * ```ts
 * import { pyLstrip } from "./python_strip.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pyLstrip("\x1c a "), "a ");
 * ```
 */
export function pyLstrip(text: string): string {
  return text.replace(LEADING, "");
}

/**
 * Python's `str.rstrip()`.
 *
 * @example
 * ```ts
 * import { pyRstrip } from "./python_strip.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pyRstrip(" a\n"), " a");
 * ```
 */
export function pyRstrip(text: string): string {
  let end = text.length;
  while (end > 0 && ONE_SPACE.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/**
 * Python's `str.strip()`: JavaScript's `trim` also eats a byte order mark and
 * leaves \x1c to \x1f and \x85.
 *
 * @example
 * ```ts
 * import { pyStrip } from "./python_strip.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pyStrip(" \ufeffa\u0085"), "\ufeffa");
 * ```
 */
export function pyStrip(text: string): string {
  return pyRstrip(pyLstrip(text));
}
