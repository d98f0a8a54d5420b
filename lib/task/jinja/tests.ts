/**
 * Jinja's tests (`x is defined`).
 *
 * @module
 */
import { compareWith, contains } from "./arithmetic.ts";
import {
  defined,
  equals,
  isDict,
  isFloat,
  isNumber,
  PyFunction,
  PyTuple,
  toNumber,
  Undefined,
  type Value,
} from "./value.ts";

/** A test of the language: whether something holds of a value. */
export type Test = (value: Value, ...args: Value[]) => boolean;

const order = (operator: string): Test => (a, b) => compareWith(operator, a, b);
const iterable: Test = (v) => typeof v === "string" || Array.isArray(v) || v instanceof PyTuple || isDict(v);
const equal: Test = (a, b) => equals(a, b);

/** Test name to what it says. `defined` and `undefined` alone take undefined values. */
export const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["defined", (v) => !(v instanceof Undefined)],
  ["undefined", (v) => v instanceof Undefined],
  ["none", (v) => v === null],
  ["boolean", (v) => typeof v === "boolean"],
  ["true", (v) => v === true],
  ["false", (v) => v === false],
  ["integer", (v) => typeof v === "number" && !isFloat(v)],
  ["float", (v) => isFloat(v)],
  ["number", (v) => isNumber(v)],
  ["string", (v) => typeof v === "string"],
  ["mapping", (v) => isDict(v)],
  ["sequence", iterable],
  ["iterable", iterable],
  ["callable", (v) => v instanceof PyFunction],
  ["odd", (v) => Math.abs(toNumber(v)) % 2 === 1],
  ["even", (v) => toNumber(v) % 2 === 0],
  ["divisibleby", (v, by) => toNumber(v) % toNumber(by) === 0],
  ["in", (v, container) => contains(container, v)],
  ["lower", (v) => /\p{L}/u.test(v) && String(v) === String(v).toLowerCase()],
  ["upper", (v) => /\p{L}/u.test(v) && String(v) === String(v).toUpperCase()],
  ["sameas", (a, b) => a === b],
  ["eq", equal],
  ["equalto", equal],
  ["==", equal],
  ["ne", order("!=")],
  ["lt", order("<")],
  ["lessthan", order("<")],
  ["le", order("<=")],
  ["gt", order(">")],
  ["greaterthan", order(">")],
  ["ge", order(">=")],
]);

/** Applies a test; anything but `defined` fails on an undefined value. */
export function applyTest(test: Test, name: string, value: Value, args: readonly Value[]): boolean {
  if (name !== "defined" && name !== "undefined") defined(value);
  return test(value, ...args.map(defined));
}
