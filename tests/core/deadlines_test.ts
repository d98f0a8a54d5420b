import { assert, assertEquals } from "@std/assert";
import { Deadlines } from "../../lib/core/deadlines.ts";

Deno.test("M24 R11: what is late is aborted by the monotonic clock, the rest is not", () => {
  let now = 0;
  const deadlines = new Deadlines(1_000_000, () => now);
  const [a, b, never] = [deadlines.open(100), deadlines.open(300), deadlines.open(Infinity)];
  now = 200;
  deadlines.sweep();
  assertEquals([a, b, never].map((one) => [one.signal.aborted, one.timedOut]), [
    [true, true],
    [false, false],
    [false, false],
  ]);
  assertEquals((a.signal.reason as DOMException).name, "TimeoutError");
  for (const one of [a, b, never]) deadlines.close(one);
  assertEquals(deadlines.size, 0);
});

Deno.test("one listener per caller's signal; closed deadlines are left alone", () => {
  const deadlines = new Deadlines();
  const stop = new AbortController();
  let listeners = 0;
  const add = stop.signal.addEventListener.bind(stop.signal);
  stop.signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
  const all = Array.from({ length: 50 }, () => deadlines.open(1e6, stop.signal));
  const [closed, ...open] = all;
  assert(closed);
  deadlines.close(closed);
  stop.abort(new Error("enough"));
  assertEquals(listeners, 1);
  assertEquals(closed.signal.aborted, false);
  assert(
    open.every((one) =>
      one.signal.aborted && !one.timedOut && (one.signal.reason as Error).message === "enough"
    ),
  );
  const late = deadlines.open(1e6, stop.signal);
  assert(late.signal.aborted);
  for (const one of [...open, late]) deadlines.close(one);
});
