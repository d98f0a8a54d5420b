import {
  assert,
  assertAlmostEquals,
  assertEquals,
  AssertionError,
  assertIsError,
  assertNotEquals,
  assertObjectMatch,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";
import { assertSpyCall, assertSpyCalls, spy, stub } from "@std/testing/mock";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { FakeTime } from "@std/testing/time";

Deno.test("std: equality is structural", () => {
  assertEquals({ a: [1, { b: NaN }] }, { a: [1, { b: NaN }] });
  assertEquals<unknown>(Object.assign(Object.create(null), { a: 1 }), { a: 1 });
  assertEquals(new Set([{ a: 1 }]), new Set([{ a: 1 }]));
  assertEquals(new Map([["a", [1]]]), new Map([["a", [1]]]));
  assertEquals(new Uint8Array([1, 2]), new Uint8Array([1, 2]));
  assertEquals(0, -0);
  assertNotEquals<unknown>({ a: 1 }, { a: 1, b: undefined });
  assertNotEquals<unknown>({ a: undefined }, { b: undefined });
  assertNotEquals<unknown>([1], { 0: 1 });
  assertNotEquals(new Set([1]), new Set([2]));
  assertNotEquals(new Date(1), new Date(2));
  class P {
    a = 1;
  }
  assertNotEquals<unknown>(new P(), { a: 1 });
  const loop: Record<string, unknown> = { a: 1 };
  loop.self = loop;
  assertEquals(loop, loop);
  const error = assertThrows(() => assertEquals({ a: 1, b: 2 }, { a: 1, b: 3 }), AssertionError);
  assert(/-.*2/.test(error.message) && /\+.*3/.test(error.message), error.message);
});

Deno.test("std: assertThrows and assertRejects give the error and check it", async () => {
  const boom = () => {
    throw new RangeError("no such row");
  };
  assertEquals(assertThrows(boom, RangeError, "such").message, "no such row");
  assertThrows(() => assertThrows(boom, TypeError), AssertionError, "RangeError");
  assertThrows(() => assertThrows(boom, RangeError, "other"), AssertionError, "other");
  assertThrows(() => assertThrows(() => 1), AssertionError, "to throw");
  const error = await assertRejects(() => Promise.reject(new RangeError("x")), RangeError, "x");
  assertIsError(error, RangeError, "x");
  await assertRejects(() => assertRejects(() => Promise.resolve(1)), AssertionError, "to reject");
  await assertRejects(
    () =>
      assertRejects(() => {
        throw new RangeError("sync");
      }),
    AssertionError,
  );
});

Deno.test("std: numbers and parts of objects", () => {
  assertAlmostEquals(0.1 + 0.2, 0.3);
  assertThrows(() => assertAlmostEquals(1, 1.001), AssertionError);
  assertAlmostEquals(1, 1.001, 0.01);
  assertObjectMatch({ a: { b: 1, c: 2 }, d: [1, 2] }, { a: { b: 1 } });
  assertThrows(() => assertObjectMatch({ a: 1 }, { a: 2 }), AssertionError);
  assertThrows(() => assertObjectMatch({ a: 1 }, { b: 1 }), AssertionError);
});

Deno.test("std: parseArgs", () => {
  const args = parseArgs(["x", "--a", "1", "--s=07", "-v", "--no-color", "--l=a", "--l=b", "--", "y"], {
    boolean: ["v", "color", "w"],
    string: ["s"],
    negatable: ["color"],
    collect: ["l"],
    alias: { v: "verbose" },
    default: { d: 3, color: true },
  });
  assertEquals<unknown>({ ...args }, {
    _: ["x", "y"],
    a: 1,
    s: "07",
    v: true,
    verbose: true,
    color: false,
    l: ["a", "b"],
    d: 3,
    w: false,
  });
  assertEquals(parseArgs(["a", "--b", "c"], { stopEarly: true })._, ["a", "--b", "c"]);
});

Deno.test("std: spies and stubs", () => {
  const add = spy((a: number, b: number) => a + b);
  assertEquals(add(1, 2), 3);
  assertSpyCalls(add, 1);
  assertSpyCall(add, 0, { args: [1, 2], returned: 3 });
  assertThrows(() => assertSpyCalls(add, 2), AssertionError);
  const clock = { now: () => 1 };
  {
    using faked = stub(clock, "now", () => 7);
    assertEquals(clock.now(), 7);
    assertSpyCalls(faked, 1);
  }
  assertEquals(clock.now(), 1);
});

Deno.test("std: FakeTime moves only when told", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  assertEquals(new Date().toISOString(), "2030-01-01T00:00:00.000Z");
  const seen: number[] = [];
  setTimeout(() => seen.push(Date.now() - time.start), 100);
  const every = setInterval(() => seen.push(-1), 40);
  time.tick(99);
  assertEquals(seen, [-1, -1]);
  await time.tickAsync(1);
  assertEquals(seen, [-1, -1, 100]);
  clearInterval(every);
  await time.runAllAsync();
  assertEquals(seen.length, 3);
});

describe("std: bdd", () => {
  const log: string[] = [];
  beforeEach(() => {
    log.push("before");
  });
  afterEach(() => {
    log.push("after");
  });
  it("runs hooks around the first", () => assertEquals(log, ["before"]));
  it("and around the second", () => assertEquals(log, ["before", "after", "before"]));
});
