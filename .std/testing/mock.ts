/** Stand-in for `jsr:@std/testing/mock`: spies and stubs. */
import { assertEquals, AssertionError, assertIsError } from "../assert/mod.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** Misuse of this module. */
export class MockError extends Error {
  /** Makes the error. */
  constructor(message: string) {
    super(message);
    this.name = "MockError";
  }
}

/** One recorded call. */
export interface SpyCall<Self = Any, Args extends unknown[] = Any[], Return = Any> {
  /** Arguments of the call. */
  args: Args;
  /** What it returned. */
  returned?: Return;
  /** What it threw. */
  error?: Error;
  /** `this` of the call. */
  self?: Self;
}

/** A recording function. */
export interface Spy<Self = Any, Args extends unknown[] = Any[], Return = Any> {
  (this: Self, ...args: Args): Return;
  /** What is called underneath. */
  original: (this: Self, ...args: Args) => Return;
  /** All calls so far. */
  calls: SpyCall<Self, Args, Return>[];
  /** Whether the original is back in its place. */
  readonly restored: boolean;
  /** Puts the original back. */
  restore(): void;
}

/** A spy on a method. */
export interface MethodSpy<Self = Any, Args extends unknown[] = Any[], Return = Any>
  extends Spy<Self, Args, Return>, Disposable {}

/** A replaced method. */
export interface Stub<Self = Any, Args extends unknown[] = Any[], Return = Any>
  extends MethodSpy<Self, Args, Return> {
  /** The replacement. */
  fake: (this: Self, ...args: Args) => Return;
}

function record(original: (...a: Any[]) => Any, run: (...a: Any[]) => Any, restore: () => void): Any {
  const calls: SpyCall[] = [];
  let restored = false;
  const back = (): void => {
    if (restored) throw new MockError("Cannot restore: instance method already restored");
    restore();
    restored = true;
  };
  const made = function (this: Any, ...args: Any[]): Any {
    const call: SpyCall = { args };
    if (this) call.self = this;
    try {
      call.returned = run.apply(this, args);
    } catch (error) {
      call.error = error as Error;
      calls.push(call);
      throw error;
    }
    calls.push(call);
    return call.returned;
  };
  Object.defineProperties(made, {
    original: { value: original, enumerable: true },
    calls: { value: calls, enumerable: true },
    restored: { get: () => restored, enumerable: true },
    restore: { value: back, enumerable: true },
    [Symbol.dispose]: { value: back },
  });
  return made;
}

function replace(target: Any, key: PropertyKey, run?: (...a: Any[]) => Any): Any {
  const own = Object.getOwnPropertyDescriptor(target, key);
  const original = target[key];
  if (typeof original !== "function") throw new MockError("Cannot spy: property is not an instance method");
  if (original.restore && original.calls) throw new MockError("Cannot spy: already spying on instance method");
  const made = record(original, run ?? original, () => {
    if (own) Object.defineProperty(target, key, own);
    else delete target[key];
  });
  Object.defineProperty(target, key, { value: made, writable: true, configurable: true, enumerable: own?.enumerable ?? false });
  return made;
}

/** Makes a spy of nothing. */
export function spy<Self = Any, Args extends unknown[] = Any[]>(): Spy<Self, Args, undefined>;
/** Wraps a function. */
export function spy<Self, Args extends unknown[], Return>(
  fn: (this: Self, ...args: Args) => Return,
): Spy<Self, Args, Return>;
/** Wraps a method in place. */
export function spy<Self, Key extends keyof Self>(
  self: Self,
  key: Key,
): MethodSpy<
  Self,
  Self[Key] extends (...args: infer A) => unknown ? A : never,
  Self[Key] extends (...args: never[]) => infer R ? R : never
>;
export function spy(target?: Any, key?: PropertyKey): Any {
  if (key !== undefined) return replace(target, key);
  const original = target ?? (() => {});
  return record(original, original, () => {
    throw new MockError("Cannot restore: function cannot be restored");
  });
}

