/**
 * Jinja's filters, as version 3.1 has them, with lm-eval's `regex_replace`.
 *
 * @module
 */
import { pythonJson } from "../../core/python_json.ts";
import { pyStrip } from "../../core/python_strip.ts";
import { getItem, getPath } from "./access.ts";
import { binary } from "./arithmetic.ts";
import { formatPercent } from "./format.ts";
import { LIST_FILTERS } from "./list_filters.ts";
import { regexReplace } from "./regex_replace.ts";
import { capitalize, replaceText, softText, TEXT_METHODS } from "./text_methods.ts";
import {
  defined,
  dictEntries,
  isDict,
  isFloat,
  isNumber,
  iterate,
  type Kwargs,
  length,
  makeFloat,
  PyFloat,
  PyTuple,
  str,
  templateError,
  toNumber,
  Undefined,
  type Value,
} from "./value.ts";

/** A filter: input, arguments, keyword arguments. */
export type Filter = (input: Value, args: readonly Value[], kwargs: Kwargs) => Value;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#39;",
  '"': "&#34;",
};
const escape: Filter = (input) => softText(input).replace(/[&<>'"]/g, (c) => ESCAPES[c] ?? c);
const fallback: Filter = (input, [other = "", whenFalse = false], kw) => {
  if (input instanceof Undefined) return kw.default_value ?? other;
  return (kw.boolean ?? whenFalse) &&
      !(input instanceof PyFloat ? input.value : Array.isArray(input) ? input.length : input)
    ? kw.default_value ?? other
    : input;
};

function toInt(input: Value, [other = 0, base = 10]: readonly Value[], kwargs: Kwargs): Value {
  if (isNumber(input)) return Math.trunc(toNumber(input));
  const text = pyStrip(softText(input)).replaceAll("_", "");
  const radix = kwargs.base ?? base;
  if (radix !== 10 && /^[+-]?[0-9a-zA-Z]+$/.test(text)) return parseInt(text.replace(/^0[xob]/i, ""), radix);
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)
    ? Math.trunc(Number(text))
    : kwargs.default ?? other;
}

function toFloat(input: Value, [other]: readonly Value[], kwargs: Kwargs): Value {
  if (isNumber(input)) return makeFloat(toNumber(input));
  const text = pyStrip(softText(input));
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return makeFloat(Number(text));
  return kwargs.default ?? other ?? new PyFloat(0);
}

function round(input: Value, [precision = 0, how = "common"]: readonly Value[], kwargs: Kwargs): Value {
  const digits = toNumber(kwargs.precision ?? precision);
  const method = kwargs.method ?? how;
  const value = toNumber(input);
  if (method === "common") {
    if (!isFloat(input)) return value;
    const scaled = value * 10 ** digits;
    const nearest = Math.round(scaled);
    const even = Math.abs(scaled - Math.trunc(scaled)) === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
    return makeFloat(even / 10 ** digits);
  }
  const scaled = value * 10 ** digits;
  return makeFloat((method === "ceil" ? Math.ceil(scaled) : Math.floor(scaled)) / 10 ** digits);
}

/** JSON-safe form for `tojson`: keys sorted, floats marked. */
function plain(value: Value): Value {
  defined(value);
  if (value instanceof PyFloat) return value.value;
  if (value instanceof PyTuple) return value.items.map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (!isDict(value)) return value;
  const entries = dictEntries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [str(key), plain(item)]));
}

