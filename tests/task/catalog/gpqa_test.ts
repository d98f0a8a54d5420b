import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { gpqaDocs } from "../../../lib/task/catalog/gpqa_docs.ts";
import { tasks } from "../../../lib/task/catalog/gpqa.ts";
import { loadSamples } from "../../../lib/task/load_samples.ts";
import { prepareTask } from "../../../lib/task/prepare_task.ts";
import { findTask } from "../../../lib/task/registry.ts";

function row(right: string, a: string, b: string, c: string): Record<string, string> {
  return {
    Question: "Which rate law?",
    "Correct Answer": right,
    "Incorrect Answer 1": a,
    "Incorrect Answer 2": b,
    "Incorrect Answer 3": c,
  };
}

const splits = await loadSamples("gpqa_main_n_shot") ?? {};

Deno.test("gpqa: three sets, five ways each, names of their own", () => {
  assertEquals(tasks.length, 15);
  assertEquals(new Set(tasks.map((task) => task.name)).size, 15);
  const rows = Object.fromEntries(tasks.map((task) => [task.data?.config, task.data?.rows?.train]));
  assertEquals(rows, { "gpqa_main": 448, "gpqa_diamond": 198, "gpqa_extended": 546 });
});

Deno.test("D11: answers in square brackets keep their content", () => {
  const [doc] = gpqaDocs({ seed: 0, withChoices: true })([
    row("k = [A]/[B]", "k = [B]/[A]", "k = [A]", "k = [B]"),
  ]);
  assertEquals([...doc?.choices].sort(), ["k = [A]", "k = [A]/[B]", "k = [B]", "k = [B]/[A]"]);
});

Deno.test("D11, D22: rows whose answers become equal are counted, not mended", async () => {
  const train = [...splits.train ?? [], row("5 mg", "10 mg", " 10 mg", "1 g")];
  for (const name of ["gpqa_main_n_shot", "gpqa_main_cot_zeroshot"]) {
    const { warnings, evalDocs } = prepareTask(await findTask(name), { train });
    assertEquals(warnings.map(({ code, count }) => [code, count]), [["equal_choices", 1]], name);
    assertEquals(evalDocs.length, train.length);
  }
});

Deno.test("D12: the same letters every time, and other ones under another seed", async () => {
  const task = await findTask("gpqa_main_n_shot");
  const letters = () => prepareTask(task, splits).evalDocs.map((doc) => doc.fields.answer);
  assertEquals(letters(), letters());
  const zeroshot = prepareTask(await findTask("gpqa_main_zeroshot"), splits);
  assertNotEquals(zeroshot.evalDocs.map((doc) => doc.fields.answer), letters());
});

Deno.test("D13: a limit moves no letter: the stream runs over the whole split first", async () => {
  const task = await findTask("gpqa_main_n_shot");
  const all = prepareTask(task, splits).evalDocs.map((doc) => doc.fields.answer);
  assertEquals(
    prepareTask(task, splits, { limit: 5 }).evalDocs.map((doc) => doc.fields.answer),
    all.slice(0, 5),
  );
});

Deno.test("gpqa: zeroshot variants take no shots whatever is asked; n_shot never shows the asked question", async () => {
  assertEquals(prepareTask(await findTask("gpqa_main_zeroshot"), splits, { numFewshot: 5 }).numFewshot, 0);
  const prepared = prepareTask(await findTask("gpqa_main_n_shot"), splits, { numFewshot: 3 });
  for (const { doc, requests } of prepared.docs()) {
    const asked = requests[0]?.prompt.split(doc.fields.Question).length;
    assert(asked === 2, doc.fields.Question);
  }
});
