import { assert, assertEquals, assertRejects } from "@std/assert";
import { TaskError } from "../../../lib/core/errors.ts";
import { applyFilters } from "../../../lib/filter/apply_filters.ts";
import { scoreSample } from "../../../lib/metric/score_sample.ts";
import { bigpatentTask } from "../../../lib/task/catalog/bigpatent_task.ts";
import { loadSamples } from "../../../lib/task/load_samples.ts";
import { prepareTask } from "../../../lib/task/prepare_task.ts";
import { expandTasks, findTask } from "../../../lib/task/registry.ts";
import type { FilterPipeline, SampleView } from "../../../lib/task/task.ts";

function view(target: string, reply: string): SampleView {
  const none = { choices: [], logliks: [], greedy: [], unconditional: [] };
  return { outputType: "generate_until", fields: {}, target, responses: [reply], ...none };
}

Deno.test("bigpatent: subset, rows and cut are in the name and in the metadata", async () => {
  const task = await findTask("bigpatent_g:rows=3:chars=100");
  assertEquals(task.metadata, { config: "g", rows: 3, "description_chars": 100 });
  const docs = [...prepareTask(task, await loadSamples(task.name) ?? {}).docs()];
  assertEquals(docs.length, 3);
  const shown = docs[0]?.requests[0]?.prompt.split("Description:\n")[1]?.split("\n\nAbstract:")[0];
  assertEquals(shown, docs[0]?.doc.fields.description.slice(0, 100));
  assertEquals((await findTask("bigpatent")).metadata, {
    config: "d",
    rows: null,
    "description_chars": 24_000,
  });
  const bad = await assertRejects(() => expandTasks(["bigpatent:rows=0"]), TaskError);
  assertEquals(bad.code, "bad_task_name");
});

Deno.test("bigpatent: a cut never splits a character outside the basic plane", () => {
  const prompt = String(bigpatentTask({ chars: 2 }).prompt({ description: "a\u{1f600}b" }));
  assert(prompt.includes("\na\u{1f600}\n"));
});

Deno.test("S23: rougeLsum looks at line feeds, rougeL does not", async () => {
  const task = await findTask("bigpatent");
  const lines = scoreSample(task, view("The cat sat.\nThe dog ran.", "The dog ran.\nThe cat sat."), "none");
  const flat = scoreSample(task, view("The cat sat. The dog ran.", "The dog ran. The cat sat."), "none");
  assertEquals([lines.rougeLsum, lines.rougeL, flat.rougeLsum, flat.rougeL], [1, 0.5, 0.5, 0.5]);
});

Deno.test("S24: plain and stemmed scores have names of their own", async () => {
  const task = await findTask("bigpatent");
  const scores = scoreSample(task, view("running valves closes", "run valve close"), "none");
  assertEquals([scores.rouge1, scores.rouge1_stem], [0, 1]);
  assertEquals(Object.keys(scores).length, 8);
  assertEquals(task.primaryMetric, "rouge1_stem");
});

Deno.test("uspto: rows without a section are left out, the samples have all eight", async () => {
  const task = await findTask("uspto_classification");
  const test = (await loadSamples(task.name))?.test ?? [];
  const odd = { ...test[0], "main_cpc_label": "Y02E10" };
  const { evalDocs } = prepareTask(task, { test: [...test, odd, { ...odd, "main_cpc_label": "" }] });
  assertEquals(evalDocs.length, test.length);
  assertEquals(new Set(evalDocs.map((doc) => doc.fields.main_cpc_label[0])).size, 8);
});

Deno.test("uspto: the subclass is read out of a sentence, acceptance has two answers", async () => {
  const { filters } = await findTask("uspto_classification_subclass");
  const read = (text: string) => applyFilters(filters[0] as FilterPipeline, [text], {});
  assertEquals(read("It is G06F 3/12, maybe H04L").responses, ["G06F"]);
  assertEquals(read("unclear").reason, "no_match");
  const acceptance = await findTask("uspto_classification_acceptance");
  const splits = { test: (await loadSamples(acceptance.name))?.test ?? [] };
  const targets = [...prepareTask(acceptance, splits).docs()].map((doc) => doc.target);
  assert(targets.includes(0) && targets.includes(1));
});