function toJson(input: Value, [indent]: readonly Value[], kwargs: Kwargs): string {
  const width = kwargs.indent ?? indent;
  const text = pythonJson(plain(input), {
    ensureAscii: true,
    ...(width === undefined ? {} : { indent: width }),
  });
  return text.replace(/[<>&']/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

function titled(input: Value): string {
  return softText(input).split(/([-\s({[<]+)/).map((part) => {
    const [first = "", ...rest] = [...part];
    return first.toUpperCase() + rest.join("").toLowerCase();
  }).join("");
}

function truncate(input: Value, args: readonly Value[], kw: Kwargs): string {
  const [width = 255, killWords = false, end = "...", leeway = 5] = args;
  const size = Number(kw.length ?? width);
  const tail = String(kw.end ?? end);
  const points = [...softText(input)];
  if (points.length <= size + Number(kw.leeway ?? leeway)) return points.join("");
  const head = points.slice(0, size - tail.length).join("");
  return (kw.killwords ?? killWords) ? head + tail : head.replace(/ [^ ]*$/, "") + tail;
}

function indent(
  input: Value,
  [width = 4, first = false, blank = false]: readonly Value[],
  kw: Kwargs,
): string {
  const size = kw.width ?? width;
  const pad = typeof size === "string" ? size : " ".repeat(Number(size));
  const lines = softText(input).split("\n");
  return lines.map((line, i) => {
    if (i === 0) return (kw.first ?? first) ? pad + line : line;
    return line !== "" || (kw.blank ?? blank) ? pad + line : line;
  }).join("\n");
}

function viaMethod(name: string): Filter {
  const method = TEXT_METHODS.get(name);
  if (method === undefined) {
    throw new TypeError(`Cannot make the filter: wanted a text method, found "${name}"`);
  }
  return (input, args, kwargs) => method(softText(input), args, kwargs);
}

const OWN: readonly (readonly [string, Filter])[] = [
  ["upper", viaMethod("upper")],
  ["lower", viaMethod("lower")],
  ["trim", viaMethod("strip")],
  ["center", (input, [width = 80], kw) => viaMethod("center")(input, [kw.width ?? width], {})],
  ["capitalize", (input) => capitalize(softText(input))],
  ["title", titled],
  ["string", softText],
  ["safe", (input) => input],
  ["escape", escape],
  ["e", escape],
  ["forceescape", escape],
  ["default", fallback],
  ["d", fallback],
  ["replace", (input, [from, to, count], kw) => {
    return replaceText(softText(input), str(from), str(to), Number(kw.count ?? count ?? -1));
  }],
  ["length", length],
  ["count", length],
  ["int", toInt],
  ["float", toFloat],
  ["round", round],
  ["abs", (input) => binary("*", input, toNumber(input) < 0 ? -1 : 1)],
  ["tojson", toJson],
  ["format", (input, args, kw) => formatPercent(softText(input), args.length > 0 ? new PyTuple(args) : kw)],
  ["truncate", truncate],
  ["indent", indent],
  ["wordcount", (input) => softText(input).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0],
  [
    "striptags",
    (input) => softText(input).replace(/<!--[\s\S]*?-->|<[^>]*>/g, "").split(/\s+/).join(" ").trim(),
  ],
  ["urlencode", (input) => encodeURIComponent(softText(input)).replaceAll("%2F", "/")],
  ["attr", (input, [name]) => getPath(input, name)],
  ["items", (input) => input instanceof Undefined ? [] : dictEntries(input).map((pair) => new PyTuple(pair))],
  ["dictsort", (input) => {
    const entries = dictEntries(input).sort((
      [a],
      [b],
    ) => (String(a).toLowerCase() < String(b).toLowerCase() ? -1 : 1));
    return entries.map((pair) => new PyTuple(pair));
  }],
  ["regex_replace", regexReplace],
  ["pprint", (input) => str(input)],
];

/** Filter name to what it does. */
export const FILTERS: Map<string, Filter> = new Map<string, Filter>([...OWN, ...LIST_FILTERS]);

/**
 * Applies a filter by name.
 *
 * @throws {TaskError} On an unknown filter and on an undefined input (but for `default`).
 */
export function applyFilter(name: string, input: Value, args: readonly Value[], kwargs: Kwargs): Value {
  const filter = FILTERS.get(name);
  if (filter === undefined) {
    throw templateError(`Cannot render: wanted a known filter, found "${name}"`, "template_unknown_filter");
  }
  if (name !== "default" && name !== "d" && name !== "items") defined(input);
  if (name === "map" && args.length > 0) {
    const [inner, ...rest] = args;
    return iterate(input).map((item) => applyFilter(String(inner), item, rest, kwargs));
  }
  if (name === "map") {
    return iterate(input).map((item) => {
      const value = kwargs.attribute === undefined ? getItem(item, 0) : getPath(item, kwargs.attribute);
      return value instanceof Undefined && kwargs.default !== undefined ? kwargs.default : value;
    });
  }
  return filter(input, args, kwargs);
}
