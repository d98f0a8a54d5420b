import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { JudgeError, ResultError } from "../../lib/core/errors.ts";
import { readVerdicts } from "../../lib/reward/checklist.ts";
import { faithfulness } from "../../lib/reward/faithfulness.ts";
import { juryRubrics, juryScore } from "../../lib/reward/jury.ts";
import { readPassed } from "../../lib/reward/passed.ts";
import { readRewardFiles } from "../../lib/reward/reward_file.ts";
import { checkRewardMap } from "../../lib/reward/reward_map.ts";
import { rubricReward } from "../../lib/reward/rubric_reward.ts";
import { readVerdict } from "../../lib/reward/verdict_token.ts";
import { stubJudge } from "./stub_judge.ts";

const GRADE = { cue: "GRADE", values: ["C", "I"] };

Deno.test("J06: only a whole cue and a whole value are a verdict", () => {
  assertEquals(readVerdict("GRADE: C. No reason to downgrade: it is fine.", GRADE), "C");
  assertEquals(readVerdict("I will downgrade: insufficient\nGRADE: C", GRADE), "C");
  assertEquals(readVerdict("**Grade: i**", GRADE), "I");
  for (const reply of ["downgrade: I", "GRADE: CI", "GRADE:", "Answer", "GRADE: C_2"]) {
    assertThrows(() => readVerdict(reply, GRADE), JudgeError, undefined, reply);
  }
});

Deno.test("J08: the last verdict decides, allowed or not", () => {
  assertThrows(() => readVerdict("Earlier I thought GRADE: C. GRADE: P", GRADE), JudgeError, '"P"');
  assertEquals(readVerdict("GRADE: I, no: GRADE: C", GRADE), "C");
});

Deno.test("J09: zero-width characters do not hide a verdict", () => {
  assertEquals(readVerdict("GRADE:\u200bC", GRADE), "C");
  assertEquals(readVerdict("GR\u200bADE: \ufeffＣ", GRADE), "C");
});

Deno.test("J05: a verdict in a thought is none", () => {
  assertEquals(readVerdict("<think>GRADE: I</think>GRADE: C", GRADE), "C");
  assertThrows(() => readVerdict("<think>GRADE: I", GRADE), JudgeError);
  assertThrows(() => readVerdict("x", { cue: "", values: ["C"] }), TypeError);
});

Deno.test("J13: yes and no in words; everything else is no verdict", () => {
  assertEquals([true, "true", "Yes", " PASS ", "passed"].map(readPassed), Array(5).fill(true));
  assertEquals([false, "false", "no", "FAIL", "Failed"].map(readPassed), Array(5).fill(false));
  for (const value of [0.3, 1, 0, null, undefined, "maybe", "", [true]]) {
    assertThrows(() => readPassed(value), JudgeError);
  }
});

Deno.test("J25: verdicts are told apart by index; one too few is an error, not a fail", () => {
  const list = [2, 0, 1].map((index) => ({ index, passed: index !== 1 }));
  assertEquals(readVerdicts(list, { count: 3, key: "passed" }), [true, false, true]);
  for (
    const bad of [list.slice(1), [...list, { index: 0, passed: true }], [{ index: 3, passed: true }], null, [
      null,
    ]]
  ) {
    assertThrows(() => readVerdicts(bad, { count: 3, key: "passed" }), JudgeError);
  }
});

Deno.test("S25: a reward is a finite number", () => {
  for (const reward of [NaN, Infinity, null, true, "1", undefined]) {
    assertThrows(() => checkRewardMap({ correct: reward }), Error, "correct");
  }
  for (const map of [null, [1], "1", 1]) assertThrows(() => checkRewardMap(map), TypeError);
  checkRewardMap({ penalty: -2, bonus: 3 });
  checkRewardMap({});
  assertThrows(() => checkRewardMap({ a: 1 }, ["a", "b"]), RangeError, "missing b");
  assertThrows(() => checkRewardMap({ a: 1, c: 1 }, ["a"]), RangeError, "unknown c");
});

