/**
 * Python's operators on template values.
 *
 * @module
 */
import { formatPercent } from "./format.ts";
import {
  compare,
  defined,
  dictGet,
  equals,
  isDict,
  isFloat,
  isNumber,
  iterate,
  makeFloat,
  PyTuple,
  str,
  templateError,
  toNumber,
  typeName,
  type Value,
} from "./value.ts";

function mismatch(operator: string, a: Value, b: Value): never {
  throw templateError(
    `Cannot apply "${operator}": wanted operands that go together, found "${typeName(a)}" and "${
      typeName(b)
    }"`,
  );
}

function numeric(operator: string, a: Value, b: Value, result: number): Value {
  if (!Number.isFinite(result) && operator !== "+" && operator !== "*") {
    throw templateError(`Cannot apply "${operator}": division by zero`);
  }
  return isFloat(a) || isFloat(b) ? makeFloat(result) : result;
}

function repeat(value: Value, times: number): Value {
  const n = Math.max(0, times);
  if (typeof value === "string") return value.repeat(n);
  const items = Array.from({ length: n }, () => iterate(value)).flat();
  return value instanceof PyTuple ? new PyTuple(items) : items;
}

function isSequence(value: Value): boolean {
  return typeof value === "string" || Array.isArray(value) || value instanceof PyTuple;
}

/**
 * Applies a binary operator as Python does.
 *
 * @throws {TaskError} On operands that do not go together, undefined ones and division by zero.
 */
export function binary(operator: string, a: Value, b: Value): Value {
  defined(a);
  defined(b);
  const numbers = isNumber(a) && isNumber(b);
  const [x, y] = numbers ? [toNumber(a), toNumber(b)] : [0, 0];
  switch (operator) {
    case "+":
      if (numbers) return numeric("+", a, b, x + y);
      if (typeof a === "string" && typeof b === "string") return a + b;
      if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
      if (a instanceof PyTuple && b instanceof PyTuple) return new PyTuple([...a.items, ...b.items]);
      break;
    case "-":
      if (numbers) return numeric("-", a, b, x - y);
      break;
    case "*":
      if (numbers) return numeric("*", a, b, x * y);
      if (isSequence(a) && typeof b === "number") return repeat(a, b);
      if (isSequence(b) && typeof a === "number") return repeat(b, a);
      break;
    case "/":
      if (numbers) return makeFloat(toNumber(numeric("/", a, b, x / y)));
      break;
    case "//":
      if (numbers) return numeric("//", a, b, Math.floor(x / y));
      break;
    case "%":
      if (typeof a === "string") return formatPercent(a, b);
      if (numbers) return numeric("%", a, b, y === 0 ? NaN : x - Math.floor(x / y) * y);
      break;
    case "**":
      if (numbers) return y < 0 ? makeFloat(x ** y) : numeric("**", a, b, x ** y);
      break;
    case "~":
      return str(a) + str(b);
  }
  return mismatch(operator, a, b);
}

/** Python's `in`. @throws {TaskError} When the right side holds nothing. */
export function contains(container: Value, item: Value): boolean {
  defined(container);
  defined(item);
  if (typeof container === "string") {
    if (typeof item !== "string") mismatch("in", item, container);
    return container.includes(item);
  }
  if (isDict(container)) return dictGet(container, item) !== undefined;
  return iterate(container).some((other) => equals(other, item));
}

/** Applies a comparison. @throws {TaskError} On values without an order. */
export function compareWith(operator: string, a: Value, b: Value): boolean {
  switch (operator) {
    case "==":
      return equals(a, b);
    case "!=":
      return !equals(a, b);
    case "<":
      return compare(a, b) < 0;
    case "<=":
      return compare(a, b) <= 0;
    case ">":
      return compare(a, b) > 0;
    case ">=":
      return compare(a, b) >= 0;
    case "in":
      return contains(b, a);
    default:
      return !contains(b, a);
  }
}

/** Unary plus and minus. @throws {TaskError} On anything but a number. */
export function negate(operator: string, value: Value): Value {
  defined(value);
  if (!isNumber(value)) {
    throw templateError(`Cannot apply "${operator}": wanted a number, found "${typeName(value)}"`);
  }
  const number = operator === "-" ? -toNumber(value) : toNumber(value);
  return isFloat(value) ? makeFloat(number) : number === 0 ? 0 : number;
}
