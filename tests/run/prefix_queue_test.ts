import { assert, assertEquals } from "@std/assert";
import { Random } from "../../lib/core/random.ts";
import { orderByPrefix } from "../../lib/run/order_by_prefix.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import type { Unit } from "../../lib/run/unit.ts";

const PREFIX_TOKENS = 1000;
const QUESTION_TOKENS = 110;

/** A server whose cache learns a prefix when the first request with it ends. Counts prefilled tokens. */
class PrefixCache {
  readonly warm = new Set<string>();
  prefilled = 0;
  readonly queue: (() => void)[] = [];

  async ask(prefix: string, question: string): Promise<void> {
    this.prefilled += (this.warm.has(prefix) ? 0 : PREFIX_TOKENS) +
      (this.warm.has(question) ? 0 : QUESTION_TOKENS);
    // Requests end one by one in the order they came, as on a busy server.
    await new Promise<void>((resolve) => {
      this.queue.push(resolve);
      setTimeout(() => this.queue.shift()?.(), 0);
    });
    this.warm.add(prefix);
    this.warm.add(question);
  }
}

function makeUnits(cache: PrefixCache): Unit[] {
  const units: Unit[] = [];
  for (let prefix = 0; prefix < 12; prefix++) {
    for (let question = 0; question < 15; question++) {
      for (let choice = 0; choice < 4; choice++) {
        const keys = [`p${prefix}`, `p${prefix}q${question}`] as const;
        units.push({
          id: `${keys[1]}c${choice}`,
          prefixes: keys,
          run: async () => {
            await cache.ask(...keys);
            return { status: "ok", data: {} };
          },
        });
      }
    }
  }
  return units;
}

const MINIMUM = 12 * PREFIX_TOKENS + 12 * 15 * QUESTION_TOKENS;

for (const concurrency of [16, 64]) {
  Deno.test(`prefix order: with leaders prefill stays within 1.05 of the minimum at C=${concurrency}`, async () => {
    const cache = new PrefixCache();
    const units = new Random(7).sample(makeUnits(cache), 720);
    const summary = await runUnits(orderByPrefix(units), { concurrency });
    assertEquals(summary.ok, 720);
    assert(cache.prefilled <= 1.05 * MINIMUM, `prefilled ${cache.prefilled / MINIMUM} of the minimum`);
    const plain = new PrefixCache();
    const without = orderByPrefix(makeUnits(plain)).map(({ id, run }) => ({ id, run }));
    await runUnits(without, { concurrency });
    assert(plain.prefilled > 1.5 * MINIMUM, "the control without leaders should be far off");
  });
}

Deno.test("prefix order: after a leader's failure another leads, and nothing waits for ever", async () => {
  const starts: string[] = [];
  const units = ["a", "b", "c"].map((id): Unit => ({
    id,
    prefixes: ["p"],
    run: () => {
      starts.push(id);
      return id === "a"
        ? Promise.reject(new Error("leader fails"))
        : Promise.resolve({ status: "ok", data: {} });
    },
  }));
  const summary = await runUnits(units, { concurrency: 3 });
  assertEquals(starts, ["a", "b", "c"]);
  assertEquals([summary.ok, summary.errored], [2, 1]);
});

Deno.test("orderByPrefix: groups at every level, keeps order, same on every run", () => {
  const run = () => Promise.reject(new Error("not run"));
  const units = [["a", "x"], ["b", "x"], ["a", "y"], [], ["a", "x"], ["b"]].map((prefixes, at) => ({
    id: String(at),
    prefixes,
    run,
  }));
  assertEquals(orderByPrefix(units).map((unit) => unit.id).join(""), "042153");
  assertEquals(orderByPrefix([]), []);
});
