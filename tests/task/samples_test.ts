import { assert, assertEquals } from "@std/assert";
import { extractAnswer } from "../../lib/filter/extract_answer.ts";
import { checkColumns } from "../../lib/dataset/check_columns.ts";
import { MMLU_SUBJECTS } from "../../lib/task/catalog/mmlu_subjects.ts";
import { loadSamples } from "../../lib/task/load_samples.ts";
import { defaultShots } from "../../lib/task/niche.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { expandTasks } from "../../lib/task/registry.ts";
import type { Task } from "../../lib/task/task.ts";

const { tasks } = await expandTasks([
  ...["mmlu", "medmcqa", "pubmedqa", "medhelm", "gpqa_main_n_shot", "gpqa_diamond_cot_zeroshot", "bigpatent"],
  ...[
    "humaneval",
    "livecodebench",
    "uspto_classification",
    "uspto_classification_subclass",
    "rag_pipeline_eval",
  ],
  ...["uspto_classification_acceptance", "mmlu_generative", "mmlu_flan_cot_zeroshot"],
]);

async function withSamples(): Promise<
  { task: Task; splits: NonNullable<Awaited<ReturnType<typeof loadSamples>>> }[]
> {
  const found = [];
  for (const task of tasks) {
    const splits = await loadSamples(task.name);
    if (splits === null) continue;
    found.push({ task, splits: await task.joinResources?.(splits) ?? splits });
  }
  return found;
}

Deno.test("mmlu: at least 12 subjects over all four groups, 5 dev and 2 test rows each", async () => {
  const subjects = (await withSamples()).filter(({ task }) => task.name.startsWith("mmlu_"));
  assert(subjects.length >= 12);
  for (const group of Object.values(MMLU_SUBJECTS)) {
    assert(subjects.some(({ task }) => group.includes(task.alias ?? "")));
  }
  for (const { splits } of subjects) assert(splits.dev?.length === 5 && (splits.test?.length ?? 0) >= 2);
});

Deno.test("medmcqa and pubmedqa: 20 rows and shots; medhelm: all eight, 5 each", async () => {
  const sizes = Object.fromEntries((await withSamples()).map(({ task, splits }) => [
    task.name,
    splits[task.testSplit ?? ""]?.length ?? 0,
  ]));
  assert((sizes.medmcqa ?? 0) >= 20 && (sizes.pubmedqa ?? 0) >= 20);
  assert(((await loadSamples("medmcqa"))?.train?.length ?? 0) >= 5);
  const medhelm = Object.entries(sizes).filter(([name]) => name.startsWith("medhelm_"));
  assertEquals(medhelm.length, 8);
  assert(medhelm.every(([, size]) => size >= 5));
});

Deno.test("the benchmarks of every niche: 20 rows or more", async () => {
  const own = (await withSamples()).filter(({ task }) =>
    /^(gpqa|human|live|bigpat|uspto|rag_)/.test(task.name)
  );
  assertEquals(own.length, 9);
  for (const { task, splits } of own) {
    const { evalDocs } = prepareTask(task, splits);
    assert(evalDocs.length >= 20, `${task.name}: ${evalDocs.length}`);
  }
});

Deno.test("every sample row fits its task: columns, choices, shots, no data warning", async () => {
  for (const { task, splits } of await withSamples()) {
    const check = checkColumns(task.data?.columns ?? {});
    Object.entries(splits).forEach(([file, rows]) => rows.forEach((fields, i) => check({ fields, file }, i)));
    const prepared = prepareTask(task, splits, { numFewshot: defaultShots(task.name) });
    const docs = [...prepared.docs()];
    assertEquals(prepared.warnings, [], task.name);
    assertEquals(new Set(docs.map((doc) => doc.requests[0]?.prompt)).size, docs.length, task.name);
    assert(
      docs.every((doc) => typeof doc.target === "number" ? doc.target >= 0 : doc.target !== ""),
      task.name,
    );
  }
});

Deno.test("gold answers vary, so that a constant answer is no good answer", async () => {
  const pooled = new Map<string, Map<unknown, number>>();
  for (const { task, splits } of await withSamples()) {
    const key = task.name.replace(/^mmlu_.*/, "mmlu");
    const counts = pooled.get(key) ?? new Map();
    for (const doc of prepareTask(task, splits).docs()) {
      const gold = task.answer === "raw" ? String(doc.target) : doc.target;
      counts.set(gold, (counts.get(gold) ?? 0) + 1);
    }
    pooled.set(key, counts);
  }
  for (const [name, counts] of pooled) {
    const all = [...counts.values()];
    const total = all.reduce((sum, n) => sum + n, 0);
    assert(Math.max(...all) / total <= 0.6, `${name}: ${JSON.stringify([...counts])}`);
  }
});

Deno.test("P22: the reader a task declares reads the task's own gold answers", async () => {
  let cases = 0;
  for (const { task, splits } of await withSamples()) {
    if (task.answer !== "letter" && task.answer !== "choice_text") continue;
    for (const doc of prepareTask(task, splits).docs()) {
      const labels = doc.choices.map((_, i) => "ABCDEFGH"[i] as string);
      const index = typeof doc.target === "number" ? doc.target : labels.indexOf(String(doc.target));
      const reply = task.answer === "letter"
        ? `The answer is (${labels[index]}).`
        : `Answer: ${doc.choices[index]}`;
      const mode = task.answer === "letter" ? { labels } : { labels: doc.choices };
      const read = extractAnswer(reply, { ...mode, choices: doc.choices });
      assertEquals(read.answer, task.answer === "letter" ? labels[index] : doc.choices[index], task.name);
      cases++;
    }
  }
  assert(cases >= 90, String(cases));
});

Deno.test("no samples: null, and nothing from the names of objects", async () => {
  for (const name of ["no_such_task", "mmlu_virology", "mmlu_constructor", "medhelm_toString", "mmlu"]) {
    assertEquals(await loadSamples(name), null);
  }
});
