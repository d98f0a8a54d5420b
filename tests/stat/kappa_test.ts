import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { cohenKappa } from "../../lib/stat/kappa.ts";
import { krippendorffAlpha } from "../../lib/stat/krippendorff.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("kappa: a table worked by hand", () => {
  // 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: agreement 0.7, chance 0.5, kappa 0.4.
  const table = [[1, 1, 20], [1, 0, 5], [0, 1, 10], [0, 0, 15]] as const;
  const a = table.flatMap(([first, , count]) => Array(count).fill(first));
  const b = table.flatMap(([, second, count]) => Array(count).fill(second));
  assertEquals(cohenKappa(a, b), { kappa: 0.4, agreement: 0.7, expected: 0.5, n: 50 });
});

Deno.test("kappa: weights forgive near misses, a constant pair has none", () => {
  const levels = [1, 2, 3];
  const far = cohenKappa([1, 2, 3, 1], [3, 2, 1, 1], { weights: "quadratic", levels });
  const near = cohenKappa([1, 2, 3, 1], [2, 2, 3, 1], { weights: "quadratic", levels });
  // One miss by one level in four pairs; by chance (rows 2 1 1, columns 1 2 1) the squared distances.
  assertAlmostEquals(
    near.kappa ?? NaN,
    1 - (1 / 4) / ((1 * 2 * 2 + 4 * 2 * 1 + 1 * 1 * 1 + 1 * 1 * 1 + 4 * 1 * 1 + 1 * 1 * 2) / 16),
    1e-12,
  );
  assertEquals((far.kappa ?? 1) < 0, true);
  assertEquals(cohenKappa([1, 1], [1, 1]).kappa, null);
  assertEquals(cohenKappa([1, 1], [1, 1], { levels: [0, 1] }).agreement, 1);
  assertEquals(cohenKappa([1, 2, 3], [1, 2, 3], { weights: "linear" }).kappa, 1);
  assertThrows(() => cohenKappa([1], []), RangeError);
  assertThrows(() => cohenKappa([5], [1], { levels: [0, 1] }), RangeError);
});

const _ = null;
// The published example of three coders and fifteen units.
const CODERS = [
  [_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3],
  [1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _],
  [_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4],
] as const;
const UNITS = CODERS[0].map((_one, i) => CODERS.map((coder) => coder[i] ?? null));

Deno.test("alpha: the published example, nominal and interval", () => {
  assertAlmostEquals(krippendorffAlpha(UNITS) ?? NaN, 0.691, 5e-4);
  assertAlmostEquals(krippendorffAlpha(UNITS, { level: "interval" }) ?? NaN, 0.811, 5e-4);
  assertAlmostEquals(krippendorffAlpha(UNITS, { level: "ordinal" }) ?? NaN, 0.807, 5e-4);
});

Deno.test("alpha: nothing to compare is null, chance is not above 0", () => {
  assertEquals(krippendorffAlpha([]), null);
  assertEquals(krippendorffAlpha([[1, null], [null, 0]]), null);
  assertEquals(krippendorffAlpha([[1, 1], [1, 1]]), null);
  assertEquals((krippendorffAlpha([[1, 0], [0, 1]]) ?? 1) < 0, true);
  assertThrows(() => krippendorffAlpha([[NaN, 1]]), RangeError);
});

Deno.test("property: alpha and kappa do not care about the order of items", () => {
  const rows = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2)), {
    minLength: 2,
    maxLength: 30,
  });
  fc.assert(fc.property(rows, (list) => {
    const back = [...list].reverse();
    const alpha = krippendorffAlpha(list);
    const beta = krippendorffAlpha(back);
    if (alpha === null) assertEquals(beta, null);
    else assertAlmostEquals(alpha, beta ?? NaN, 1e-9);
    const kappa = (pairs: typeof list) => cohenKappa(pairs.map(([a]) => a), pairs.map(([, b]) => b)).kappa;
    assertEquals(kappa(list), kappa(back));
  }));
});
