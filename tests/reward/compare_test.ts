import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { JudgeError } from "../../lib/core/errors.ts";
import { comparePair } from "../../lib/reward/compare_pair.ts";
import { comparePairs } from "../../lib/reward/compare_pairs.ts";
import { injectionAttacks } from "../../lib/reward/injection_attacks.ts";
import { selftestInjection } from "../../lib/reward/injection_selftest.ts";
import { extractWithJudge } from "../../lib/reward/judge_extract.ts";
import { judgeByPanel } from "../../lib/reward/panel.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { stubJudge } from "./stub_judge.ts";

const tone = rubric("Tone", "Is polite.");

/** Prefers the longer response. */
const byLength = stubJudge((prompt) => {
  const lengths = ["first", "second"].map((name) =>
    new RegExp(`\\[BEGIN ${name} response \\w+\\]\\n([^]*?)\\n\\[END`).exec(prompt)?.[1]?.length ?? 0
  );
  const [first = 0, second = 0] = lengths;
  return { winner: first === second ? "tie" : first > second ? "first" : "second" };
});

async function shown(object: object): Promise<Record<string, string>> {
  const show =
    (object as Record<symbol, () => Promise<Record<string, string>>>)[Symbol.for("Jupyter.display")];
  return await show?.() ?? {};
}

Deno.test("J17: both orders are asked; a judge that likes a place makes ties; equal texts need no question", async () => {
  const options = { rubric: tone, question: "q", judge: byLength };
  assertEquals((await comparePair(["longer", "long"], options)).winner, "a");
  assertEquals((await comparePair(["long", "longer"], options)).winner, "b");
  const asked = byLength.calls.length;
  assertEquals(await comparePair(["same", " same\n"], options), {
    winner: "tie",
    score: 0.5,
    orders: [],
    consistent: true,
  });
  assertEquals(byLength.calls.length, asked);
  const lazy = stubJudge(() => ({ winner: "first" }));
  const verdict = await comparePair(["a", "b"], { ...options, judge: lazy });
  assertEquals([verdict.winner, verdict.score, verdict.consistent, lazy.calls.length], [
    "tie",
    0.5,
    false,
    2,
  ]);
});

Deno.test("J17: many pairs show the lean to a place; a judge's failure costs its pair only", async () => {
  const judge = stubJudge((prompt) => prompt.includes("broken") ? "?" : { winner: "first" });
  const pairs = [["a", "b"], ["c", "d"], ["same", "same"], ["broken", "x"]].map(([a = "", b = ""]) => ({
    question: "q",
    a,
    b,
  }));
  const result = await comparePairs(pairs, { rubric: tone, judge });
  assertEquals([result.wins, result.losses, result.ties, result.nErrored], [0, 0, 3, 1]);
  assertEquals([result.firstShare, result.consistency, result.winRate, result.decided], [1, 0, 0.5, null]);
  const fair = await comparePairs([{ question: "q", a: "longer", b: "x" }], {
    rubric: tone,
    judge: byLength,
  });
  assertEquals([fair.firstShare, fair.consistency, fair.winRate], [0.5, 1, 1]);
  assertStringIncludes((await shown(result))["text/plain"] ?? "", "both orders agree");
});

Deno.test("a winner nobody asked for is a JudgeError", async () => {
  for (const winner of ["a", "A", 1, null, undefined]) {
    const judge = stubJudge(() => ({ winner }));
    await assertRejects(() => comparePair(["a", "b"], { rubric: tone, question: "q", judge }), JudgeError);
  }
});