/** Replaces a method in place. */
export function stub<Self, Key extends keyof Self>(
  self: Self,
  key: Key,
  fn?: (
    this: Self,
    ...args: Self[Key] extends (...args: infer A) => unknown ? A : never
  ) => Self[Key] extends (...args: never[]) => infer R ? R : never,
): Stub<
  Self,
  Self[Key] extends (...args: infer A) => unknown ? A : never,
  Self[Key] extends (...args: never[]) => infer R ? R : never
> {
  const fake = fn ?? (() => {});
  const made = replace(self, key, fake as (...a: Any[]) => Any);
  Object.defineProperty(made, "fake", { value: fake });
  return made;
}

/** Holds when the spy was called so often. */
export function assertSpyCalls<Self, Args extends unknown[], Return>(
  target: Spy<Self, Args, Return>,
  expectedCalls: number,
): void {
  if (target.calls.length === expectedCalls) return;
  throw new AssertionError(
    `Spy ${target.calls.length > expectedCalls ? "" : "not "}called as much as expected:\n  ${
      `${target.calls.length} actual, ${expectedCalls} expected`
    }`,
  );
}
/** Holds when the call was as expected; only the given parts are compared. */
export function assertSpyCall<Self, Args extends unknown[], Return>(
  target: Spy<Self, Args, Return>,
  callIndex: number,
  expected?: {
    args?: [...Args, ...unknown[]];
    self?: Self;
    returned?: Return;
    error?: { Class?: new (...args: Any[]) => Any; msgIncludes?: string };
  },
): void {
  const call = target.calls[callIndex];
  if (!call) throw new AssertionError(`Spy not called as much as expected:\n  only called ${target.calls.length} times`);
  if (!expected) return;
  if (expected.args) assertEquals(call.args as unknown, expected.args as unknown, "Spy not called with expected args");
  if ("self" in expected) assertEquals(call.self, expected.self, "Spy not called as method on expected self");
  if ("returned" in expected) assertEquals(call.returned, expected.returned, "Spy call did not return expected value");
  if ("error" in expected) assertIsError(call.error, expected.error?.Class, expected.error?.msgIncludes);
}
/** Holds when the arguments of the call were as expected. */
export function assertSpyCallArgs<Self, Args extends unknown[], Return>(
  target: Spy<Self, Args, Return>,
  callIndex: number,
  expected: unknown[],
): void {
  assertSpyCall(target, callIndex);
  assertEquals(target.calls[callIndex]?.args as unknown, expected as unknown);
}

/** A function that gives the values in turn. */
export function returnsNext<Return, Self = Any, Args extends unknown[] = Any[]>(
  values: Iterable<Return | Error>,
): (this: Self, ...args: Args) => Return {
  const gen = values[Symbol.iterator]();
  let calls = 0;
  return () => {
    const next = gen.next();
    if (next.done) throw new MockError(`Not expected to be called more than ${calls} time(s)`);
    calls++;
    if (next.value instanceof Error) throw next.value;
    return next.value;
  };
}
/** A function that resolves to the values in turn. */
export function resolvesNext<Return, Self = Any, Args extends unknown[] = Any[]>(
  values: Iterable<Return | Error | Promise<Return | Error>>,
): (this: Self, ...args: Args) => Promise<Return> {
  const gen = values[Symbol.iterator]();
  let calls = 0;
  return async () => {
    const next = gen.next();
    if (next.done) throw new MockError(`Not expected to be called more than ${calls} time(s)`);
    calls++;
    const value = await next.value;
    if (value instanceof Error) throw value;
    return value;
  };
}
/** A function that gives its argument of this position. */
export function returnsArg<Arg, Self = Any>(index: number): (this: Self, ...args: Arg[]) => Arg | undefined {
  return (...args) => args[index];
}
/** A function that gives `this`. */
export function returnsThis<Self = Any, Args extends unknown[] = Any[]>(): (this: Self, ...args: Args) => Self {
  return function (this: Self): Self {
    return this;
  };
}
