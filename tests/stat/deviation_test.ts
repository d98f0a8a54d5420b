import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { populationDeviation } from "../../lib/stat/deviation.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("deviation: what Python's statistics.pstdev gives, to the last digit", () => {
  const cases: readonly (readonly [readonly number[], number])[] = [
    [[0, 0, 1], 0.4714045207910317],
    [[1, 1, 0], 0.4714045207910317],
    [[0, 0, 0, 0, 0, 0, 1], 0.3499271061118826],
    [[0.1, 0.2, 0.3], 0.0816496580927726],
    [[0, 0.33, 0.66, 1], 0.37231539049574625],
    [[-5, 2.5, 10], 6.123724356957945],
    [[1e300, -1e300], 1e300],
    [[1e-300, 0], 5e-301],
    [[1e16, 1e16 + 2], 1],
    [[7], 0],
    [[3, 3, 3], 0],
    [[0, -0], 0],
  ];
  for (const [values, wanted] of cases) assertEquals(populationDeviation(values), wanted, String(values));
  assertThrows(() => populationDeviation([]), RangeError);
  assertThrows(() => populationDeviation([NaN]), RangeError);
});

Deno.test("property: mirrored and shuffled scores deviate by exactly the same", () => {
  const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(scores, (list) => {
    const deviation = populationDeviation(list);
    assertEquals(populationDeviation(list.map((score) => 5 - score)), deviation);
    assertEquals(populationDeviation([...list].reverse()), deviation);
    const mean = list.reduce((a, b) => a + b, 0) / list.length;
    const naive = Math.sqrt(list.reduce((sum, score) => sum + (score - mean) ** 2, 0) / list.length);
    assertAlmostEquals(deviation, naive, 1e-12);
    assert(deviation >= 0);
  }));
});