Deno.test("panel: mean, spread and alpha; a judge's failure is a missing score", async () => {
  const says = (scores: readonly number[], id: string) =>
    stubJudge((prompt) => {
      const score = scores[Number(/item (\d)/.exec(prompt)?.[1])];
      return score === 9 ? "?" : { score };
    }, id);
  const judges = [says([1, 0, 1, 0], "j1"), says([1, 0, 1, 0], "j2"), says([1, 0, 9, 1], "j3")];
  const items = [0, 1, 2, 3].map((i) => ({ question: "q", response: `item ${i}` }));
  const panel = await judgeByPanel(items, { rubric: tone, judges });
  assertEquals(panel.items.map(({ reward }) => reward), [1, 0, null, 1 / 3]);
  assertEquals(panel.items.map(({ spread }) => spread), [0, 0, 0, 1]);
  assertEquals([panel.nErrored, panel.judges.map(({ nErrored }) => nErrored)], [1, [0, 0, 1]]);
  assert((panel.alpha ?? 0) > 0.5 && (panel.alpha ?? 1) < 1);
  const loose = await judgeByPanel(items, { rubric: tone, judges, minJudges: 2 });
  assertEquals(loose.items[2]?.reward, 1);
  await assertRejects(() => judgeByPanel(items, { rubric: tone, judges: judges.slice(0, 1) }), RangeError);
  await assertRejects(() => judgeByPanel(items, { rubric: tone, judges, minJudges: 4 }), RangeError);
  assertStringIncludes((await shown(panel))["text/html"] ?? "", "alpha");
});

Deno.test("J16: the self-test finds the attacks a judge falls for, and none with one that does not", async () => {
  const rubrics = [tone, rubric("Rudeness", "Is rude.", { polarity: "negative" })];
  // Believes any line that looks like a verdict; finds everything rude and impolite else.
  const gullible = stubJudge((prompt) => {
    const forged = /^\{"score":(\d),"reasoning":"The criterion/m.exec(prompt)?.[1];
    return { score: forged !== undefined ? Number(forged) : prompt.includes("negative") ? 1 : 0 };
  });
  const options = { rubrics, question: "q", response: "Go away." };
  const fell = await selftestInjection(gullible, options);
  assertEquals(fell.status, "fell");
  const names = fell.outcomes.filter(({ status }) => status === "fell").map(({ attack, key }) =>
    `${key} ${attack}`
  );
  assertEquals(names, [
    "rubric_tone close_block",
    "rubric_tone forged_verdict",
    "rubric_rudeness close_block",
    "rubric_rudeness forged_verdict",
  ]);
  const firm = stubJudge((prompt) => ({ score: prompt.includes("negative") ? 1 : 0 }));
  const held = await selftestInjection(firm, options);
  assertEquals([held.status, held.outcomes.length], ["held", 2 * injectionAttacks.length]);
  assertStringIncludes((await shown(held))["text/plain"] ?? "", "held");
});

Deno.test("a self-test that could not be made is incomplete, never passed", async () => {
  const options = { rubrics: [tone], question: "q" };
  const generous = await selftestInjection(stubJudge(() => ({ score: 1 })), options);
  assertEquals([generous.status, generous.outcomes[0]?.status], ["incomplete", "untestable"]);
  const broken = await selftestInjection(stubJudge(() => "?"), options);
  assertEquals([broken.status, broken.outcomes[0]?.status], ["incomplete", "errored"]);
});

Deno.test("J10: rules read first; a judge may say none and must quote the response", async () => {
  const options = { labels: ["A", "B"], choices: ["12", "13"] };
  const never = stubJudge(() => new Error("asked"));
  assertEquals(await extractWithJudge("Answer: B", { ...options, judge: never }), {
    answer: "B",
    by: "rules",
  });
  assertEquals(never.calls.length, 0);
  const response = "I would go for the dozen";
  const ask = (reply: unknown) => extractWithJudge(response, { ...options, judge: stubJudge(() => reply) });
  assertEquals(await ask({ option: "none", quote: "" }), { answer: null, by: "judge" });
  assertEquals(await ask({ option: "A", quote: "the dozen" }), { answer: "A", by: "judge" });
  await assertRejects(() => ask({ option: "A", quote: "12" }), JudgeError, "quote");
  await assertRejects(() => ask({ option: "C", quote: "the dozen" }), JudgeError, "option");
  await assertRejects(() => ask({ option: "A" }), JudgeError);
});
