import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { JudgeError } from "../../lib/core/errors.ts";
import { rankingAnchor } from "../../lib/reward/ranking_anchor.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { rubricHash } from "../../lib/reward/rubric_hash.ts";
import { rewardKeysOf, rubricRewardKey, rubricSlug } from "../../lib/reward/rubric_key.ts";
import { allowedScores, rubricReward } from "../../lib/reward/rubric_reward.ts";
import { evaluateSingleRubric } from "../../lib/reward/evaluate_rubric.ts";
import { goldenTests } from "./golden.ts";
import { stubJudge } from "./stub_judge.ts";
import { toRubric } from "./to_rubric.ts";

goldenTests("rubric_score", 66, ({ input, expected }) => {
  const run = (): unknown => {
    if (input.op === "build") {
      const made = toRubric(input.rubric);
      return { allowed: allowedScores(made), polarity: made.polarity, key: rubricRewardKey(made) };
    }
    if (input.op === "reward") return rubricReward(toRubric(input.rubric), input.raw);
    if (input.op === "key") return rubricRewardKey({ title: input.title });
    if (input.op === "slug") return rubricSlug(input.title);
    return { ...rankingAnchor(input.response, input.score, { label: input.label ?? null }) };
  };
  if (expected?.error === undefined) assertEquals(run(), expected);
  else assertThrows(run, expected.error === "TypeError" ? TypeError : RangeError);
});

const levels = [1, 2, 3, 4, 5].map((score) => [score, `level ${score}`] as const);

Deno.test("J12: a scale of 1 to 5 is normalised at both ends, either polarity", () => {
  const merit = rubric("Q", "d", { scoreMap: levels });
  const flaw = rubric("Q", "d", { scoreMap: new Map(levels), polarity: "negative" });
  assertEquals([rubricReward(merit, 1), rubricReward(merit, 5)], [0, 1]);
  assertEquals([rubricReward(flaw, 1), rubricReward(flaw, 5)], [1, 0]);
});

Deno.test("J26: rubrics whose keys clash or are missing are refused with both titles; a key mends it", () => {
  assertThrows(
    () => rewardKeysOf([rubric("Tone!", "a"), rubric("tone?", "b")]),
    RangeError,
    '"Tone!" and "tone?"',
  );
  assertThrows(() => rewardKeysOf([rubric("正確さ", "a")]), RangeError, "正確さ");
  assertEquals(rewardKeysOf([rubric("正確さ", "a", { key: "rubric_accuracy" }), rubric("Tone", "b")]), [
    "rubric_accuracy",
    "rubric_tone",
  ]);
  assertThrows(() => rubric("T", "d", { key: "a b" }), RangeError);
  assertThrows(() => rewardKeysOf([]), RangeError);
});

Deno.test("J27: a rubric's hash changes with every word that shapes its scores", () => {
  const base = rubric("T", "d");
  const others = [
    rubric("T2", "d"),
    rubric("T", "d2"),
    rubric("T", "d", { polarity: "negative" }),
    rubric("T", "d", { scoreMap: levels }),
  ];
  for (const other of others) assertNotEquals(rubricHash(other), rubricHash(base));
  assertEquals(rubricHash(rubric("T", "d", { key: "k" })), rubricHash(base));
  assertEquals(rubricHash(base).length, 64);
});

Deno.test("J13: booleans, numbers as text and out-of-set scores are no scores", async () => {
  const quality = rubric("Q", "d");
  for (const score of [true, "1", null, 0.5, 2, undefined, [1]]) {
    await assertRejects(
      () =>
        evaluateSingleRubric(quality, { question: "q", response: "r", judge: stubJudge(() => ({ score })) }),
      JudgeError,
      'rubric "Q"',
    );
  }
});

Deno.test("J22: nothing is cut unless asked; then head and tail stay and it is said", async () => {
  const response = `${"x".repeat(30_000)}VERDICT 🜁`;
  const judge = stubJudge(() => ({ score: 1 }));
  const kinds: unknown[] = [];
  const context = { emit: (event: { kind: string; code?: unknown }) => kinds.push(event.code ?? event.kind) };
  const whole = await evaluateSingleRubric(rubric("Q", "d"), { question: "q", response, judge, context });
  assert(judge.calls[0]?.prompt.includes(response));
  assertEquals([whole.inputTruncated, kinds], [undefined, ["rubric.evaluated"]]);
  const cut = await evaluateSingleRubric(rubric("Q", "d"), {
    question: "q",
    response,
    judge,
    context,
    maxResponseChars: 21,
  });
  assert(judge.calls[1]?.prompt.includes("characters left out …]\n VERDICT 🜁".replace("\n ", "\nx")));
  assertEquals([cut.inputTruncated, kinds.includes("judge_input_truncated")], [true, true]);
});

Deno.test("a caller's abort is thrown as it is, not as a judge's error", async () => {
  const controller = new AbortController();
  const judge = stubJudge(() => {
    controller.abort(new Error("enough"));
    return new Error("lost");
  });
  const context = { signal: controller.signal };
  await assertRejects(
    () => evaluateSingleRubric(rubric("Q", "d"), { question: "q", response: "r", judge, context }),
    Error,
    "enough",
  );
});
