/**
 * Python's `%` formatting and `str.format`, for what templates use.
 *
 * @module
 */
import {
  defined,
  dictGet,
  isDict,
  isFloat,
  isNumber,
  type Kwargs,
  PyTuple,
  repr,
  str,
  templateError,
  toNumber,
  typeName,
  type Value,
} from "./value.ts";

interface Spec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  readonly width: number;
  readonly comma: boolean;
  readonly precision: number | null;
  readonly type: string;
}

function exponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function general(value: number, precision: number): string {
  const digits = precision === 0 ? 1 : precision;
  if (value === 0) return "0";
  const power = Number(value.toExponential(digits - 1).split("e")[1]);
  if (power < -4 || power >= digits) {
    return exponent(value.toExponential(digits - 1).replace(/\.?0+e/, "e"));
  }
  const text = value.toFixed(Math.max(0, digits - 1 - power));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function digitsOf(value: Value, spec: Spec): string {
  const number = Math.abs(toNumber(value));
  const precision = spec.precision ?? 6;
  switch (spec.type) {
    case "d":
    case "i":
    case "u":
      return String(Math.trunc(number));
    case "f":
    case "F":
      return number.toFixed(precision);
    case "e":
      return exponent(number.toExponential(precision));
    case "g":
      return general(number, precision);
    case "%":
      return `${(number * 100).toFixed(precision)}%`;
    case "x":
      return Math.trunc(number).toString(16);
    case "X":
      return Math.trunc(number).toString(16).toUpperCase();
    case "o":
      return Math.trunc(number).toString(8);
    case "b":
      return Math.trunc(number).toString(2);
    case "":
      if (spec.precision !== null && isFloat(value)) return general(number, spec.precision);
      return str(value).replace(/^-/, "");
    default:
      throw templateError(`Cannot format: wanted a known conversion, found "${spec.type}"`);
  }
}

function pad(text: string, spec: Spec, sign: string, isNumeric: boolean): string {
  const missing = spec.width - [...(sign + text)].length;
  if (missing <= 0) return sign + text;
  const align = spec.align || (isNumeric ? ">" : "<");
  if (align === "=") return sign + spec.fill.repeat(missing) + text;
  if (align === "<") return sign + text + spec.fill.repeat(missing);
  if (align === ">") return spec.fill.repeat(missing) + sign + text;
  const left = missing >> 1;
  return spec.fill.repeat(left) + sign + text + spec.fill.repeat(missing - left);
}

function formatValue(value: Value, spec: Spec): string {
  if (isNumber(value) && spec.type !== "s" && !(typeof value === "boolean" && spec.type === "")) {
    const negative = toNumber(value) < 0 || Object.is(toNumber(value), -0);
    let text = digitsOf(value, spec);
    if (spec.comma) text = text.replace(/^\d+/, (d) => d.replace(/\B(?=(\d{3})+$)/g, ","));
    return pad(text, spec, negative ? "-" : spec.sign === "-" ? "" : spec.sign, true);
  }
  if (spec.type !== "" && spec.type !== "s") {
    throw templateError(`Cannot format as "${spec.type}": wanted a number, found "${typeName(value)}"`);
  }
  const text = str(value);
  return pad(spec.precision === null ? text : [...text].slice(0, spec.precision).join(""), spec, "", false);
}

const PERCENT = /%(?:\(([^)]*)\))?([#0\- +]*)(\d+|\*)?(?:\.(\d+))?([a-zA-Z%])/g;

/**
 * `template % value`.
 *
 * @throws {TaskError} On too few or too many values and unknown conversions.
 */
export function formatPercent(template: string, value: Value): string {
  defined(value);
  const items = value instanceof PyTuple ? value.items : [value];
  let next = 0;
  const out = template.replace(PERCENT, (_all, key, flags: string, width, precision, type: string) => {
    if (type === "%") return "%";
    if (key === undefined && next >= items.length) {
      throw templateError("Cannot format: too few values for the text");
    }
    const item = key === undefined ? items[next++] : dictGet(value, key);
    if (item === undefined) throw templateError(`Cannot format: wanted the key "${key}", found none`);
    const zero = flags.includes("0") && !flags.includes("-");
    const spec: Spec = {
      fill: zero ? "0" : " ",
      align: flags.includes("-") ? "<" : zero ? "=" : ">",
      sign: flags.includes("+") ? "+" : flags.includes(" ") ? " " : "-",
      width: width === undefined ? 0 : Number(width),
      comma: false,
      precision: precision === undefined ? null : Number(precision),
      type: type === "r" ? "s" : type,
    };
    return formatValue(type === "r" ? repr(item) : item, spec);
  });
  if (next < items.length && !isDict(value)) {
    throw templateError("Cannot format: too many values for the text");
  }
  return out;
}

function parseSpec(text: string): Spec {
  const match = /^(?:(.)?([<>=^]))?([+\- ])?(0)?(\d+)?(,)?(?:\.(\d+))?([a-zA-Z%])?$/su.exec(text);
  if (match === null) throw templateError(`Cannot format: wanted a format spec, found "${text}"`);
  const [, fill, align, sign, zero, width, comma, precision, type] = match;
  return {
    fill: fill ?? (zero ? "0" : " "),
    align: align ?? (zero ? "=" : ""),
    sign: sign ?? "-",
    width: Number(width ?? 0),
    comma: comma !== undefined,
    precision: precision === undefined ? null : Number(precision),
    type: type ?? "",
  };
}

/**
 * `template.format(*args, **kwargs)`; fields by position, number or name,
 * with `!r`, `!s` and a format spec.
 *
 * @throws {TaskError} On a field that is not there.
 */
export function formatBraces(template: string, args: readonly Value[], kwargs: Kwargs): string {
  let next = 0;
  return template.replace(
    /\{\{|\}\}|\{([^{}!:]*)(?:!([rs]))?(?::([^{}]*))?\}/g,
    (all, name, conversion, spec) => {
      if (all === "{{") return "{";
      if (all === "}}") return "}";
      const value = name === "" ? args[next++] : /^\d+$/.test(name) ? args[Number(name)] : kwargs[name];
      if (value === undefined) {
        throw templateError(
          `Cannot format: wanted a value for "{${name}}", found none`,
        );
      }
      defined(value);
      return formatValue(conversion === "r" ? repr(value) : value, parseSpec(spec ?? ""));
    },
  );
}
