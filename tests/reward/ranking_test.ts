import { assert, assertEquals, assertRejects } from "@std/assert";
import { JudgeError } from "../../lib/core/errors.ts";
import { evaluateRubricRanking } from "../../lib/reward/evaluate_ranking.ts";
import { rankingScores } from "../../lib/reward/ranking_scores.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { fc } from "../support/fast_check.ts";
import { goldenTests } from "./golden.ts";
import { stubJudge } from "./stub_judge.ts";

/** JSON has lost the difference of 0.0 and 0: what Python refuses is taken. */
const ACCEPTED = ["bad: float index 0.0 is rejected"];

goldenTests("ranking", 68, async ({ name, input, expected }) => {
  const judge = stubJudge(() => input.judge_raw);
  const run = () =>
    evaluateRubricRanking(rubric("Clarity", "d", { polarity: input.polarity }), {
      question: "q",
      responses: input.responses,
      judge,
      groundTruth: input.ground_truth,
      anchors: input.anchors,
      belowGroundTruthCeiling: input.below_ground_truth_ceiling,
    });
  if (expected.error !== undefined) {
    if (ACCEPTED.includes(name)) return void await run();
    const wanted = { JudgeError, ValueError: RangeError, TypeError }[expected.error as "JudgeError"];
    await assertRejects(run, wanted);
    return;
  }
  const { scores, ranking, rawResponse } = await run();
  assertEquals(
    {
      scores,
      ranking,
      "judge_calls": judge.calls.length,
      "request_ids": judge.calls.map(({ request }) => request.requestId),
      "has_raw": rawResponse !== null,
    },
    expected,
  );
});

Deno.test("J18: a partial order names the index that is missing, repeated or unknown", async () => {
  for (
    const [ranking, wanted] of [
      [[[0], [1]], "index 2 too"],
      [[[0], [0], [1, 2]], "index 0 once"],
      [[[0], [1], [3]], "not 3"],
      [[[0], [1], [-1]], "not -1"],
      [[[0, 1, 2], []], "lists of indices"],
      [{}, "a list of tiers"],
      [[["0"], [1], [2]], "whole numbers"],
    ] as const
  ) {
    const judge = stubJudge(() => ({ ranking }));
    await assertRejects(
      () => evaluateRubricRanking(rubric("Q", "d"), { question: "q", responses: ["a", "b", "c"], judge }),
      JudgeError,
      wanted,
    );
  }
});

const order = fc.integer({ min: 1, max: 8 }).chain((n) =>
  fc.tuple(
    fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
    fc.array(fc.boolean(), { minLength: n, maxLength: n }),
  )
).map(([items, cuts]) => {
  const tiers: number[][] = [];
  items.forEach((item, i) => cuts[i] || i === 0 ? tiers.push([item]) : tiers.at(-1)?.push(item));
  return { tiers, n: items.length };
});

Deno.test("property: scores fall with the order, tie in a tier and stay in 0..1", () => {
  fc.assert(fc.property(order, fc.boolean(), ({ tiers, n }, withGold) => {
    const reference = withGold && n > 1;
    const scores = rankingScores(tiers, reference ? n - 1 : n, { reference });
    const inOrder = tiers.map((tier) =>
      tier.filter((i) => i < scores.length).map((i) => scores[i] as number)
    );
    for (const tier of inOrder) assertEquals(new Set(tier).size <= 1, true);
    const flat = inOrder.flat();
    flat.forEach((score, i) => assert(score >= 0 && score <= 1 && score <= (flat[i - 1] ?? 1) + 1e-12));
  }));
});
