import { assertEquals, assertThrows } from "@std/assert";
import { type GateResult, gateText, judgeGate } from "../../lib/run/gate.ts";

const result = (task: string, score: number | null, known: Partial<GateResult> = {}): GateResult => ({
  task,
  score,
  status: score === null ? "error" : "ok",
  blocking: true,
  ...known,
});

Deno.test("S17: a score meant to equal the threshold passes, rounding never decides", () => {
  assertEquals(judgeGate([result("a", (0.6 + 0.7 + 0.8) / 3)], { failUnder: 0.7 })?.outcome, "pass");
  assertEquals(judgeGate([result("a", 0.1 + 0.7)], { failUnder: 0.8 })?.outcome, "pass");
  const verdict = judgeGate([result("a", 0.69996)], { failUnder: 0.7 });
  assertEquals(verdict?.outcome, "fail");
  assertEquals(verdict && gateText(verdict), "gate failed: a 0.69996 is below 0.7");
});

Deno.test("S19: a missing or senseless threshold is an error, not a pass", () => {
  for (const failUnder of [NaN, -0.1, 1.1, Infinity]) {
    assertThrows(() => judgeGate([result("a", 0)], { failUnder }), RangeError);
  }
  assertThrows(() => judgeGate([result("a", 0)], { hardFloor: { a: 70 } }), RangeError);
  assertEquals(judgeGate([result("a", 0)], {}), null);
});

Deno.test("judgeGate() is inconclusive without a full score, and fails where the score fails already", () => {
  assertEquals(judgeGate([result("a", null)], { failUnder: 0.5 })?.outcome, "inconclusive");
  assertEquals(
    judgeGate([result("a", 0.9, { status: "incomplete" })], { failUnder: 0.5 })?.outcome,
    "inconclusive",
  );
  assertEquals(judgeGate([result("a", 0.1, { status: "incomplete" })], { failUnder: 0.5 })?.outcome, "fail");
  assertEquals(judgeGate([result("a", 0.9), result("b", null)], { failUnder: 0.5 })?.outcome, "inconclusive");
  assertEquals(judgeGate([result("a", 0.1), result("b", null)], { failUnder: 0.5 })?.outcome, "fail");
});

Deno.test("judgeGate() never blocks on mmlu, unless it has a floor of its own", () => {
  const mmlu = result("mmlu", 0.2, { blocking: false });
  assertEquals(judgeGate([result("a", 0.9), mmlu], { failUnder: 0.5 })?.outcome, "pass");
  assertEquals(judgeGate([mmlu], { failUnder: 0.5 })?.outcome, "inconclusive");
  assertEquals(judgeGate([result("a", 0.9), mmlu], { hardFloor: { mmlu: 0.3 } })?.outcome, "fail");
});

Deno.test("judgeGate() takes the higher of gate and hard floor", () => {
  const checks = judgeGate([result("a", 0.5)], { failUnder: 0.3, hardFloor: { a: 0.6 } })?.checks;
  assertEquals(checks, [{ task: "a", threshold: 0.6, score: 0.5, outcome: "fail" }]);
});

Deno.test("R12: a blocked gate is inconclusive and says why, but a failure stays a failure", () => {
  const blockedBecause = "the fingerprint is not valid";
  const verdict = judgeGate([result("a", 0.9)], { failUnder: 0.5, blockedBecause });
  assertEquals(verdict?.outcome, "inconclusive");
  assertEquals(verdict && gateText(verdict), "gate inconclusive: the fingerprint is not valid");
  assertEquals(judgeGate([result("a", 0.1)], { failUnder: 0.5, blockedBecause })?.outcome, "fail");
});
