/**
 * The methods of Python's `str` that templates call.
 *
 * @module
 */
import { isPySpace, pyLstrip, pyRstrip, pyStrip } from "../../core/python_strip.ts";
import { formatBraces } from "./format.ts";
import { iterate, type Kwargs, length, PyTuple, str, templateError, typeName, type Value } from "./value.ts";

/** A method of texts. */
export type TextMethod = (text: string, args: readonly Value[], kwargs: Kwargs) => Value;

function need(value: Value, method: string): string {
  if (typeof value === "string") return value;
  throw templateError(`Cannot call "${method}": wanted text, found "${typeName(value)}"`);
}

function stripper(side: "both" | "left" | "right"): TextMethod {
  return (text, [chars]) => {
    if (chars === undefined || chars === null) {
      return side === "both" ? pyStrip(text) : side === "left" ? pyLstrip(text) : pyRstrip(text);
    }
    const set = new Set(need(chars, "strip"));
    const points = [...text];
    let from = 0;
    let to = points.length;
    if (side !== "right") { while (from < to && set.has(points[from] as string)) from++; }
    if (side !== "left") { while (to > from && set.has(points[to - 1] as string)) to--; }
    return points.slice(from, to).join("");
  };
}

function words(text: string, limit: number): string[] {
  const out: string[] = [];
  let rest = pyLstrip(text);
  while (rest !== "") {
    if (out.length === limit) return [...out, pyRstrip(rest)];
    const points = [...rest];
    const end = points.findIndex(isPySpace);
    const word = end < 0 ? rest : points.slice(0, end).join("");
    out.push(word);
    rest = pyLstrip(rest.slice(word.length));
  }
  return out;
}

/** `str.split` with Python's rules for no separator and a limit. */
export function splitText(text: string, separator: Value, limit = -1): string[] {
  if (separator === undefined || separator === null) return words(text, limit);
  const mark = need(separator, "split");
  if (mark === "") throw templateError('Cannot call "split": wanted a separator, found an empty one');
  const parts = text.split(mark);
  if (limit < 0 || parts.length <= limit + 1) return parts;
  return [...parts.slice(0, limit), parts.slice(limit).join(mark)];
}

function splitRight(text: string, separator: Value, limit = -1): string[] {
  if (limit < 0) return splitText(text, separator);
  if (separator === undefined || separator === null) {
    const reverse = (s: string): string => [...s].reverse().join("");
    return words(reverse(text), limit).map(reverse).reverse();
  }
  const parts = splitText(text, separator);
  const cut = Math.max(0, parts.length - limit);
  return cut <= 1 ? parts : [parts.slice(0, cut).join(separator), ...parts.slice(cut)];
}

function find(text: string, needle: Value, from: "left" | "right"): number {
  const at = from === "left" ? text.indexOf(need(needle, "find")) : text.lastIndexOf(need(needle, "rfind"));
  return at < 0 ? -1 : length(text.slice(0, at));
}

function found(position: number): number {
  if (position < 0) throw templateError('Cannot call "index": substring not found');
  return position;
}

function affix(marks: Value, test: (mark: string) => boolean): boolean {
  return marks instanceof PyTuple
    ? marks.items.some((m) => test(need(m, "startswith")))
    : test(need(marks, "startswith"));
}

const LINE_ENDS = new Set("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029");

function splitLines(text: string, keepEnds: boolean): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!LINE_ENDS.has(text[i] as string)) continue;
    const end = text[i] === "\r" && text[i + 1] === "\n" ? i + 2 : i + 1;
    lines.push(text.slice(from, keepEnds ? end : i));
    from = end;
    i = end - 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** Upper-cases the first letter of each run of letters and lowers the rest, as `str.title`. */
function title(text: string): string {
  return text.replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => {
    const [first = "", ...rest] = [...word];
    return first.toUpperCase() + rest.join("").toLowerCase();
  });
}

/** Upper-cases the first letter and lowers the rest, as `str.capitalize`. */
export function capitalize(text: string): string {
  const [first = "", ...rest] = [...text];
  return first.toUpperCase() + rest.join("").toLowerCase();
}

function justify(side: "left" | "right" | "center"): TextMethod {
  return (text, [width, fill = " "]) => {
    const missing = Number(width) - length(text);
    if (missing <= 0) return text;
    if (side === "left") return text + fill.repeat(missing);
    if (side === "right") return fill.repeat(missing) + text;
    const left = Math.floor(missing / 2) + (missing & Number(width) & 1);
    return fill.repeat(left) + text + fill.repeat(missing - left);
  };
}

