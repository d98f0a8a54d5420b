import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../../lib/core/errors.ts";
import { bm25 } from "../../../lib/dataset/bm25.ts";
import { fromCorpus } from "../../../lib/dataset/from_corpus.ts";
import { scriptedModel } from "../../../lib/model/scripted_model.ts";
import { runBenchmark } from "../../../lib/run/run_benchmark.ts";
import { runTask } from "../../../lib/run/run_task.ts";
import { ragTask, withPassages } from "../../../lib/task/catalog/rag_task.ts";
import { loadSamples } from "../../../lib/task/load_samples.ts";
import { testWith } from "../../support/require.ts";
import { readSharedJson, readSharedJsonl } from "../../support/shared.ts";
import { tempDir } from "../../support/temp.ts";

const BASE = ["golden", "lmeval", "rag_pipeline_eval"] as const;

testWith(
  ["shared"],
  "golden rag_pipeline_eval: rankings, prompts and all 13 metrics through the pipeline",
  async () => {
    const corpus = await readSharedJson(...BASE, "corpus.json");
    const docs = await readSharedJson(...BASE, "docs.json");
    const results = await readSharedJson(...BASE, "results.json");
    const requests = await readSharedJsonl(...BASE, "requests.jsonl");
    const responses = await readSharedJsonl(...BASE, "responses.jsonl");
    const retriever = bm25(corpus);
    for (const row of results.rows) {
      const question = docs.find((doc: { id: string }) => doc.id === row.id).question;
      const found = await retriever(question, 5);
      assertEquals(found.map((passage) => passage.id), row.ranking.map(([id]: [string]) => id), row.id);
      found.forEach((passage, i) => assert(Math.abs(passage.score - row.ranking[i][1]) < 1e-9, row.id));
    }
    const replies = new Map(
      requests.map(({ id, prompt }) => [prompt, responses.find((one) => one.id === id)?.resp]),
    );
    const model = scriptedModel((request) => {
      assert(request.type === "completion" && replies.has(request.prompt), "an unknown prompt");
      return replies.get(request.prompt) as string;
    });
    const run = await runTask(ragTask(), {
      docs: await withPassages(docs, { retriever, k: results.k }),
      model,
    });
    assertEquals(run.result.status, "ok", run.result.message ?? "");
    const found = Object.fromEntries(run.result.metrics.map(({ metric, value }) => [metric, value]));
    assertEquals(Object.keys(found).sort(), Object.keys(results.aggregate).sort());
    for (const [name, value] of Object.entries<number>(results.aggregate)) {
      assert(Math.abs((found[name] ?? NaN) - value) < 1e-9, `${name}: ${found[name]} is not ${value}`);
    }
    assertEquals(run.result.primaryMetric, "f1,none");
    assertEquals([requests.length, docs.length, results.rows.length], [15, 15, 15]);
  },
);

Deno.test("any retriever: an asynchronous one in the place of BM25", async () => {
  const passage = { id: "d02", title: "Tickets", text: "A ticket costs 9 crowns.", score: 1 };
  const task = ragTask({ retriever: (_question, k) => Promise.resolve([passage].slice(0, k)), k: 1 });
  const splits = await task.joinResources?.(await loadSamples("rag_pipeline_eval") ?? {}) ?? {};
  const model = scriptedModel(() => "9 crowns [1]");
  const { result } = await runTask(task, { splits, model, limit: 2 });
  const hit = result.metrics.find((one) => one.metric === "hit@1");
  assertEquals([task.name, hit?.value], ["rag_pipeline_eval:k=1", 0.5]);
});

Deno.test("a folder of texts and a file of questions, whatever the source", async () => {
  await using dir = await tempDir();
  await dir.write(
    "data/rag_pipeline_eval/corpus/lake.md",
    "The lake is 48 metres deep.\n\n" + "x ".repeat(600),
  );
  await dir.write("data/rag_pipeline_eval/corpus/sub/hill.txt", "The hill is 200 metres high.");
  const question = {
    id: "q1",
    question: "How deep is the lake?",
    answers: ["48 metres"],
    "gold_ids": ["lake.md#1"],
  };
  await dir.write("data/rag_pipeline_eval/test.jsonl", `${JSON.stringify(question)}\n`);
  const run = await runBenchmark({
    tasks: ["rag_pipeline_eval"],
    model: scriptedModel(() => "48 metres [1]"),
    source: "huggingface",
    dataDir: dir.join("data"),
    out: dir.join("out"),
  });
  assertEquals([run.results[0]?.status, run.results[0]?.score], ["ok", 1]);
  const [sample] = await run.task("rag_pipeline_eval").samples();
  assert(sample?.prompt?.includes("[1] lake\nThe lake is 48 metres deep."));
});

Deno.test("a gold id that is in no corpus is an error before any request", async () => {
  await using dir = await tempDir();
  await dir.write("rag_pipeline_eval/corpus.jsonl", '{"id":"a","title":"","text":"One."}\n');
  const row = { id: "q", question: "One?", answers: ["one"], "gold_ids": ["b"] };
  await dir.write("rag_pipeline_eval/test.jsonl", `${JSON.stringify(row)}\n`);
  const model = scriptedModel([]);
  const run = await runBenchmark({
    tasks: ["rag_pipeline_eval"],
    model,
    source: "local",
    dataDir: dir.path,
    out: dir.join("out"),
  });
  assertEquals([run.results[0]?.status, run.results[0]?.reason, model.calls.length], [
    "error",
    "unknown_gold_id",
    0,
  ]);
});

Deno.test("from_corpus: an empty folder and a broken line are errors that name them", async () => {
  await using dir = await tempDir();
  await Deno.mkdir(dir.join("empty"));
  assertEquals((await assertRejects(() => fromCorpus(dir.join("empty")), DataError)).code, "empty_corpus");
  const lines = ['{"id":"a","text":"One."}', '{"id":"a","text":"Two."}'].join("\n");
  const error = await assertRejects(async () => fromCorpus(await dir.write("c.jsonl", lines)), DataError);
  assert(error.message.includes("line 2"));
});

Deno.test("bm25: ties keep the order of the corpus, passages without a shared word come last", async () => {
  const corpus = ["b", "a", "c"].map((id) => ({ id, title: "", text: "same words" }));
  assertEquals((await bm25(corpus)("same", 2)).map(({ id }) => id), ["b", "a"]);
  const other = { id: "z", title: "", text: "other" };
  const found = await bm25([...corpus, other])("other", 9);
  assertEquals(found.map(({ id }) => id), ["z", "b", "a", "c"]);
  assertEquals(found[1]?.score, 0);
});
