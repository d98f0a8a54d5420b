/** Stand-in for `jsr:@std/assert`: same names, thinly over node:assert. */
import nodeAssert from "node:assert";
export class AssertionError extends Error { override name = "AssertionError"; }
export function assert(expr: unknown, msg = ""): asserts expr { if (!expr) throw new AssertionError(msg || "Expected truthy"); }
export function assertEquals<T>(actual: T, expected: T, msg?: string): void { nodeAssert.deepStrictEqual(actual, expected, msg); }
