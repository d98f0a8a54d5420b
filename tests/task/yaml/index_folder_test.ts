import { assertEquals, assertRejects } from "@std/assert";
import { indexTaskFolder } from "../../../lib/task/index_folder.ts";
import { expandTasks } from "../../../lib/task/registry.ts";
import { resolveTaskNames } from "../../../lib/task/task_names.ts";
import { addTaskSource } from "../../../lib/task/user_tasks.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";

const BODY = "test_split: test\ndoc_to_text: q\ndoc_to_target: a\n";

async function fill(dir: TempDir, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await dir.write(name, text);
}

Deno.test("index: tasks, groups, tags sorted by name; the first of two names; fragments and caches left out", async () => {
  await using dir = await tempDir();
  await fill(dir, {
    "b/one.yaml": `task: ix_z\ntag: [ix_both]\n${BODY}`,
    "b/two.yaml": `task: ix_a\ntag: ix_both\n${BODY}`,
    "c/again.yaml": `task: ix_a\ntarget_delimiter: "c"\n${BODY}`,
    "fragment.yaml": BODY,
    "__pycache__/x.yaml": `task: ix_cached\n${BODY}`,
    "python.yaml": "task: ix_py\nclass: some.Class\n",
    "broken.yaml": "task: [",
    "group.yaml": "group: ix_all\ntask: [ix_both, ix_py]\n",
  });
  const index = await indexTaskFolder(dir.path);
  assertEquals([...index.entries.values()].map((entry) => `${entry.kind} ${entry.name}`).sort(), [
    "group ix_all",
    "python ix_py",
    "tag ix_both",
    "task ix_a",
    "task ix_z",
  ]);
  assertEquals(index.entries.get("ix_both")?.members, ["ix_a", "ix_z"]);
  assertEquals(index.problems.map((one) => one.code), ["bad_yaml"]);
  const catalog = await index.catalogOf("ix_all");
  assertEquals(catalog?.tasks.map((task) => [task.name, task.targetDelimiter]), [["ix_a", " "], [
    "ix_z",
    " ",
  ]]);
  assertEquals(Object.keys(catalog?.unavailable ?? {}), ["ix_py"]);
});

Deno.test("groups: weights, filters, overrides, inline tasks and subgroups get the name of their parent", async () => {
  await using dir = await tempDir();
  await fill(dir, {
    "a.yaml": `task: gr_a\n${BODY}`,
    "b.yaml": `task: gr_b\n${BODY}`,
    "g.yaml": `group: gr
group_alias: Group
target_delimiter: "G"
task:
  - gr_a
  - {task: gr_b, target_delimiter: "B", task_alias: bee}
  - task: inline
    test_split: test
    doc_to_text: q
    doc_to_target: a
  - group: sub
    task: [{task: gr_c, test_split: test, doc_to_text: q, doc_to_target: a}]
    aggregate_metric_list: {metric: acc}
aggregate_metric_list:
  - {metric: exact_match, weight_by_size: false, filter_list: strict}
metadata: {version: 2.0}
`,
  });
  addTaskSource(await indexTaskFolder(dir.path));
  const { tasks, groups, leaves } = await expandTasks(["gr"]);
  assertEquals(tasks.map((task) => [task.name, task.targetDelimiter, task.alias ?? null]), [
    ["gr_a", "G", null],
    ["gr_b", "B", "bee"],
    ["gr::inline", "G", null],
    ["gr::sub::gr_c", "G", null],
  ]);
  assertEquals(groups, [
    {
      group: "gr",
      members: ["gr_a", "gr_b", "gr::inline", "gr::sub"],
      aggregate: [{ metric: "exact_match", weightBySize: false, filters: ["strict"] }],
      alias: "Group",
      version: "2.0",
    },
    { group: "gr::sub", members: ["gr::sub::gr_c"], aggregate: [{ metric: "acc", weightBySize: true }] },
  ]);
  assertEquals(leaves["gr"]?.length, 4);
});

Deno.test("names: globs, paths of files and folders, later folders win, misspelt ones are hinted", async () => {
  await using first = await tempDir();
  await using second = await tempDir();
  await fill(first, { "a.yaml": `task: nm_one\n${BODY}`, "b.yaml": `task: nm_two\n${BODY}` });
  await fill(second, {
    "a.yaml": `task: nm_one\ntarget_delimiter: "second"\n${BODY}`,
    "deep/c.yaml": `task: nm_six\n${BODY}`,
  });
  const names = await resolveTaskNames(["nm_*"], { includePaths: [first.path, second.path] });
  assertEquals(names.sort(), ["nm_one", "nm_six", "nm_two"]);
  assertEquals((await expandTasks(["nm_one"])).tasks[0]?.targetDelimiter, "second");
  assertEquals(await resolveTaskNames([`${second.path}/deep`, "nm_t?o"]), ["nm_six", "nm_two"]);
  assertEquals(await resolveTaskNames([`${first.path}/a.yaml`]), ["nm_one"]);
  assertEquals((await expandTasks(["nm_one"])).tasks[0]?.targetDelimiter, " ");
  await assertRejects(() => resolveTaskNames(["nm_[xyz]*"]), Error, "nm_[xyz]*");
  await assertRejects(() => resolveTaskNames(["no/such.yaml"]), Error, "no/such.yaml");
  await assertRejects(
    () => resolveTaskNames([`${first.path}/a.yaml`, first.path]).then(() => expandTasks(["nm_twoo"])),
    Error,
    "nm_twoo",
  );
});
