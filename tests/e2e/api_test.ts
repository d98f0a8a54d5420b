/**
 * The cells a person writes in a notebook, as they are written there.
 */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import * as bb from "../../mod.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { tempDir } from "../support/temp.ts";

const ABSTRACTS = Array.from({ length: 6 }, (_, i) => ({
  abstract: `We studied factor ${i} in 40 plants.`,
  question: `Does factor ${i} matter?`,
  "final_decision": ["yes", "no", "maybe"][i % 3],
}));

/** The task of the cell "by hand". */
const yesNoMaybe = () =>
  bb.defineTask({
    name: "yes_no_maybe",
    outputType: "multiple_choice",
    prompt: (doc) => `Abstract: ${doc.abstract}\nQuestion: ${doc.question}\nAnswer:`,
    choices: ["yes", "no", "maybe"],
    target: (doc) => doc.final_decision,
    metrics: [bb.acc, bb.macroF1],
  });

Deno.test("API: a benchmark on a model, its samples read from the ledger, its run read back", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer();
  const model = bb.openaiCompletions("qwen3-8b", { baseUrl: server.baseUrl });
  const out = dir.join("artifacts");
  const options = {
    niche: "medical",
    tasks: ["pubmedqa"],
    model,
    limit: 200,
    source: "sample" as const,
    out,
  };
  const run = await bb.runBenchmark(options);
  const wrong = await run.task("pubmedqa").samples({ where: (s) => s.score === 0, limit: 5 });
  assertEquals(wrong.length, 5);
  assert(wrong.every((sample) => sample.score === 0 && sample.prompt?.startsWith("Abstract: ")));
  const shown = (run as unknown as Record<symbol, () => Promise<Record<string, string>>>)[
    Symbol.for("Jupyter.display")
  ]?.();
  const display = await shown;
  assert(display?.["text/html"]?.includes("pubmedqa") && display["text/plain"]?.includes("loglikelihood"));
  const read = await bb.readRun(`${out}/runs/${run.runId}`);
  assertEquals(read.runId, run.runId);
  assertEquals(read.entries[0]?.results.pubmedqa?.score, run.results[0]?.score);
  await model.close?.();
});

Deno.test("API: a benchmark on a chat model says how the choices were asked for", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({ reply: () => "The answer is: yes" });
  const model = bb.openaiChat("qwen3-8b", { baseUrl: server.baseUrl });
  const run = await bb.runBenchmark({
    tasks: ["pubmedqa"],
    model,
    limit: 3,
    source: "sample",
    out: dir.path,
  });
  assertEquals(run.results[0]?.counts.scored, 3);
  const protocol = run.results[0]?.choiceProtocol ?? "";
  assert(protocol !== "" && protocol !== "loglikelihood", protocol);
  assert(run.notCanonicalBecause.some((reason) => reason.includes(protocol)));
  await model.close?.();
});

Deno.test("API: by hand, every stage is a function", async () => {
  await using dir = await tempDir();
  const file = await dir.write(
    "data/benchmarks/pubmedqa/test.jsonl",
    ABSTRACTS.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  const docs = bb.fromJsonl(file);
  const task = yesNoMaybe();
  const prompts: string[] = [];
  for await (const request of bb.buildRequests(task, bb.limit(docs, 3))) prompts.push(request.prompt);
  // One request a choice.
  assertEquals(prompts.length, 9);
  assertEquals(
    prompts[0],
    "Abstract: We studied factor 0 in 40 plants.\nQuestion: Does factor 0 matter?\nAnswer:",
  );
  let asked = 0;
  const floor = bb.floorModel();
  const counted: bb.Model = Object.assign(
    (...args: Parameters<bb.Model>) => {
      asked++;
      return floor(...args);
    },
    { info: floor.info },
  );
  const model = bb.withCache(counted);
  const { signal } = new AbortController();
  const run = await bb.runTask(task, { docs, model, concurrency: 32, signal });
  assertEquals([run.result.status, run.result.counts.scored], ["ok", 6]);
  assertEquals(run.result.metrics.map((one) => one.metric), ["acc", "macro_f1"]);
  const first = asked;
  const again = await bb.runTask(task, { docs, model, concurrency: 32, signal });
  assertEquals([asked, again.result.score], [first, run.result.score]);
  assertEquals(again.result.counts.cached, 6);
  const stopped = new AbortController();
  stopped.abort();
  const none = await bb.runTask(task, { docs, model, signal: stopped.signal });
  assertEquals([none.result.status, none.result.score], ["incomplete", null]);
});

Deno.test("API: models: the floor, weights in process, replay, budget, probe", async () => {
  await using dir = await tempDir();
  const asked: bb.ModelRequest = { type: "loglikelihood", items: [{ prompt: "Wet?", continuation: " yes" }] };
  const floor = await bb.floorModel()(asked);
  assert((floor.logliks?.[0]?.loglik ?? 1) < 0);
  const missing = await assertRejects(() => bb.gguf(dir.join("models/none.gguf"))(asked), bb.ModelError);
  assertEquals(missing.code, "gguf_missing");

  const run = await bb.runBenchmark({ tasks: ["pubmedqa"], limit: 3, out: dir.path });
  const replayed = bb.replay(`${run.folder}/ledger.jsonl`);
  const options = { tasks: ["pubmedqa"], source: "sample" as const, model: replayed };
  const same = await bb.runBenchmark({ ...options, limit: 3, out: dir.join("again") });
  assertEquals([same.status, same.results[0]?.score], ["ok", run.results[0]?.score]);
  // Loud on a miss: the fourth was never asked.
  const more = await bb.runBenchmark({ ...options, limit: 4, out: dir.join("more") });
  assertEquals([more.status, more.results[0]?.counts.errored], ["incomplete", 1]);

  await using server = startFakeServer();
  const model = bb.openaiCompletions("house-model", { baseUrl: server.baseUrl });
  // A model without a list price cannot be held to dollars.
  assertThrows(() => bb.withBudget(model, { usd: 5 }), Error, "price");
  const price = { input: 1, output: 2 };
  const bounded = bb.withBudget(bb.withRateLimit(bb.withRetry(model)), { usd: 5, price });
  assert(((await bounded(asked)).logliks?.[0]?.loglik ?? 1) < 0);
  const found = await bb.probe(model);
  assertEquals([found.loglikelihood, found.loglikelihoodReason], [true, null]);
  await model.close?.();
});
