import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Limiter } from "../../lib/core/limiter.ts";
import { fc } from "../support/fast_check.ts";
import { limiterWorld, simulatedClock, type WorldOptions } from "../support/limiter_world.ts";

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
  const clock = simulatedClock();
  const limiter = new Limiter({ perSecond: 200, start: 8, nowMs: () => clock.nowMs, timers: clock });
  const starts: number[] = [];
  const ask = async () => {
    for (let i = 0; i < 24; i++) {
      starts.push(await limiter.acquire());
      limiter.release(starts.at(-1) ?? 0, "ok");
    }
  };
  const asked = ask();
  await clock.run(1000);
  await asked;
  // 60 ms may be caught up at once; what remains comes at the pace.
  assertEquals(starts.filter((ms) => ms === 0).length, 13);
  assertEquals(starts.at(-1), (23 - 12) * 5);
  assertEquals(limiter.perSecond, 200);
});

// Shares of what the quota allows, on a simulated clock: the same on every machine.
const QUOTAS: readonly [name: string, world: WorldOptions, share: number, refused: number][] = [
  ["16 at once, 200 ms", { concurrent: 16, latencyMs: 200 }, 0.95, 0.04],
  ["48 at once, 20 ms", { concurrent: 48, latencyMs: 20 }, 0.95, 0.02],
  ["48 at once, 50 ms", { concurrent: 48, latencyMs: 50 }, 0.94, 0.02],
  ["48 at once, 16 callers to spare", { concurrent: 48, latencyMs: 20, callers: 64 }, 0.95, 0.02],
  ["4 at once, 500 ms", { concurrent: 4, latencyMs: 500 }, 0.9, 0.3],
  ["50 a second", { perSecond: 50, latencyMs: 20 }, 0.95, 0.2],
  ["150 a second", { perSecond: 150, latencyMs: 20 }, 0.95, 0.12],
  ["1000 a second", { perSecond: 1000, latencyMs: 20 }, 0.95, 0.05],
  ["150 a second, 200 ms", { perSecond: 150, latencyMs: 200 }, 0.95, 0.12],
  [
    "50 a second, bucket 10, Retry-After 1",
    {
      perSecond: 50,
      burst: 10,
      retryAfterMs: 1000,
      latencyMs: 20,
    },
    0.95,
    0.08,
  ],
  [
    "150 a second, bucket 15, Retry-After 0.2",
    {
      perSecond: 150,
      burst: 15,
      retryAfterMs: 200,
      latencyMs: 5,
    },
    0.95,
    0.08,
  ],
  [
    "1000 a second, bucket 100, Retry-After 1",
    {
      perSecond: 1000,
      burst: 100,
      retryAfterMs: 1000,
      latencyMs: 20,
    },
    0.95,
    0.05,
  ],
  [
    "48, then 16 at once",
    {
      concurrent: 48,
      latencyMs: 50,
      change: { atMs: 5000, concurrent: 16 },
      fromMs: 6000,
    },
    0.85,
    0.05,
  ],
  [
    "16, then 48 at once",
    {
      concurrent: 16,
      latencyMs: 50,
      change: { atMs: 5000, concurrent: 48 },
      fromMs: 7000,
    },
    0.92,
    0.02,
  ],
  [
    "50, then 500 a second",
    {
      perSecond: 50,
      latencyMs: 20,
      change: { atMs: 5000, perSecond: 500 },
      fromMs: 10_000,
    },
    0.9,
    0.05,
  ],
  [
    "500, then 50 a second",
    {
      perSecond: 500,
      latencyMs: 20,
      change: { atMs: 5000, perSecond: 50 },
      fromMs: 6000,
    },
    0.95,
    0.05,
  ],
];
for (const [name, world, share, refused] of QUOTAS) {
  Deno.test(`limiter: uses a quota of ${name}`, async () => {
    const found = await limiterWorld(world);
    const shown = `${(100 * found.share).toFixed(1)} % used, ${
      (100 * found.refusedShare).toFixed(1)
    } % refused`;
    assert(found.share >= share, shown);
    assert(found.refusedShare <= refused, shown);
    assert(found.share <= 1.05, `the world gives more than its quota: ${shown}`);
  });
}

for (const [name, world] of QUOTAS.filter(([, one]) => one.change === undefined && one.latencyMs < 400)) {
  Deno.test(`limiter: outside of the retries it uses 85 % of a quota of ${name}`, async () => {
    const found = await limiterWorld({ ...world, inside: true });
    assert(found.share >= 0.85, `${(100 * found.share).toFixed(1)} % used`);
    assert(found.refusedShare <= 0.15, `${(100 * found.refusedShare).toFixed(1)} % refused`);
  });
}

Deno.test("limiter: a refused call makes no room before a served one or 60 ms", async () => {
  const clock = simulatedClock();
  const limiter = new Limiter({ start: 4, max: 4, nowMs: () => clock.nowMs, timers: clock });
  const held = await Promise.all([0, 0, 0, 0].map(() => limiter.acquire()));
  await clock.run(50);
  const waits: number[] = [];
  for (let i = 0; i < 2; i++) void limiter.acquire().then((ms) => waits.push(ms));
  clock.set(() => limiter.release(held[0] ?? 0, "ok"), 50);
  await clock.run(100);
  assertEquals(waits, [100]); // a served call is followed at once
  clock.set(() => limiter.release(held[1] ?? 0, "limited"), 1);
  await clock.run(120);
  assertEquals(waits.length, 1);
  clock.set(() => limiter.release(held[2] ?? 0, "ok"), 130 - clock.nowMs);
  await clock.run(130);
  assertEquals(waits, [100, 130]);
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
