import { assertEquals } from "@std/assert";
import { ServedRate } from "../../lib/core/served_rate.ts";

Deno.test("served rate: only the span counts, old buckets are emptied, nothing is 0", () => {
  const rate = new ServedRate();
  assertEquals(rate.perSecond(1000, 1000), 0);
  for (let ms = 0; ms < 3000; ms += 5) rate.add(ms); // 200 a second
  for (let ms = 3000; ms < 6000; ms += 50) rate.add(ms); // 20 a second
  assertEquals(Math.round(rate.perSecond(5999, 1000)), 20);
  assertEquals(Math.round(rate.perSecond(5999, 60_000)), 110);
  rate.add(60_000); // long after: the ring holds nothing of before
  assertEquals(rate.perSecond(60_049, 10_000) < 0.2, true);
});

Deno.test("served rate: the start counts, so that a slow first event is no burst", () => {
  const rate = new ServedRate();
  rate.start(0);
  rate.add(999);
  assertEquals(Math.round(rate.perSecond(999, 1000)), 1);
});
