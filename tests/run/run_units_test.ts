import { assert, assertEquals, assertRejects } from "@std/assert";
import { fc } from "../support/fast_check.ts";
import type { RunEvent } from "../../lib/run/events.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import type { Unit, UnitOutcome } from "../../lib/run/unit.ts";
import { ModelError } from "../../lib/core/errors.ts";

const ok = (data: Record<string, unknown> = {}): UnitOutcome => ({ status: "ok", data });
const unit = (id: string, run: Unit["run"] = () => Promise.resolve(ok())): Unit => ({ id, run });
const later = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

Deno.test("runUnits: each unit exactly once and the limit never exceeded, for any plan and concurrency", async () => {
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ hops: fc.nat(6), fails: fc.boolean(), prefixes: fc.array(fc.nat(3), { maxLength: 2 }) }),
        {
          maxLength: 60,
        },
      ),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (plan, concurrency, limit, asynchronous) => {
        cases++;
        let inFlight = 0;
        let peak = 0;
        const runs = new Map<string, number>();
        const units = plan.map(({ hops, fails, prefixes }, at): Unit => ({
          id: `u${at}`,
          prefixes: prefixes.map((key, level) => `${level}:${key}`),
          run: async () => {
            peak = Math.max(peak, ++inFlight);
            runs.set(`u${at}`, (runs.get(`u${at}`) ?? 0) + 1);
            for (let k = 0; k < hops; k++) await later();
            inFlight--;
            if (fails) throw new Error("fails");
            return ok();
          },
        }));
        async function* stream(): AsyncGenerator<Unit> {
          for (const one of units) {
            await later();
            yield one;
          }
        }
        const ordinals: number[] = [];
        const summary = await runUnits(asynchronous ? stream() : units, {
          concurrency,
          limiter: { max: limit },
          onOutcome: ({ ordinal, unit }) => {
            assertEquals(unit.id, `u${ordinal}`);
            ordinals.push(ordinal);
          },
        });
        assertEquals([...runs.values()], units.map(() => 1));
        assertEquals(ordinals.sort((a, b) => a - b), units.map((_, at) => at));
        assert(peak <= Math.min(concurrency, limit), `peak ${peak}`);
        assertEquals(summary.errored, plan.filter((one) => one.fails).length);
        assertEquals(summary.ok + summary.errored, plan.length);
        assertEquals(summary.stopped, null);
      },
    ),
    { numRuns: 150 },
  );
  assertEquals(cases, 150);
});

Deno.test("runUnits: without blocked prefixes all places are used", async () => {
  let inFlight = 0;
  let peak = 0;
  const gate = Promise.withResolvers<void>();
  const units = Array.from({ length: 8 }, (_, at) =>
    unit(`u${at}`, async () => {
      peak = Math.max(peak, ++inFlight);
      if (inFlight === 8) gate.resolve();
      await gate.promise;
      return ok();
    }));
  await runUnits(units, { concurrency: 8 });
  assertEquals(peak, 8);
});

Deno.test("S09, J15: what a unit throws is an error outcome with its reason, siblings go on", async () => {
  const outcomes: Record<string, UnitOutcome> = {};
  const summary = await runUnits([
    unit(
      "infra",
      () => Promise.reject(new ModelError("Cannot reach it", { code: "connect_failed", hint: "Start it" })),
    ),
    unit("bug", () => {
      throw new TypeError("x is undefined");
    }),
    unit("odd", () => Promise.reject("a text")),
    unit("none", () => Promise.resolve(undefined as unknown as UnitOutcome)),
    unit("limited", () => Promise.resolve({ status: "limited", reason: "token_limit", data: { score: 0 } })),
    unit("fine"),
  ], { concurrency: 3, onOutcome: ({ unit }, outcome) => void (outcomes[unit.id] = outcome) });
  assertEquals([summary.ok, summary.limited, summary.errored], [1, 1, 4]);
  assertEquals(outcomes.infra?.reason, "connect_failed");
  assertEquals((outcomes.infra?.data.error as { hint: string }).hint, "Start it");
  assertEquals(outcomes.bug?.reason, "unit_crashed");
  assertEquals(outcomes.bug?.message, "TypeError: x is undefined");
  assertEquals(outcomes.odd?.message, "string: a text");
  assertEquals(outcomes.none?.reason, "outcome_invalid");
  assertEquals(summary.reasons, { connect_failed: 1, unit_crashed: 2, outcome_invalid: 1, token_limit: 1 });
});

