import { assertEquals, assertThrows } from "@std/assert";
import { Random } from "../../lib/core/random.ts";
import vectors from "../golden/lmeval/rng.json" with { type: "json" };

Deno.test("every vector of CPython's generator", () => {
  let cases = 0;
  for (const v of vectors) {
    let rng = new Random(BigInt(v.seed));
    const restart = (): Random => rng = new Random(BigInt(v.seed));
    assertEquals(v.getrandbits32.map(() => rng.getrandbits(32)), v.getrandbits32);
    restart();
    assertEquals(v.random.map(() => rng.random()), v.random);
    restart();
    for (const [n, want] of v.randbelow) assertEquals(rng.randbelow(n as number), want);
    restart();
    assertEquals(rng.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), v.shuffle10);
    assertEquals(rng.shuffle([..."ABCD"]).join(""), v.then_shuffleABCD);
    restart();
    for (const [n, k, want] of v.sample_seq) {
      const population = Array.from({ length: n as number }, (_, i) => i);
      assertEquals(rng.sample(population, k as number), want);
    }
    restart();
    const thirteen = Array.from({ length: 13 }, (_, i) => i);
    assertEquals(rng.choices(thirteen, v.choices.length), v.choices);
    const thousand = Array.from({ length: 1000 }, (_, i) => i);
    assertEquals(rng.choices(thousand, v.choices2.length), v.choices2);
    cases++;
  }
  assertEquals(cases, 8);
});

Deno.test("a number and the same bigint are one seed, the sign is dropped", () => {
  assertEquals(new Random(-5).uint32(), new Random(5n).uint32());
  assertEquals(new Random(2 ** 40 + 7).uint32(), new Random(2n ** 40n + 7n).uint32());
});

Deno.test("no seed: two streams differ", () => {
  const draw = (): number[] => {
    const rng = new Random(null);
    return [rng.uint32(), rng.uint32(), rng.uint32(), rng.uint32()];
  };
  const first = draw();
  assertEquals(draw().every((value, i) => value === first[i]), false);
});

Deno.test("arguments outside their range are refused", () => {
  const rng = new Random(1);
  assertThrows(() => new Random(0.5), RangeError, '"0.5"');
  assertThrows(() => rng.getrandbits(54), RangeError);
  assertThrows(() => rng.randbelow(0), RangeError);
  assertThrows(() => rng.sample([1, 2], 3), RangeError, "0 to 2");
  assertThrows(() => rng.choices([], 1), RangeError);
  assertThrows(() => rng.choice([]), RangeError);
  assertEquals(rng.sample([], 0), []);
  assertEquals(rng.getrandbits(0), 0);
});
