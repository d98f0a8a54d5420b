/** Stand-in for `jsr:@std/assert`: same names and meaning, for where JSR is out of reach. */
import { inspect } from "node:util";
import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";
export { AssertionError, equal };

/** Any class. */
// deno-lint-ignore no-explicit-any
export type AnyConstructor = new (...args: any[]) => any;
/** Instance type of a class. */
export type GetConstructorType<T extends AnyConstructor> = InstanceType<T>;
/** A value that is not truthy. */
export type Falsy = false | 0 | 0n | "" | null | undefined;
/** What `assertArrayIncludes` takes. */
export type ArrayLikeArg<T> = ArrayLike<T> & object;
// deno-lint-ignore no-explicit-any
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

const show = (value: unknown): string =>
  inspect(value, { depth: 100, sorted: true, compact: false, maxArrayLength: null, maxStringLength: null, breakLength: Infinity });
const tail = (msg?: string): string => (msg ? `: ${msg}` : ".");
const oneLine = (value: unknown): string => inspect(value, { depth: 6, breakLength: Infinity });

function diff(actual: unknown, expected: unknown): string {
  const a = show(actual).split("\n");
  const b = show(expected).split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let end = 0;
  while (end < a.length - head && end < b.length - head && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const cut = (lines: string[]) => lines.length > 60 ? [...lines.slice(0, 60), `… ${lines.length - 60} more lines`] : lines;
  const lines = [
    ...a.slice(Math.max(0, head - 3), head).map((l) => `    ${l}`),
    ...cut(a.slice(head, a.length - end)).map((l) => `-   ${l}`),
    ...cut(b.slice(head, b.length - end)).map((l) => `+   ${l}`),
    ...a.slice(a.length - end, a.length - end + 3).map((l) => `    ${l}`),
  ];
  return `\n\n    [Diff] Actual / Expected\n\n${lines.join("\n")}`;
}

/** Holds when `expr` is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}
/** Holds when `expr` is falsy. */
export function assertFalse(expr: unknown, msg = ""): asserts expr is Falsy {
  if (expr) throw new AssertionError(msg);
}
/** Holds when both are equal by structure. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(`Values are not equal${tail(msg)}${diff(actual, expected)}`);
}
/** Holds when both differ by structure. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) return;
  throw new AssertionError(`Expected actual: ${oneLine(actual)} not to be: ${oneLine(expected)}${tail(msg)}`);
}
/** Holds when both are the same by `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  throw new AssertionError(`Values are not strictly equal${tail(msg)}${diff(actual, expected)}`);
}
/** Holds when both are not the same by `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!Object.is(actual, expected)) return;
  throw new AssertionError(`Expected "actual" to not be strictly equal to: ${oneLine(actual)}${tail(msg)}`);
}
/** Holds when both numbers differ by at most `tolerance` (1e-7 of `expected` by default). */
export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, msg?: string): void {
  if (Object.is(actual, expected)) return;
  const limit = tolerance ?? (isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  const delta = Math.abs(expected - actual);
  if (delta <= limit) return;
  throw new AssertionError(
    `Expected actual: "${actual}" to be close to "${expected}": delta "${delta}" is greater than "${limit}"${tail(msg)}`,
  );
}
/** Holds when `actual` is neither null nor undefined. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual !== undefined && actual !== null) return;
  throw new AssertionError(`Expected actual: "${actual}" to not be null or undefined${tail(msg)}`);
}
/** Holds when `actual` is an instance of `type`. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  type: T,
  msg = "",
): asserts actual is GetConstructorType<T> {
  if (actual instanceof type) return;
  const found = actual === null || typeof actual !== "object" ? String(actual) : actual.constructor?.name ?? "Object";
  throw new AssertionError(`Expected object to be an instance of "${type.name}" but was "${found}"${tail(msg)}`);
}
/** Holds when `actual` is not an instance of `type`. */
export function assertNotInstanceOf<A, T>(
  actual: A,
  // deno-lint-ignore no-explicit-any
  type: abstract new (...args: any[]) => T,
  msg?: string,
): asserts actual is Exclude<A, T> {
  if (!(actual instanceof type)) return;
  throw new AssertionError(`Expected object to not be an instance of "${type.name}"${tail(msg)}`);
}
/** Holds when `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (actual.includes(expected)) return;
  throw new AssertionError(`Expected actual: "${actual}" to contain: "${expected}"${tail(msg)}`);
}
/** Holds when `expected` matches somewhere in `actual`. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (actual.search(expected) >= 0) return;
  throw new AssertionError(`Expected actual: "${actual}" to match: "${expected}"${tail(msg)}`);
}
/** Holds when `expected` matches nowhere in `actual`. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void {
  if (actual.search(expected) < 0) return;
  throw new AssertionError(`Expected actual: "${actual}" to not match: "${expected}"${tail(msg)}`);
}
/** Holds when every expected element is in `actual`. */
export function assertArrayIncludes<T>(actual: ArrayLikeArg<T>, expected: ArrayLikeArg<T>, msg?: string): void {
  const all = Array.from(actual);
  const missing = Array.from(expected).filter((wanted) => !all.some((have) => equal(have, wanted)));
  if (missing.length === 0) return;
  throw new AssertionError(`Expected actual: "${oneLine(actual)}" to include: "${oneLine(expected)}"${tail(msg)}\nmissing: ${oneLine(missing)}`);
}
/** Holds when `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  if (actual > expected) return;
  throw new AssertionError(msg ?? `Expect ${oneLine(actual)} > ${oneLine(expected)}`);
}
/** Holds when `actual >= expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void {
  if (actual >= expected) return;
  throw new AssertionError(msg ?? `Expect ${oneLine(actual)} >= ${oneLine(expected)}`);
}
/** Holds when `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (actual < expected) return;
  throw new AssertionError(msg ?? `Expect ${oneLine(actual)} < ${oneLine(expected)}`);
}
/** Holds when `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void {
  if (actual <= expected) return;
  throw new AssertionError(msg ?? `Expect ${oneLine(actual)} <= ${oneLine(expected)}`);
}

function pick(actual: unknown, expected: unknown, seen = new Map<unknown, unknown>()): unknown {
  if (typeof actual !== "object" || actual === null || typeof expected !== "object" || expected === null) return actual;
  if (seen.has(actual)) return seen.get(actual);
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const out: unknown[] = [];
    seen.set(actual, out);
    expected.forEach((wanted, i) => {
      if (i < actual.length) out[i] = pick(actual[i], wanted, seen);
    });
    return out;
  }
  if (actual instanceof Set || actual instanceof Map || actual instanceof Date || actual instanceof RegExp) return actual;
  if (ArrayBuffer.isView(actual)) return actual;
  const out: Record<PropertyKey, unknown> = {};
  seen.set(actual, out);
  for (const key of Reflect.ownKeys(expected)) {
    if (key in actual) {
      out[key] = pick((actual as Record<PropertyKey, unknown>)[key], (expected as Record<PropertyKey, unknown>)[key], seen);
    }
  }
  return out;
}
function plain(value: unknown, seen = new Map<unknown, unknown>()): unknown {
  return pick(value, value, seen);
}
/** Holds when every property of `expected` is in `actual` with an equal value. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  assertEquals(pick(actual, expected), plain(expected), msg);
}

/** Holds when `error` is an instance of the class whose message includes the text. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: ErrorClass<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  if (!(error instanceof Error)) {
    throw new AssertionError(`Expected "error" to be an Error object${tail(msg)}`);
  }
  if (ErrorClass && !(error instanceof ErrorClass)) {
    throw new AssertionError(
      `Expected error to be instance of "${ErrorClass.name}", but was "${error.constructor?.name}"${tail(msg)}\n${error.stack}`,
      { cause: error },
    );
  }
  if (msgMatches === undefined) return;
  const fits = typeof msgMatches === "string" ? error.message.includes(msgMatches) : msgMatches.test(error.message);
  if (!fits) {
    throw new AssertionError(
      `Expected error message to ${typeof msgMatches === "string" ? "include" : "match"} ${oneLine(msgMatches)}, but got ${oneLine(error.message)}${tail(msg)}`,
    );
  }
}
/** Holds when `fn` throws; gives what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Holds when `fn` throws an error of the class; gives it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): E | Error | unknown {
  const wanted = typeof classOrMsg === "string" ? undefined : classOrMsg;
  const text = typeof classOrMsg === "string" ? classOrMsg : msg;
  try {
    fn();
  } catch (error) {
    if (wanted) {
      if (!(error instanceof Error)) throw new AssertionError(`A non-Error object was thrown${tail(text)}`);
      assertIsError(error, wanted, msgIncludes, text);
    }
    return error;
  }
  throw new AssertionError(`Expected function to throw${tail(text)}`);
}
/** Holds when the promise of `fn` rejects; gives what it rejected with. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Holds when the promise of `fn` rejects with an error of the class; gives it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<E | Error | unknown> {
  const wanted = typeof classOrMsg === "string" ? undefined : classOrMsg;
  const text = typeof classOrMsg === "string" ? classOrMsg : msg;
  let promised = false;
  try {
    const possible = fn();
    if (possible && typeof possible === "object" && typeof possible.then === "function") {
      promised = true;
      await possible;
    } else {
      throw new TypeError("not a promise");
    }
  } catch (error) {
    if (!promised) throw new AssertionError(`Function throws when expected to reject${tail(text)}`, { cause: error });
    if (wanted) {
      if (!(error instanceof Error)) throw new AssertionError(`A non-Error object was rejected${tail(text)}`);
      assertIsError(error, wanted, msgIncludes, text);
    }
    return error;
  }
  throw new AssertionError(`Expected function to reject${tail(text)}`);
}
/** Always throws. */
export function fail(msg?: string): never {
  throw new AssertionError(`Failed assertion${tail(msg)}`);
}
/** Marks code that must not be reached. */
export function unreachable(msg?: string): never {
  throw new AssertionError(`Unreachable${tail(msg)}`);
}
/** Marks code that is not written. */
export function unimplemented(msg?: string): never {
  throw new AssertionError(`Unimplemented${tail(msg)}`);
}