Deno.test("R06: an outcome that JSON cannot hold is refused there and then, by place and kind", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const bad: [string, unknown, string][] = [
    ["bigint", { a: 10n }, "a: bigint"],
    ["map", { a: new Map() }, "a: Map"],
    ["error", { a: [new RangeError("x")] }, "a[0]: RangeError"],
    ["nan", { a: { b: NaN } }, "a.b: NaN"],
    ["function", { a: () => 1 }, "a: function"],
    ["hole", { a: [undefined] }, "a[0]: undefined"],
  ];
  const found: string[] = [];
  await runUnits(
    [...bad, ["circle", circle, ""] as const].map(([id, data]) =>
      unit(id, () => Promise.resolve(ok(data as Record<string, unknown>)))
    ),
    { concurrency: 1, onOutcome: (_, { reason, message }) => found.push(`${reason} ${message}`) },
  );
  for (const [at, [, , place]] of bad.entries()) {
    assertEquals(found[at], `outcome_not_json Unit gave what JSON cannot hold: ${place}`);
  }
  assert(found[6]?.includes("circular"));
});

Deno.test("M24: one unit that hangs, deaf to its signal, ends as timeout and the run finishes", async () => {
  const outcomes: Record<string, string | undefined> = {};
  const hang = Promise.withResolvers<UnitOutcome>();
  const summary = await runUnits(
    [unit("deaf", () => hang.promise), ...Array.from({ length: 50 }, (_, at) => unit(`u${at}`))],
    {
      concurrency: 4,
      unitTimeoutMs: 30,
      settleMs: 10,
      sweepMs: 5,
      onOutcome: ({ unit }, { reason }) => void (outcomes[unit.id] = reason),
    },
  );
  assertEquals(outcomes.deaf, "timeout");
  assertEquals([summary.ok, summary.errored], [50, 1]);
  hang.resolve(ok());
});

Deno.test("M24: a unit that obeys its signal keeps what it recorded, and an answer in time of the abort counts", async () => {
  const outcomes: Record<string, UnitOutcome> = {};
  const aborted = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  await runUnits([
    unit("partial", async ({ signal }) => {
      await aborted(signal);
      return { status: "error", reason: "gave_up", data: { turns: 3 } };
    }),
    unit("limit", async ({ signal }) => {
      await aborted(signal);
      return { status: "limited", reason: "time_limit", data: { score: 0.5 } };
    }),
  ], {
    concurrency: 2,
    unitTimeoutMs: 10,
    sweepMs: 5,
    onOutcome: ({ unit }, outcome) => void (outcomes[unit.id] = outcome),
  });
  assertEquals(outcomes.partial?.reason, "timeout");
  assertEquals(outcomes.partial?.data, { turns: 3 });
  assertEquals(outcomes.limit?.reason, "time_limit");
});

Deno.test("runUnits: retries run a failed unit again and count the tries", async () => {
  let tries = 0;
  const events: RunEvent[] = [];
  const summary = await runUnits([
    unit("flaky", () => ++tries < 3 ? Promise.reject(new Error("again")) : Promise.resolve(ok())),
    unit("never", () => Promise.reject(new Error("no"))),
  ], { concurrency: 1, retries: 2, onEvent: (event) => events.push(event as RunEvent) });
  assertEquals([summary.ok, summary.errored, tries], [1, 1, 3]);
  const attempts = events.flatMap((event) => event.kind === "unit.done" ? [event.attempts] : []);
  assertEquals(attempts, [3, 3]);
});

Deno.test("runUnits: abort starts no new unit, lets those in flight finish within the grace", async () => {
  const controller = new AbortController();
  const gate = Promise.withResolvers<void>();
  let started = 0;
  let closed = false;
  function* plan(): Generator<Unit> {
    try {
      for (let at = 0;; at++) {
        yield unit(`u${at}`, async () => {
          if (++started === 4) {
            controller.abort();
            queueMicrotask(() => gate.resolve());
          }
          await gate.promise;
          return ok();
        });
      }
    } finally {
      closed = true;
    }
  }
  const summary = await runUnits(plan(), { concurrency: 4, signal: controller.signal });
  assertEquals([started, summary.ok, summary.aborted, summary.stopped], [4, 4, 0, "aborted"]);
  assert(closed, "the plan's generator was not closed");
});

