import { assert, assertEquals, assertRejects } from "@std/assert";
import { JudgeError } from "../../lib/core/errors.ts";
import { parseJudgeReply } from "../../lib/reward/judge_reply.ts";
import { rankGroupRubrics } from "../../lib/reward/rank_group_rubrics.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { scoreGroupRubrics } from "../../lib/reward/score_group_rubrics.ts";
import { scoreRubrics } from "../../lib/reward/score_rubrics.ts";
import { goldenTests } from "./golden.ts";
import { toRubric } from "./to_rubric.ts";
import { stubJudge } from "./stub_judge.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

goldenTests("rubric_scoring", 41, async ({ input, expected }) => {
  const judge = stubJudge((prompt, { requestId }) => {
    if (requestId === "adaptive-rubric-generation") return input.generated;
    const found = input.answers.find(([id, text]: Any) =>
      id === requestId && (text === null || prompt.includes(`\n${text}\n`))
    );
    return found?.[2] ?? input.default_answer;
  });
  const shared = { judge, question: "q", groundTruth: input.ground_truth };
  const rubrics = input.rubrics.map(toRubric);
  const group = { ...shared, rubrics, rolloutIds: input.rollout_ids };
  const run = (): Promise<unknown> => {
    if (input.op === "score_rubrics") {
      return scoreRubrics(input.completion, { ...shared, rubrics, rolloutId: input.rollout_id });
    }
    if (input.op === "score_group_rubrics") {
      return scoreGroupRubrics(input.completions, { ...group, useAdaptive: input.use_adaptive });
    }
    return rankGroupRubrics(input.completions, { ...group, includeGroundTruth: input.include_ground_truth });
  };
  if (expected.error !== undefined) {
    await assertRejects(run, expected.error === "JudgeError" ? JudgeError : RangeError);
  } else {
    const rewards = await run();
    assertEquals(rewards, expected.rewards);
    if (expected.key_order !== undefined) assertEquals(Object.keys(rewards as object), expected.key_order);
  }
  assertEquals(judge.calls.map(({ request }) => request.requestId).sort(), expected.judge_calls);
});

const rubrics = [rubric("A", "a"), rubric("B", "b"), rubric("C", "c", { polarity: "negative" })];

Deno.test("J15: an outage of the judge is a JudgeError with its cause, never a 0; the others are aborted", async () => {
  const outage = new Error("status 503");
  let aborted = 0;
  const judge = stubJudge(async (_, { requestId, context }) => {
    if (requestId === "rubric:b") return outage;
    return await new Promise((_, reject) => {
      context?.signal?.addEventListener("abort", () => {
        aborted++;
        reject(new Error("aborted"));
      });
    });
  });
  const error = await assertRejects(
    () => scoreRubrics("x", { rubrics, judge, question: "q" }),
    JudgeError,
    "status 503",
  );
  assertEquals([error.cause, error.details.terminationReason, aborted], [outage, "judge_error", 2]);
});

Deno.test("empty completions: zeros for negative rubrics too, and nobody is asked", async () => {
  const judge = stubJudge(() => ({ score: 1 }));
  const zeros = { "rubric_a": 0, "rubric_b": 0, "rubric_c": 0 };
  assertEquals(await scoreRubrics(" \n", { rubrics, judge, question: "q" }), zeros);
  assertEquals(
    await scoreRubrics([{ role: "tool", content: "x" }], { rubrics, judge, question: "q" }),
    zeros,
  );
  assertEquals(await scoreGroupRubrics(["", " "], { rubrics, judge, question: "q" }), [zeros, zeros]);
  assertEquals(await rankGroupRubrics(["", " "], { rubrics, judge, question: "q" }), [zeros, zeros]);
  assertEquals(judge.calls.length, 0);
});

Deno.test("J24: a completion made of parts is judged", async () => {
  const judge = stubJudge(() => ({ score: 1 }));
  const completion = [{
    role: "assistant",
    content: [{ type: "text", text: "A" }, { type: "text", text: "B" }],
  }];
  assertEquals(await scoreRubrics(completion, { rubrics: [rubric("A", "a")], judge, question: "q" }), {
    rubric_a: 1,
  });
  assert(judge.calls[0]?.prompt.includes("\nAB\n"));
});

Deno.test("J20: each rubric of a group reads replies by its own parser", async () => {
  const stars = rubric("Stars", "d", {
    parser: (text) => ({ score: text.includes("*") ? 1 : 0 }),
  });
  const judge = stubJudge((_, { requestId }) => requestId === "rubric:stars" ? "***" : '{"score": 0}');
  const rewards = await scoreGroupRubrics(["x"], {
    rubrics: [stars, rubric("Plain", "d")],
    judge,
    question: "q",
  });
  assertEquals(rewards, [{ rubric_stars: 1, rubric_plain: 0 }]);
});

Deno.test("a static rubric cannot be overwritten by the adaptive reward", async () => {
  const judge = stubJudge(() => parseJudgeReply("{}"));
  await assertRejects(
    () =>
      scoreGroupRubrics(["x"], {
        rubrics: [rubric("Adaptive", "d")],
        judge,
        question: "q",
        useAdaptive: true,
      }),
    RangeError,
    "rubric_adaptive",
  );
  assertEquals(judge.calls.length, 0);
});
