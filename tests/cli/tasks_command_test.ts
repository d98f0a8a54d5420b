import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { tasksCommand } from "../../lib/cli/tasks_command.ts";
import type { Terminal } from "../../lib/cli/terminal.ts";
import { tempDir } from "../support/temp.ts";

/** The last line to standard error. */
let said = "";

/** Runs the command; gives its code and what it printed. */
async function run(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = "";
  const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (said = text) };
  return { code: await tasksCommand(argv, terminal as unknown as Terminal), out };
}

const TASK = `task: cmd_caps
dataset_path: json
dataset_kwargs: {data_files: {test: rows.jsonl}}
test_split: test
doc_to_text: "Capital of {{country.strip()}}?"
doc_to_target: city
fewshot_config: {sampler: first_n}
`;
const ROWS = [["France", "Paris"], ["Italy", "Rome"], ["Spain", "Madrid"]]
  .map(([country, city]) => JSON.stringify({ country: ` ${country} `, city })).join("\n");

Deno.test("search lists names that contain a text; nothing found is exit 5", async () => {
  assertEquals(await run("search", "PUBMED"), { code: 0, out: "medhelm_pubmed_qa\npubmedqa\n" });
  assertEquals(await run("search", "zebra"), { code: 5, out: "" });
  assertStringIncludes(said, '"zebra"');
});

Deno.test("show prints a row of a task file as the model gets it, with the shots of a run", async () => {
  await using dir = await tempDir();
  const path = await dir.write("caps.yaml", TASK);
  await dir.write("rows.jsonl", ROWS);
  const { code, out } = await run("show", path, "--doc", "2", "--num-fewshot", "1");
  assertEquals(code, 0);
  assertStringIncludes(out, "\nCapital of France? Paris\n\nCapital of Spain?\n--- decoding");
  assertStringIncludes(out, '"Madrid"');
  const { requests, fields } = JSON.parse((await run("show", path, "--json")).out);
  assertEquals([requests[0].prompt, fields.city], ["Capital of France?", "Paris"]);
  await assertRejects(() => run("show", path, "--doc", "3"), Error, "one of 3 rows");
});

Deno.test("show without rows tells what the task is", async () => {
  const { code, out } = await run("show", "medhelm_head_qa");
  assertEquals(code, 0);
  assertStringIncludes(out, "medhelm_head_qa");
});

Deno.test("validate names every file with a problem and exits with 1", async () => {
  await using dir = await tempDir();
  await dir.write("good.yaml", TASK);
  assertEquals(await run("validate", dir.path), { code: 0, out: "1 fine, 0 with a problem\n" });
  await dir.write("tab.yaml", "task: a\n\tx: 1\n");
  await dir.write("key.yaml", `${TASK.replace("cmd_caps", "cmd_key")}doc_to_txet: x\n`);
  await dir.write("metric.yaml", `${TASK.replace("cmd_caps", "cmd_metric")}metric_list: [{metric: nice}]\n`);
  const { code, out } = await run("validate", dir.path);
  assertEquals(code, 1);
  for (const part of ["tab.yaml: yaml_tab", "key.yaml: bad_task_key", "metric.yaml: unknown_metric"]) {
    assertStringIncludes(out, part);
  }
  assert(out.endsWith("1 fine, 3 with a problem\n"));
});

Deno.test("words that make no sense are usage errors", async () => {
  await assertRejects(() => run("shwo", "x"), Error, "wanted list, search, show or validate");
  await assertRejects(() => run("show"), Error, "wanted a name or folder");
  await assertRejects(() => run("show", "mmlu_*"), Error, "wanted one task");
});