Deno.test("A08: a verifier's files hold a number or an object of exactly the declared keys", () => {
  assertEquals(readRewardFiles({ json: "0.5", txt: null }), {
    rewards: { reward: 0.5 },
    contradictory: false,
  });
  assertEquals(readRewardFiles({ json: null, txt: " 1\n" }).rewards, { reward: 1 });
  assertEquals(readRewardFiles({ json: '{"a": 1}', txt: null }, ["a"]).rewards, { a: 1 });
  const both = readRewardFiles({ json: '{"reward": 1}', txt: "0" });
  assertEquals([both.rewards, both.contradictory], [{ reward: 1 }, true]);
  assertEquals(readRewardFiles({ json: '{"reward": 1}', txt: "1" }).contradictory, false);
  for (const json of ['{"reward":"1"}', "{bad", "null", "[1]", '{"a": 1}', "1e999"]) {
    assertThrows(() => readRewardFiles({ json, txt: null }, ["reward"]), ResultError);
  }
  assertThrows(() => readRewardFiles({ json: null, txt: "nan" }), ResultError);
  assertThrows(() => readRewardFiles({ json: null, txt: null }), ResultError);
});

const sheet = (accuracy: unknown, completeness: unknown, clarity: unknown) => ({
  accuracy: { score: accuracy },
  completeness: { score: completeness },
  clarity: { score: clarity },
});

Deno.test("jury: the mean of (score - 1) / 4 over criteria and judges, each asked once", async () => {
  const judges = [
    stubJudge(() => sheet(5, 5, 5)),
    stubJudge(() => sheet(1, 3, 5)),
    stubJudge(() => sheet(1, 1, 1)),
  ];
  const { score, criteria, scores } = await juryScore("x", { judges, question: "q" });
  assertEquals(score, (3 + 1.5 + 0) / 9);
  assertEquals([criteria.completeness, scores.length], [0.5, 3]);
  assertEquals(judges.map(({ calls }) => calls.length), [1, 1, 1]);
});

Deno.test("J07: a juror without a full set of scores fails the sample, no score is made up", async () => {
  for (const bad of [sheet(5, 5, 6), sheet(5, 5, "5"), sheet(5, 4.5, 5), { accuracy: { score: 5 } }, {}]) {
    const judges = [stubJudge(() => sheet(5, 5, 5)), stubJudge(() => bad)];
    await assertRejects(() => juryScore("x", { judges, question: "q" }), JudgeError);
  }
  await assertRejects(() => juryScore("x", { judges: [], question: "q" }), RangeError);
});

Deno.test("J27: the jury's value table", () => {
  const table = juryRubrics.map((one) => one.scoreMap?.map(([score]) => rubricReward(one, score)));
  assertEquals(table, Array(3).fill([0, 0.25, 0.5, 0.75, 1]));
});

Deno.test("faithfulness: supported over all statements; nothing stated is null", async () => {
  const verdicts = [0, 1, 2].map((index) => ({ index, supported: index > 0 }));
  const judge = stubJudge((_, { requestId }) =>
    requestId === "statements" ? { statements: ["a", "b", "c"] } : { verdicts }
  );
  const options = { question: "q", passages: ["p"], judge };
  const found = await faithfulness("answer", options);
  assertEquals([found.score, found.statements[0]], [2 / 3, { text: "a", supported: false }]);
  assertEquals((await faithfulness(" ", options)).score, null);
  assertEquals(judge.calls.length, 2);
  const silent = stubJudge(() => ({ statements: [] }));
  assertEquals((await faithfulness("Hello!", { ...options, judge: silent })).score, null);
  for (const bad of [{ statements: "a" }, { statements: [1] }, {}]) {
    await assertRejects(() => faithfulness("x", { ...options, judge: stubJudge(() => bad) }), JudgeError);
  }
});
