import { assert, assertEquals, assertThrows } from "@std/assert";
import { bootstrapStderr } from "../../lib/stat/bootstrap.ts";
import { mean, meanStderr, sampleStddev, upperMedian } from "../../lib/stat/mean.ts";
import { normalCdf, normalQuantile } from "../../lib/stat/normal.ts";
import { passAtK } from "../../lib/stat/pass_at_k.ts";
import { studentCdf, studentQuantile } from "../../lib/stat/student.ts";
import { wilsonInterval } from "../../lib/stat/wilson.ts";

const near = (actual: number, wanted: number, slack = 1e-9) =>
  assert(
    Math.abs(actual - wanted) <= slack * Math.max(1, Math.abs(wanted)),
    `wanted ${wanted}, found ${actual}`,
  );

Deno.test("normal: known values and tails", () => {
  near(normalQuantile(0.975), 1.959963984540054, 1e-12);
  near(normalQuantile(0.995), 2.5758293035489004, 1e-12);
  near(normalQuantile(0.025), -1.959963984540054, 1e-12);
  near(normalCdf(1), 0.8413447460685429, 1e-13);
  near(normalCdf(-6) / 9.865876450376946e-10, 1, 1e-9);
  near(normalCdf(2.5 * Math.SQRT2), 0.9997965239912775, 1e-13);
  assertThrows(() => normalQuantile(1), RangeError);
});

Deno.test("student: known values", () => {
  near(studentQuantile(0.975, 1), 12.706204736174694, 1e-12);
  near(studentQuantile(0.975, 10), 2.228138851986274, 1e-12);
  near(studentQuantile(0.975, 1000), 1.9623390808264083, 1e-12);
  near(studentQuantile(0.05, 4), -2.131846786326651, 1e-12);
  near(studentCdf(2, 5), 0.9490302605850709, 1e-12);
  assertThrows(() => studentQuantile(0.5, 0), RangeError);
});

Deno.test("wilson: known values and refusals", () => {
  near(wilsonInterval(15, 20)?.low ?? 0, 0.5312990, 1e-6);
  near(wilsonInterval(15, 20)?.high ?? 0, 0.8881386, 1e-6);
  assertEquals(wilsonInterval(0, 0), null);
  assertThrows(() => wilsonInterval(3, 2), RangeError);
  assertThrows(() => wilsonInterval(0.5, 2), RangeError);
});

Deno.test("mean and friends: empty and single", () => {
  assertEquals([mean([]), sampleStddev([1]), meanStderr([1]), upperMedian([])], [null, null, null, null]);
  assertEquals([mean([1, 2]), upperMedian([2, 1]), meanStderr([5, 5])], [1.5, 2, 0]);
});

Deno.test("bootstrapStderr: too little to resample, and what cannot be summed", () => {
  assertEquals(bootstrapStderr(1, () => 1, { iterations: 100 }), null);
  assertEquals(bootstrapStderr(5, () => 1, { iterations: 0 }), null);
  assertEquals(bootstrapStderr(5, () => NaN, { iterations: 10 }), null);
  assertEquals(bootstrapStderr(5, () => 1, { iterations: 10 }), 0);
  assertThrows(() => bootstrapStderr(5, () => 1, { iterations: 1.5 }), RangeError);
});

Deno.test("passAtK: fewer attempts than k do not exist", () => {
  assertThrows(() => passAtK(1, 0, 2), RangeError);
  assertThrows(() => passAtK(2, 3, 1), RangeError);
  assertThrows(() => passAtK(2, 1, 0), RangeError);
});
