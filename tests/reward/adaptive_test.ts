import { assert, assertEquals, assertThrows } from "@std/assert";
import { generateAndCacheAdaptiveRubrics, mergeRubrics } from "../../lib/reward/adaptive.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { promptKey, RubricCache } from "../../lib/reward/rubric_cache.ts";
import { goldenTests } from "./golden.ts";
import { stubJudge } from "./stub_judge.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

goldenTests("adaptive", 25, ({ input, expected }) => {
  const run = (): unknown => {
    if (input.op === "prompt_key") return promptKey(input.prompt);
    if (input.op === "merge") {
      const groups = input.groups.map((group: Any) =>
        group.map(([title, text, polarity]: Any) => rubric(title, text, { polarity }))
      );
      return mergeRubrics(...groups).map((one) => [one.title, one.description, one.polarity]);
    }
    const cache = new RubricCache({ maxPerPolarity: input.cap ?? 3 });
    if (input.op === "cap") return cache;
    const retained = input.steps.map(({ title, scores, description = "d", polarity, prompt = "p" }: Any) =>
      cache.consider(prompt, rubric(title, description, polarity === undefined ? {} : { polarity }), scores)
    );
    const { positive, negative, all } = cache.get("p");
    const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);
    return {
      retained,
      positive: titles(positive),
      negative: titles(negative),
      all: titles(all),
      descriptions: all.map(({ description }) => description),
    };
  };
  if (expected?.error !== undefined) assertThrows(run, RangeError);
  else assertEquals(run(), expected);
});

Deno.test("groups with one question take turns at its rubrics", async () => {
  const cache = new RubricCache();
  let [inside, most] = [0, 0];
  const judge = stubJudge(async (_, { requestId }) => {
    if (requestId !== "adaptive-rubric-generation") return { score: 1 };
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside--;
    return { positive_rubrics: [{ title: "A", description: "a" }] };
  });
  const ask = (question: string) =>
    generateAndCacheAdaptiveRubrics({ question, responses: ["x", "y"], judge, cache });
  await Promise.all([ask("q"), ask("q"), ask("q")]);
  assertEquals(most, 1);
  await Promise.all([ask("q1"), ask("q2")]);
  assertEquals(most, 2);
});

Deno.test("what the cache holds is shown to the judge, so that it is not found again", async () => {
  const cache = new RubricCache();
  cache.consider("q", rubric("Known", "is known"), [0, 1]);
  const judge = stubJudge(() => ({}));
  await generateAndCacheAdaptiveRubrics({ question: "q", responses: ["x", "y"], judge, cache });
  assert(judge.calls[0]?.prompt.includes("Existing positive criteria:\nKnown: is known"));
});
