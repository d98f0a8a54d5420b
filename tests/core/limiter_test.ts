import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Limiter } from "../../lib/core/limiter.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("limiter: slow start grows by one per success, up to max", async () => {
  const limiter = new Limiter({ start: 2, max: 4 });
  for (let i = 0; i < 6; i++) {
    const started = [await limiter.acquire(), await limiter.acquire()];
    for (const ms of started) limiter.release(ms, "ok");
  }
  assertEquals(limiter.limit >= 3 && limiter.limit <= 4, true);
});

Deno.test("limiter: one wave of refusals is one cut", async () => {
  const now = 1000;
  const cuts: number[] = [];
  const limiter = new Limiter({ start: 40, max: 100, nowMs: () => now, onCut: (limit) => cuts.push(limit) });
  const started = await Promise.all(Array.from({ length: 40 }, () => limiter.acquire()));
  for (const ms of started) limiter.release(ms, "limited");
  assertEquals(cuts, [34]);
  assertEquals(limiter.active, 0);
});

Deno.test("limiter: an aborted waiter leaves the queue with the signal's reason", async () => {
  const limiter = new Limiter({ start: 1, max: 1 });
  const held = await limiter.acquire();
  const stop = new AbortController();
  const waiting = limiter.acquire(stop.signal);
  const next = limiter.acquire();
  stop.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
  limiter.release(held, "error");
  limiter.release(await next, "ok");
  assertEquals(limiter.active, 0);
  await assertRejects(() => limiter.acquire(AbortSignal.abort(new Error("before"))), Error, "before");
});

Deno.test("limiter: a fixed pace spaces the starts", async () => {
  const limiter = new Limiter({ perSecond: 200, start: 8 });
  const starts: number[] = [];
  for (let i = 0; i < 24; i++) {
    const ms = await limiter.acquire();
    starts.push(ms);
    limiter.release(ms, "ok");
  }
  // 30 ms may be caught up at once; what remains cannot be faster than the pace.
  assert((starts.at(-1) ?? 0) - (starts[0] ?? 0) >= (23 * 5) - 30 - 5);
  assertEquals(limiter.perSecond, 200);
});

Deno.test("property: never more active than the limit allows, everyone gets a turn", async () => {
  const outcomes = fc.array(
    fc.constantFrom("ok" as const, "ok" as const, "limited" as const, "error" as const),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(outcomes, fc.integer({ min: 1, max: 5 }), async (list, max) => {
      const limiter = new Limiter({ max, start: 2 });
      let done = 0;
      await Promise.all(list.map(async (outcome) => {
        const started = await limiter.acquire();
        assert(limiter.active <= max);
        await Promise.resolve();
        limiter.release(started, outcome);
        done++;
      }));
      assertEquals([done, limiter.active], [list.length, 0]);
    }),
    { numRuns: 30 },
  );
});

Deno.test("limiter: bounds below 1 are refused", () => {
  for (const options of [{ max: 0 }, { start: NaN }, { perSecond: 0 }]) {
    assertThrows(() => new Limiter(options), RangeError);
  }
});
