/**
 * lm-eval's own template filter: Python's `re.sub`.
 *
 * @module
 */
import { pythonRegExp } from "../../core/regex/python_regex.ts";
import { decodeEscapes } from "./lexer.ts";
import { softText } from "./text_methods.ts";
import { type Kwargs, toNumber, type Value } from "./value.ts";

/** Fills `\1`, `\g<1>` and escapes of a replacement. */
function expand(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\\(?:g<(\d+)>|([1-9]\d?)|([\s\S]))/g, (_all, long, short, other) => {
    const number = long ?? short;
    return number === undefined ? decodeEscapes(`\\${other}`) : groups[Number(number)] ?? "";
  });
}

/** `value | regex_replace(pattern, repl, count=0)`; a count of 0 replaces all. */
export function regexReplace(input: Value, args: readonly Value[], kwargs: Kwargs): string {
  const [pattern = kwargs.pattern, replacement = kwargs.repl ?? "", count = kwargs.count ?? 0] = args;
  const text = softText(input);
  const limit = toNumber(count) || Infinity;
  let out = "";
  let at = 0;
  for (const { index, groups } of pythonRegExp(softText(pattern)).matches(text).slice(0, limit)) {
    out += text.slice(at, index) + expand(softText(replacement), groups);
    at = index + (groups[0] ?? "").length;
  }
  return out + text.slice(at);
}
