/**
 * Python's `re` on model text: same matches, bounded work.
 *
 * @module
 */
import { type ParsedRegex, parseRegex } from "./regex_ast.ts";
import { matchCost, nativeRegex, type RegexCost } from "./regex_js.ts";
import { BudgetMatcher, RegexBudgetError } from "./regex_match.ts";

/** Options of {@linkcode pythonRegExp}. */
export interface PythonRegExpOptions {
  /** Letters of `imsxa` (`re.IGNORECASE`, …). */
  readonly flags?: string;
  /** Steps allowed for one text, besides 20 per code point; default 5,000,000 (about 0.1 s). */
  readonly budget?: number;
}

/** A match: the whole text, then the groups; undefined where a group took no part. */
export interface PythonMatch {
  /** Offset of the match in UTF-16 units. */
  readonly index: number;
  /** Group 0 is the whole match. */
  readonly groups: readonly (string | undefined)[];
}

/** A compiled Python regex. */
export interface PythonRegExp {
  /** The pattern as given. */
  readonly pattern: string;
  /** Number of capture groups. */
  readonly groupCount: number;
  /** All matches from left to right. @throws {RegexBudgetError} When the work is not bounded enough. */
  matches(text: string): PythonMatch[];
  /** As `re.findall`: texts without groups or with one, tuples with several; a missing group is "". */
  findall(text: string): (string | string[])[];
  /** As `re.sub` with a literal replacement. */
  replace(text: string, replacement: string): string;
}

const NATIVE_LIMIT = 200_000_000;
const cache = new Map<string, PythonRegExp>();

/**
 * Compiles a Python pattern.
 *
 * Decision on regexes that hang: a pattern without nested repetition whose
 * worst case on the given text stays under 200 million steps runs on the native
 * engine; any other runs on an own matcher that counts steps. A count, unlike a
 * clock or a worker that is killed, gives the same result on every machine.
 *
 * @throws {SyntaxError} On what Python refuses too.
 *
 * @example Python's findall
 * ```ts
 * import { pythonRegExp } from "./python_regex.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pythonRegExp("(?P<n>\\d+)").findall("1 and 22"), ["1", "22"]);
 * assertEquals(pythonRegExp("a(x)?(y)?").findall("a axy"), [["", ""], ["x", "y"]]);
 * ```
 */
export function pythonRegExp(pattern: string, options: PythonRegExpOptions = {}): PythonRegExp {
  const key = `${options.flags ?? ""}/${options.budget ?? ""}/${pattern}`;
  let known = cache.get(key);
  if (known === undefined) {
    known = compile(pattern, options);
    if (cache.size >= 500) cache.clear();
    cache.set(key, known);
  }
  return known;
}

function codePoints(text: string): { codes: Uint32Array; offsets: Uint32Array } {
  const codes = new Uint32Array(text.length);
  const offsets = new Uint32Array(text.length + 1);
  let n = 0;
  for (let i = 0; i < text.length; n++) {
    const code = text.codePointAt(i) as number;
    codes[n] = code;
    offsets[n] = i;
    i += code > 0xffff ? 2 : 1;
  }
  offsets[n] = text.length;
  return { codes: codes.subarray(0, n), offsets };
}

function compile(pattern: string, options: PythonRegExpOptions): PythonRegExp {
  const parsed: ParsedRegex = parseRegex(pattern, options.flags ?? "");
  const cost: RegexCost = matchCost(parsed.root);
  const careful = new BudgetMatcher(parsed); // compiled at once: it refuses what Python refuses
  const native = nativeRegex(parsed.root);
  const budget = options.budget ?? 5_000_000;

  const matches = (text: string): PythonMatch[] => {
    if (native && (text.length + 1) ** (cost.degree + 1) * cost.factor <= NATIVE_LIMIT) {
      const found: PythonMatch[] = [];
      native.lastIndex = 0;
      for (let match = native.exec(text);; match = native.exec(text)) {
        if (match === null) return found;
        if (match[0] === "") break; // where a match is empty the two languages go on differently
        found.push({ index: match.index, groups: [...match] });
      }
    }
    const { codes, offsets } = codePoints(text);
    return careful.run(codes, budget + 20 * codes.length).map((spans) => {
      const groups: (string | undefined)[] = [];
      for (let i = 0; i < spans.length; i += 2) {
        const end = spans[i + 1] as number;
        groups.push(end < 0 ? undefined : text.slice(offsets[spans[i] as number], offsets[end]));
      }
      return { index: offsets[spans[0] as number] as number, groups };
    });
  };
  return {
    pattern,
    groupCount: parsed.groups,
    matches,
    findall: (text) =>
      matches(text).map(({ groups }) => {
        if (groups.length === 1) return groups[0] as string;
        if (groups.length === 2) return groups[1] ?? "";
        return groups.slice(1).map((group) => group ?? "");
      }),
    replace(text, replacement) {
      let out = "";
      let at = 0;
      for (const { index, groups } of matches(text)) {
        out += text.slice(at, index) + replacement;
        at = index + (groups[0] as string).length;
      }
      return out + text.slice(at);
    },
  };
}

export { RegexBudgetError };

/**
 * Escapes a text so that a regex matches it literally, in both languages.
 *
 * @example Escape
 * ```ts
 * import { escapeRegex } from "./python_regex.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(escapeRegex("a.b"), "a\\.b");
 * ```
 */
export function escapeRegex(text: string): string {
  return text.replace(
    /[\\^$.*+?()[\]{}|\-#&~\s]/g,
    (char) => /\s/.test(char) && char !== " " ? char : `\\${char}`,
  );
}
