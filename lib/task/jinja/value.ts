/**
 * Python values as a template sees them: whole floats, tuples, undefined names
 * and callables, which JSON and JavaScript do not have.
 *
 * Text is a string, an int a whole number, any other number a float, a list an
 * array, a dict a plain object (a `Map` when a key is not text), None null.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import { pyNumber, pyRepr } from "../../core/python.ts";

/** A float whose value is whole: prints as `1.0`. */
export class PyFloat {
  /** Wraps the number. */
  constructor(readonly value: number) {}
}

/** A tuple. */
export class PyTuple {
  /** Wraps the items. */
  constructor(readonly items: readonly Value[]) {}
}

/** A name or key that is not there; any use of it fails, as under StrictUndefined. */
export class Undefined {
  /** `message` says what is missing. */
  constructor(readonly message: string) {}
}

/** A method, macro or global. */
export class PyFunction {
  /** `name` is for messages. */
  constructor(readonly name: string, readonly call: (args: readonly Value[], kwargs: Kwargs) => Value) {}
}

/** A `namespace()` object: the one thing a template may assign into. */
export class Namespace {
  /** Attributes by name. */
  readonly attributes: Map<string, Value> = new Map();
}

/** Keyword arguments of a call. */
export type Kwargs = Readonly<Record<string, Value>>;

/** Any value of a template. */
// deno-lint-ignore no-explicit-any
export type Value = any;

/** Makes the error of a template that failed while rendering. */
export function templateError(message: string, code = "template_error"): TaskError {
  return new TaskError(message, { code });
}

/** Fails when the value is undefined; gives it back otherwise. */
export function defined(value: Value): Value {
  if (value instanceof Undefined) throw templateError(value.message, "template_undefined");
  return value;
}

/** Whether the value is a Python number, booleans included. */
export function isNumber(value: Value): boolean {
  return typeof value === "number" || typeof value === "boolean" || value instanceof PyFloat;
}

/** Whether the value is a Python float. */
export function isFloat(value: Value): boolean {
  return value instanceof PyFloat || (typeof value === "number" && !Number.isInteger(value));
}

/** The JavaScript number of a Python number. */
export function toNumber(value: Value): number {
  return value instanceof PyFloat ? value.value : Number(value);
}

/** A Python float of a JavaScript number. */
export function makeFloat(value: number): Value {
  return Number.isInteger(value) ? new PyFloat(value) : value;
}

/** Whether the value is a dict. */
export function isDict(value: Value): boolean {
  if (value instanceof Map) return true;
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Keys and values of a dict in order. */
export function dictEntries(dict: Value): [Value, Value][] {
  return dict instanceof Map ? [...dict.entries()] : Object.entries(dict);
}

/** The value under a key, or JavaScript's undefined. */
export function dictGet(dict: Value, key: Value): Value {
  if (dict instanceof Map) {
    if (dict.has(key)) return dict.get(key);
    if (typeof key !== "string" && !isNumber(key)) return undefined;
    for (const [known, value] of dict) if (equals(known, key)) return value;
    return undefined;
  }
  return typeof key === "string" && Object.hasOwn(dict, key) ? dict[key] : undefined;
}

/** Makes a dict: a plain object when all keys are text. */
export function makeDict(entries: readonly (readonly [Value, Value])[]): Value {
  const plain = entries.every(([key]) => typeof key === "string" && !/^(0|[1-9]\d*)$/.test(key));
  return plain ? Object.fromEntries(entries) : new Map(entries);
}

/** Python's name of a value's type. */
export function typeName(value: Value): string {
  if (value === null || value === undefined) return "NoneType";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (isFloat(value)) return "float";
  if (typeof value === "number") return "int";
  if (Array.isArray(value)) return "list";
  if (value instanceof PyTuple) return "tuple";
  if (isDict(value)) return "dict";
  return value instanceof PyFunction ? "function" : "object";
}

/** Python's truth of a value. */
export function truthy(value: Value): boolean {
  defined(value);
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof PyTuple) return value.items.length > 0;
  if (value instanceof PyFloat) return value.value !== 0;
  if (isDict(value)) return value instanceof Map ? value.size > 0 : Object.keys(value).length > 0;
  return Boolean(value);
}

/** Python's `==`. */
export function equals(a: Value, b: Value): boolean {
  defined(a);
  defined(b);
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return toNumber(a) === toNumber(b);
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b);
  if (a instanceof PyTuple && b instanceof PyTuple) return sameItems(a.items, b.items);
  if (!isDict(a) || !isDict(b)) return false;
  const entries = dictEntries(a);
  if (entries.length !== dictEntries(b).length) return false;
  return entries.every(([key, value]) => {
    const other = dictGet(b, key);
    return other !== undefined && equals(value, other);
  });
}

function sameItems(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((item, i) => equals(item, b[i]));
}

/** Python's order of two values: negative, zero or positive. */
export function compare(a: Value, b: Value): number {
  defined(a);
  defined(b);
  if (isNumber(a) && isNumber(b)) return toNumber(a) - toNumber(b);
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  const left = a instanceof PyTuple ? a.items : a;
  const right = b instanceof PyTuple ? b.items : b;
  if (Array.isArray(left) && Array.isArray(right) && typeName(a) === typeName(b)) {
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      if (!equals(left[i], right[i])) return compare(left[i], right[i]);
    }
    return left.length - right.length;
  }
  throw templateError(
    `Cannot compare: wanted two values of one kind, found "${typeName(a)}" and "${typeName(b)}"`,
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const diff = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (diff !== 0) return diff;
  }
  return left.length - right.length;
}

/** Items of anything that can be looped over. */
export function iterate(value: Value): Value[] {
  defined(value);
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...value];
  if (value instanceof PyTuple) return [...value.items];
  if (isDict(value)) return dictEntries(value).map(([key]) => key);
  throw templateError(`Cannot loop: wanted a list, tuple, dict or text, found "${typeName(value)}"`);
}

/** Python's `len`. */
export function length(value: Value): number {
  if (typeof value === "string" && !/[\ud800-\udfff]/.test(value)) return value.length;
  return iterate(value).length;
}

/** Python's `repr`. */
export function repr(value: Value): string {
  defined(value);
  if (value instanceof PyFloat) {
    const text = pyNumber(value.value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof PyTuple) {
    return value.items.length === 1 ? `(${repr(value.items[0])},)` : `(${value.items.map(repr).join(", ")})`;
  }
  if (isDict(value)) return `{${dictEntries(value).map(([k, v]) => `${repr(k)}: ${repr(v)}`).join(", ")}}`;
  if (value instanceof PyFunction) return `<function ${value.name}>`;
  if (value instanceof Namespace) return `<Namespace ${repr(makeDict([...value.attributes]))}>`;
  return pyRepr(value);
}

/** Python's `str`. */
export function str(value: Value): string {
  return typeof value === "string" ? value : repr(value);
}