Deno.test("runUnits: after the grace units in flight are aborted and have no outcome", async () => {
  const controller = new AbortController();
  const outcomes: string[] = [];
  let aborts = 0;
  const summary = await runUnits([
    unit("a", ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          aborts++;
          reject(signal.reason);
        });
        controller.abort();
      })),
    unit("b"),
  ], {
    concurrency: 1,
    signal: controller.signal,
    graceMs: 5,
    onOutcome: ({ unit }) => outcomes.push(unit.id),
  });
  assertEquals([aborts, summary.aborted, summary.finished], [1, 1, 0]);
  assertEquals(outcomes, []);
});

Deno.test("runUnits: a second signal aborts at once; an aborted signal starts nothing", async () => {
  const soft = new AbortController();
  const hard = new AbortController();
  const summary = await runUnits([
    unit("a", ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        soft.abort();
        hard.abort();
      })),
  ], { concurrency: 1, signal: soft.signal, hardSignal: hard.signal, graceMs: 3_600_000 });
  assertEquals(summary.aborted, 1);
  const none = await runUnits([unit("a")], { concurrency: 1, signal: soft.signal });
  assertEquals([none.finished, none.stopped], [0, "aborted"]);
});

Deno.test("runUnits: budget and errors in a row end the run without new units", async () => {
  const budget = { exhausted: false };
  const units = Array.from({ length: 10 }, (_, at) =>
    unit(`u${at}`, () => {
      if (at === 3) budget.exhausted = true;
      return Promise.resolve(ok());
    }));
  const spent = await runUnits(units, { concurrency: 1, budget });
  assertEquals([spent.finished, spent.stopped], [4, "budget"]);
  const dead = await runUnits(units.map(({ id }) => unit(id, () => Promise.reject(new Error("down")))), {
    concurrency: 1,
    maxErrorsInRow: 5,
  });
  assertEquals([dead.errored, dead.stopped], [5, "errors"]);
});

Deno.test("runUnits: a plan that throws ends the run with that error after what is in flight", async () => {
  let finished = 0;
  function* plan(): Generator<Unit> {
    yield unit("a", async () => {
      await later();
      finished++;
      return ok();
    });
    throw new SyntaxError("row 2 is bad");
  }
  await assertRejects(() => runUnits(plan(), { concurrency: 3 }), SyntaxError, "row 2 is bad");
  assertEquals(finished, 1);
  await assertRejects(() => runUnits([], { concurrency: 0 }), RangeError, "at least 1");
});

Deno.test("R11: durations come from the monotonic clock and are never negative", async () => {
  let now = 1000;
  const events: RunEvent[] = [];
  const RealDate = Date.now;
  Date.now = () => RealDate() - 3_600_000 * ++now;
  try {
    const summary = await runUnits([unit("a", () => {
      now -= 500;
      return Promise.resolve(ok());
    })], { concurrency: 1, nowMs: () => now, onEvent: (event) => events.push(event as RunEvent) });
    assertEquals(summary.durationMs, 0);
  } finally {
    Date.now = RealDate;
  }
  const done = events.find((event) => event.kind === "unit.done");
  assertEquals(done?.kind === "unit.done" ? done.durationMs : null, 0);
});

Deno.test("runUnits: a plan of 200,000 lazily made units is never held", async () => {
  let made = 0;
  let finished = 0;
  let most = 0;
  function* plan(): Generator<Unit> {
    for (let at = 0; at < 200_000; at++) {
      most = Math.max(most, ++made - finished);
      yield unit("u", () => {
        finished++;
        return Promise.resolve(ok());
      });
    }
  }
  const summary = await runUnits(plan(), { concurrency: 16 });
  assertEquals(summary.ok, 200_000);
  assert(most <= 16 * 8 + 16, `${most} units were made ahead`);
});
