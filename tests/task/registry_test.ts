import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { TaskError } from "../../lib/core/errors.ts";
import { MMLU_SUBJECTS } from "../../lib/task/catalog/mmlu_subjects.ts";
import { buildTaskList, defaultShots, isBlocking, type NicheName, NICHES } from "../../lib/task/niche.ts";
import { expandTasks, findTask, taskNames } from "../../lib/task/registry.ts";
import { readGoldenJson } from "../support/shared.ts";

Deno.test("mmlu expands to 57 subjects in four groups, in lm-eval's order", async () => {
  const { tasks, groups, leaves, skipped } = await expandTasks(["mmlu"]);
  const golden = await readGoldenJson("lmeval", "prompts.json");
  assertEquals(tasks.map((task) => task.name), Object.keys(golden["mmlu_5shot"].splits));
  assertEquals(groups.map((group) => [group.group, group.members.length]), [
    ["mmlu", 4],
    ["mmlu_stem", 19],
    ["mmlu_other", 13],
    ["mmlu_social_sciences", 12],
    ["mmlu_humanities", 13],
  ]);
  assert(groups.every((group) => group.aggregate[0]?.weightBySize === true && group.version === 2));
  assertEquals([leaves.mmlu?.length, skipped.length], [57, 0]);
  assertEquals(Object.values(MMLU_SUBJECTS).flat().length, 57);
});

Deno.test("categories of mmlu are the bare subjects, none of them a group", async () => {
  const { tasks } = await expandTasks(["mmlu"]);
  const categories = tasks.map((task) => task.alias ?? "");
  assertEquals(new Set(categories).size, 57);
  for (const group of Object.keys(MMLU_SUBJECTS)) assert(!categories.includes(group));
});

Deno.test("mmlu declares its rows: 57 subjects, 14,042 test rows, 285 dev rows", async () => {
  const { tasks } = await expandTasks(["mmlu"]);
  const sum = (split: string): number =>
    tasks.reduce((total, task) => total + (task.data?.rows?.[split] ?? NaN), 0);
  assertEquals([sum("test"), sum("dev")], [14_042, 285]);
});

Deno.test("tags and subgroups expand alike", async () => {
  const names = async (name: string): Promise<string[]> =>
    (await expandTasks([name])).tasks.map((task) => task.name);
  assertEquals(await names("mmlu_stem_tasks"), await names("mmlu_stem"));
});

Deno.test("medhelm: eight scenarios of equal weight, the jury's skipped for want of a judge", async () => {
  const { tasks, groups, skipped } = await expandTasks(["medhelm"]);
  assertEquals(tasks.length, 8);
  assertEquals(groups[0]?.aggregate[0]?.weightBySize, false);
  assertEquals(skipped.length, 6);
  assert(skipped.every((one) => one.code === "needs_judge" && one.message === "needs a judge"));
  const error = await assertRejects(() => findTask("medhelm_aci_bench"), TaskError);
  assertEquals(error.code, "needs_judge");
});

Deno.test("S12: names are compared whole, never by prefix", async () => {
  for (const name of ["medmcqa_p4", "pubmed", "mmlu_anatom", "mmlu_"]) {
    assertEquals((await assertRejects(() => findTask(name), TaskError)).code, "unknown_task");
  }
});

Deno.test("an unknown name gets the nearest one as hint, a far one does not", async () => {
  const near = await assertRejects(() => expandTasks(["pubmedqq"]), TaskError);
  assertEquals([near.code, near.hint, near.details.nearest], [
    "unknown_task",
    'Did you mean "pubmedqa"?',
    "pubmedqa",
  ]);
  const far = await assertRejects(() => expandTasks(["zzzzzzzz"]), TaskError);
  assertEquals(far.details.nearest, null);
  assert(far.hint?.includes("medmcqa"));
});

Deno.test("every benchmark of every niche is there; what cannot run says why", async () => {
  for (const name of Object.values(NICHES).flatMap((niche) => niche.blocking)) {
    assert((await expandTasks([name])).tasks.length > 0, name);
  }
  const { tasks, skipped } = await expandTasks(["mmlu_flan_cot_fewshot"]);
  assertEquals([tasks.length, skipped.map((one) => one.code)], [0, ["needs_task_files"]]);
});

Deno.test("the same task twice is an error, a group instead of a task too", async () => {
  assertEquals(
    (await assertRejects(() => expandTasks(["mmlu", "mmlu_anatomy"]), TaskError)).code,
    "duplicate_task",
  );
  assertEquals((await assertRejects(() => findTask("mmlu"), TaskError)).code, "is_group");
});

Deno.test("every name of the registry expands", async () => {
  const names = await taskNames();
  assertEquals(new Set(names).size, names.length);
  for (const name of names) {
    const { tasks, skipped } = await expandTasks([name]);
    assert(tasks.length + skipped.length > 0, name);
  }
});

Deno.test("niches: blocking first, mmlu last and never blocking", () => {
  assertEquals(buildTaskList("code"), ["humaneval", "livecodebench", "mmlu"]);
  assertEquals(buildTaskList("medical", "diagnostic"), ["medmcqa", "pubmedqa", "medhelm", "mmlu"]);
  assertEquals(buildTaskList("qa_technical"), ["gpqa_main_n_shot", "mmlu"]);
  assertEquals(buildTaskList("encyclopedic"), ["rag_pipeline_eval", "mmlu"]);
  assertEquals(buildTaskList("patents"), ["bigpatent", "uspto_classification", "mmlu"]);
  for (const niche of Object.keys(NICHES) as NicheName[]) assert(!isBlocking(niche, "mmlu"));
});

Deno.test("unknown niche and mode are errors that name the known ones", () => {
  const error = assertThrows(() => buildTaskList("toString"), TaskError);
  assertEquals(error.code, "unknown_niche");
  assert(error.message.includes("medical"));
  assertThrows(() => buildTaskList("code", "fast" as "canonical"), TaskError, '"fast"');
});

Deno.test("R14: shots per benchmark: mmlu 5, medmcqa 5, others 0", () => {
  const names = Object.keys(NICHES).flatMap((niche) => buildTaskList(niche));
  const shots = Object.fromEntries(names.map((name) => [name, defaultShots(name)]));
  assertEquals(
    Object.entries(shots).filter(([, n]) => n !== 0),
    [["mmlu", 5], ["medmcqa", 5]].sort((a, b) =>
      names.indexOf(String(a[0])) - names.indexOf(String(b[0]))
    ) as [string, number][],
  );
  assertEquals([defaultShots("mmlu_anatomy"), defaultShots("medhelm_med_mcqa"), defaultShots("pubmedqa")], [
    5,
    0,
    0,
  ]);
});
