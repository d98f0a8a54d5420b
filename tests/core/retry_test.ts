import { assert, assertEquals, assertRejects } from "@std/assert";
import { backoffMs, waitMs } from "../../lib/core/retry.ts";
import { durationMs, retryAfterMs } from "../../lib/core/retry_after.ts";

Deno.test("retryAfterMs reads what servers send, and null from nonsense", () => {
  const now = () => Date.parse("2030-01-01T00:00:00Z");
  const cases: [Record<string, string>, number | null][] = [
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "150", "retry-after": "9" }, 150],
    [{ "retry-after": "Tue, 01 Jan 2030 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Mon, 31 Dec 2029 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "-5" }, null],
    [{ "x-ratelimit-reset-requests": "1m30s" }, 90_000],
    [{ "ratelimit-reset": "4" }, 4000],
    [{ "x-ratelimit-reset": "1893456000" }, null],
    [{}, null],
  ];
  for (const [headers, wanted] of cases) {
    assertEquals(retryAfterMs(new Headers(headers), now), wanted, JSON.stringify(headers));
  }
});

Deno.test("durationMs and backoffMs", () => {
  assertEquals(["1h", "1.5s", "5", "x", "", "5x", "1s2"].map(durationMs), [
    3_600_000,
    1500,
    5000,
    null,
    null,
    null,
    null,
  ]);
  for (let attempt = 1; attempt < 12; attempt++) {
    for (const random of [0, 0.5, 1]) {
      const ms = backoffMs(attempt, () => random);
      assert(ms >= 250 && ms <= 10_000);
    }
  }
});

Deno.test("waitMs ends with the reason of an abort, before and during", async () => {
  await assertRejects(() => waitMs(1e6, AbortSignal.abort(new Error("before"))), Error, "before");
  const stop = new AbortController();
  const waiting = waitMs(1e6, stop.signal);
  stop.abort(new Error("during"));
  await assertRejects(() => waiting, Error, "during");
  await waitMs(0, new AbortController().signal);
});
