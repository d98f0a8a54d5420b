import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { defineJudge } from "../../lib/reward/judge.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { tempDir } from "../support/temp.ts";

const juror = (accuracy: number): string =>
  JSON.stringify({ accuracy: { score: accuracy }, completeness: { score: 5 }, clarity: { score: 1 } });

function judgeBy(reply: (prompt: string) => string) {
  return defineJudge({
    model: scriptedModel((request) =>
      reply(request.type === "chat" ? request.messages[0]?.content ?? "" : "")
    ),
    wait: () => Promise.resolve(),
  });
}

const rows = ["first", "second", "third"].map((input) => JSON.stringify({ input, reference: `the ${input}` }))
  .join("\n");

async function withRows(file = "medication_qa", text = rows) {
  const dir = await tempDir();
  await dir.write(`data/benchmarks/medhelm/${file}/test.jsonl`, text);
  return dir;
}

const model = scriptedModel((request) => {
  const text = request.type === "chat"
    ? request.messages.map(({ content }) => content).join()
    : "prompt" in request
    ? request.prompt
    : "";
  return text.includes("third") ? "" : "Take it with water.";
});

Deno.test("a jury scores an open scenario: (score - 1) / 4 over the criteria, an empty answer 0 unasked", async () => {
  await using dir = await withRows();
  let asked = 0;
  const judge = judgeBy((prompt) => {
    asked++;
    assertStringIncludes(prompt, "Take it with water.");
    assertStringIncludes(prompt, "[BEGIN reference answer");
    return juror(prompt.includes("the first") ? 5 : 3);
  });
  const options = {
    tasks: ["medhelm_medication_qa"],
    model,
    judge,
    source: "local" as const,
    root: dir.path,
  };
  const { results: [result] } = await runBenchmark(options);
  assertEquals([result?.status, result?.counts.scored, asked], ["ok", 3, 2]);
  assertEquals(result?.score, ((1 + 1 + 0) / 3 + (0.5 + 1 + 0) / 3 + 0) / 3);
  // J27: who judged, by which rubrics and prompt, stands in the result.
  assert(
    /^jury:builtin:scripted:[0-9a-f]{12}$/.test(result?.answerExtraction ?? ""),
    result?.answerExtraction,
  );
  const names = result?.metrics.map(({ metric }) => metric).sort();
  assertEquals(names, ["jury", "jury_accuracy", "jury_clarity", "jury_completeness"]);
});

Deno.test("J07: a sample the jury cannot score is errored and not a 0; the run is incomplete", async () => {
  await using dir = await withRows();
  const judge = judgeBy((prompt) => prompt.includes("the first") ? juror(5) : "no idea");
  const run = await runBenchmark({
    tasks: ["medhelm_medication_qa"],
    model,
    judge,
    source: "local",
    root: dir.path,
    retries: 0,
  });
  const [result] = run.results;
  assertEquals([result?.status, result?.counts.scored, result?.counts.errored], ["incomplete", 2, 1]);
  const [lost] = await run.task("medhelm_medication_qa").samples({ where: (one) => one.status === "error" });
  assertEquals([lost?.replies?.[0], lost?.score], ["Take it with water.", null]);
});

Deno.test("MedHELM's open scenarios join the group with a judge and are skipped without", async () => {
  await using dir = await withRows();
  const text = JSON.stringify({
    question: "q?",
    opa: "a",
    opb: "b",
    opc: "c",
    opd: "d",
    ope: "e",
    answer_idx: "A",
  });
  await dir.write("data/benchmarks/medhelm/medbullets/test.jsonl", text);
  const options = { tasks: ["medhelm"], model, source: "local" as const, root: dir.path };
  const judge = judgeBy(() => juror(5));
  const withJudge = (await runBenchmark({ ...options, judge })).results[0];
  assert((withJudge?.perCategory?.medication_qa ?? 0) > 0);
  const without = (await runBenchmark(options)).results[0];
  assertEquals(without?.perCategory?.medication_qa, null);
  assert(without?.dataWarnings.some(({ code }) => code === "skipped_needs_judge"));
  const alone = (await runBenchmark({ ...options, tasks: ["medhelm_medication_qa"] })).results[0];
  assertEquals([alone?.status, alone?.reason], ["skipped", "needs_judge"]);
});

Deno.test("answers over passages get their faithfulness from a judge, abstentions none", async () => {
  await using dir = await tempDir();
  const judge = judgeBy((prompt) =>
    prompt.includes("You split an answer")
      ? '{"statements": ["one", "two"]}'
      : '{"verdicts": [{"index": 0, "supported": true}, {"index": 1, "supported": false}]}'
  );
  const answers = scriptedModel((_, call) => call === 0 ? "" : "It is one and two.");
  const options = { tasks: ["rag_pipeline_eval"], model: answers, source: "sample" as const, root: dir.path };
  const { results: [result] } = await runBenchmark({ ...options, judge, limit: 4 });
  const found = result?.metrics.find(({ metric }) => metric === "faithfulness");
  assertEquals([found?.value, found?.n], [0.5, 3]);
  const { results: [plain] } = await runBenchmark({ ...options, limit: 2 });
  assert(!plain?.metrics.some(({ metric }) => metric === "faithfulness"));
});