function cut(text: string, mark: string, at: number): PyTuple | null {
  return at < 0 ? null : new PyTuple([text.slice(0, at), mark, text.slice(at + mark.length)]);
}

function every(pattern: RegExp): TextMethod {
  return (text) => text !== "" && pattern.test(text);
}

const cased = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/** Method name to what it does. */
export const TEXT_METHODS: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ["strip", stripper("both")],
  ["lstrip", stripper("left")],
  ["rstrip", stripper("right")],
  ["upper", (text) => text.toUpperCase()],
  ["lower", (text) => text.toLowerCase()],
  ["casefold", (text) => text.toLowerCase().replaceAll("ß", "ss")],
  ["title", title],
  ["capitalize", capitalize],
  [
    "swapcase",
    (text) => [...text].map((c) => c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()).join(""),
  ],
  ["split", (text, [sep, max], kw) => splitText(text, sep ?? kw.sep, max ?? kw.maxsplit ?? -1)],
  ["rsplit", (text, [sep, max], kw) => splitRight(text, sep ?? kw.sep, max ?? kw.maxsplit ?? -1)],
  ["splitlines", (text, [keep], kw) => splitLines(text, keep ?? kw.keepends ?? false)],
  ["join", (text, [items]) => iterate(items).map((item) => need(item, "join")).join(text)],
  [
    "replace",
    (text, [from, to, count]) => replaceText(text, need(from, "replace"), need(to, "replace"), count ?? -1),
  ],
  ["startswith", (text, [marks]) => affix(marks, (mark) => text.startsWith(mark))],
  ["endswith", (text, [marks]) => affix(marks, (mark) => text.endsWith(mark))],
  ["find", (text, [needle]) => find(text, needle, "left")],
  ["rfind", (text, [needle]) => find(text, needle, "right")],
  ["index", (text, [needle]) => found(find(text, needle, "left"))],
  ["rindex", (text, [needle]) => found(find(text, needle, "right"))],
  [
    "count",
    (text, [needle]) => needle === "" ? length(text) + 1 : text.split(need(needle, "count")).length - 1,
  ],
  ["format", (text, args, kwargs) => formatBraces(text, args, kwargs)],
  [
    "partition",
    (text, [mark]) => cut(text, need(mark, "partition"), text.indexOf(mark)) ?? new PyTuple([text, "", ""]),
  ],
  [
    "rpartition",
    (text, [m]) => cut(text, need(m, "rpartition"), text.lastIndexOf(m)) ?? new PyTuple(["", "", text]),
  ],
  [
    "removeprefix",
    (text, [mark]) => text.startsWith(need(mark, "removeprefix")) ? text.slice(mark.length) : text,
  ],
  [
    "removesuffix",
    (text, [m]) => m !== "" && text.endsWith(need(m, "removesuffix")) ? text.slice(0, -m.length) : text,
  ],
  ["ljust", justify("left")],
  ["rjust", justify("right")],
  ["center", justify("center")],
  ["zfill", (text, [width]) =>
    text.replace(/^([+-]?)(.*)$/s, (_all, sign: string, rest: string) => {
      return sign + rest.padStart(Number(width) - sign.length, "0");
    })],
  ["isdigit", every(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]+$/u)],
  ["isdecimal", every(/^\p{Nd}+$/u)],
  ["isnumeric", every(/^\p{N}+$/u)],
  ["isalpha", every(/^\p{L}+$/u)],
  ["isalnum", every(/^[\p{L}\p{N}]+$/u)],
  ["isspace", (text) => text !== "" && [...text].every(isPySpace)],
  ["islower", (text) => cased(text) && text === text.toLowerCase()],
  ["isupper", (text) => cased(text) && text === text.toUpperCase()],
  ["istitle", (text) => cased(text) && text === title(text)],
  ["expandtabs", (text, [size = 8]) => text.replaceAll("\t", " ".repeat(Number(size)))],
]);

/** `str.replace` with a limit; −1 means all. */
export function replaceText(text: string, from: string, to: string, count: number): string {
  if (from === "") return count < 0 ? to + [...text].map((c) => c + to).join("") : text;
  if (count < 0) return text.split(from).join(to);
  const parts = text.split(from);
  const head = parts.slice(0, count + 1).join(to);
  return parts.length <= count + 1 ? head : [head, ...parts.slice(count + 1)].join(from);
}

/** `str` of anything a filter is put on. */
export function softText(value: Value): string {
  return typeof value === "string" ? value : str(value);
}
