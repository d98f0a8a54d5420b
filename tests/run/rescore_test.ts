import { assert, assertEquals, assertRejects } from "@std/assert";
import { ResultError, TaskError, UsageError } from "../../lib/core/errors.ts";
import { exactMatch } from "../../lib/metric/exact_match.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { importInspect } from "../../lib/result/import_inspect.ts";
import { openStored } from "../../lib/run/open_stored.ts";
import { rescore } from "../../lib/run/rescore.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { runTask } from "../../lib/run/run_task.ts";
import { scoreStored } from "../../lib/run/score_stored.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { sharedPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";
import { testWith } from "../support/require.ts";

Deno.test("rescore: the floor's runs give the same scores again, from memory and from the folder", async () => {
  await using dir = await tempDir();
  const tasks = ["pubmedqa", "medmcqa", "bigpatent", "gpqa_main_cot_zeroshot", "rag_pipeline_eval"];
  const run = await runBenchmark({ tasks, out: dir.path });
  for (const again of [await rescore(run), await rescore(run.folder)]) {
    assertEquals(again.results.map(({ task }) => task), tasks);
    for (const [at, result] of again.results.entries()) {
      const before = run.results[at];
      assertEquals([result.score, result.stderr, result.primaryMetric, result.promptHash], [
        before?.score,
        before?.stderr,
        before?.primaryMetric,
        before?.promptHash,
      ], result.task);
      assertEquals(result.metrics, before?.metrics, result.task);
      assertEquals(result.counts, { ...before?.counts, cached: 0 }, result.task);
    }
  }
});

Deno.test("rescore: another metric and another filter without a model call", async () => {
  const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
  const model = scriptedModel(() => "Answer: BLUE");
  const run = await runTask(task, { docs: [{ q: "Sky?", a: "blue" }, { q: "Grass?", a: "green" }], model });
  assertEquals([run.result.score, model.calls.length], [0, 2]);
  const again = await rescore(run, {
    metrics: [exactMatch({ ignoreCase: true })],
    filters: [{
      name: "after_colon",
      steps: [{ function: "regex", args: { "regex_pattern": ": (\\w+)" } }, { function: "take_first" }],
    }],
  });
  assertEquals([again.results[0]?.score, again.results[0]?.primaryMetric], [0.5, "exact_match,after_colon"]);
  assertEquals(model.calls.length, 2);
  assertEquals(
    (await assertRejects(() => rescore(run, { metrics: ["nope"] }), TaskError)).code,
    "unknown_metric",
  );
});

Deno.test("rescore: a failed sample stays an error, never a 0; code stays ungraded", async () => {
  const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: () => "x" });
  const model = scriptedModel((_request, call) => call === 0 ? new Error("down") : "x");
  const run = await runTask(task, { docs: [{ q: "a" }, { q: "b" }], model, concurrency: 1 });
  const { results: [result] } = await rescore(run, { metrics: ["exact_match"] });
  assertEquals([result?.status, result?.score, result?.counts.errored], ["incomplete", 1, 1]);
  await using dir = await tempDir();
  const code = await rescore(
    await runBenchmark({ tasks: ["humaneval"], out: dir.path, limit: 2, sandbox: "none" }),
  );
  assertEquals([code.results[0]?.status, code.results[0]?.reason], ["skipped", "no_sandbox"]);
});

testWith(["shared"], "inspect: the recorded log, its grades and another metric", async () => {
  const stored = await openStored(sharedPath("golden", "agents", "inspect", "evallog-v2-demo.json"));
  assertEquals([stored.from, stored.tasks.length, stored.tasks[0]?.samples.length], ["inspect", 1, 2]);
  const [own] = (await rescore(stored)).results;
  assertEquals([own?.score, own?.stderr, own?.primaryMetric], [0.5, 0.5, "includes,none"]);
  const [other] = (await rescore(stored, { metrics: ["exact_match"] })).results;
  assertEquals([other?.primaryMetric, other?.counts.scored], ["exact_match,none", 2]);
});

Deno.test("inspect: partial grades, numbers, epochs, and a sample with an error", () => {
  const sample = (id: number, epoch: number, value: unknown, extra = {}) => ({
    id,
    epoch,
    input: "q",
    target: "a",
    output: { completion: "a" },
    scores: { judge: { value } },
    ...extra,
  });
  const stored = importInspect({
    version: 2,
    eval: { task: "t", model: "m", created: "2026-01-01T00:00:00+00:00" },
    samples: [
      sample(1, 1, "C"),
      sample(1, 2, "P"),
      sample(2, 1, 0.25),
      sample(2, 2, "I"),
      sample(3, 1, "C", { error: { message: "crashed" }, output: undefined, scores: {} }),
    ],
  });
  const { result } = scoreStored(stored.tasks[0] as typeof stored.tasks[number]);
  assertEquals([result.score, result.counts.errored, result.status], [(0.75 + 0.125) / 2, 1, "incomplete"]);
  for (const bad of [null, {}, { version: 1, eval: { task: "t" }, samples: [] }, []]) {
    assertEquals(assertRejectsSync(() => importInspect(bad)).code, "bad_import");
  }
});

function assertRejectsSync(run: () => unknown): ResultError {
  try {
    run();
  } catch (error) {
    assert(error instanceof ResultError);
    return error;
  }
  throw new Error("wanted an error");
}

Deno.test("rescore: what is no run is an error that says what is wanted", async () => {
  assertEquals((await assertRejects(() => rescore({}), UsageError)).code, "no_answers");
  assertEquals((await assertRejects(() => openStored("no/such/path"), UsageError)).code, "source_missing");
  await using dir = await tempDir();
  assertEquals((await assertRejects(() => openStored(dir.path), ResultError)).code, "bad_import");
  await dir.write("results_1.json", '{"configs": {"t": {"output_type": "generate_until"}}}');
  const error = await assertRejects(() => openStored(dir.path), ResultError);
  assert(error.message.includes('samples of "t"') && error.hint?.includes("--log_samples"));
});

Deno.test("a run's groups are pooled again as the run pooled them; a metric they do not have leaves them out", async () => {
  await using dir = await tempDir();
  const run = await runBenchmark({ tasks: ["mmlu", "medhelm", "pubmedqa"], out: dir.path });
  const again = await rescore(run.folder);
  assertEquals(again.groups.map(({ task }) => task), ["mmlu", "medhelm"]);
  for (const group of again.groups) {
    const was = run.task(group.task).result;
    assertEquals([group.score, group.stderr, group.metrics], [was.score, was.stderr, was.metrics]);
    assertEquals(group.groups, was.groups);
  }
  const other = await rescore(run.folder, { metrics: ["exact_match"] });
  assertEquals(
    other.groups.map(({ task }) => task),
    ["medhelm"],
    "mmlu pools acc, medhelm whatever its scenarios have",
  );
});

Deno.test("rescore: a score that looks at a row of the hub, which no run keeps, is an error that says so", async () => {
  await using dir = await tempDir();
  const { folder } = await runBenchmark({ tasks: ["medhelm_medcalc_bench"], out: dir.path });
  const plan = JSON.parse(await Deno.readTextFile(`${folder}/plan.json`));
  plan.settings.source = "huggingface";
  await Deno.writeTextFile(`${folder}/plan.json`, JSON.stringify(plan));
  const error = await assertRejects(() => rescore(folder), ResultError, 'wanted column "');
  assertEquals(error.code, "rows_missing");
});
