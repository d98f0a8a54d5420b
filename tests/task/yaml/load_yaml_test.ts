import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { isBenchError } from "../../../lib/core/errors.ts";
import { loadTaskYaml } from "../../../lib/task/load_yaml.ts";
import { prepareTask } from "../../../lib/task/prepare_task.ts";
import { registerTaskFunction } from "../../../lib/task/task_functions.ts";
import type { Task } from "../../../lib/task/task.ts";
import { compareRenders } from "../../support/compare_renders.ts";
import { readGoldenJson, repoPath } from "../../support/shared.ts";
import { tempDir } from "../../support/temp.ts";
import { goldenLine, lineHash } from "../golden_support.ts";

const BODY = "test_split: test\ndoc_to_text: q\ndoc_to_target: a\n";

const load = (text: string): Promise<Task> => loadTaskYaml("some/t.yaml", { text });

/** The code and message a text is refused with. */
async function refusal(text: string): Promise<string> {
  const error = await assertRejects(() => load(text), Error);
  assert(isBenchError(error), String(error));
  return `${error.code}: ${error.message}`;
}

Deno.test("golden: every form of the keys renders as lm-eval renders it", async () => {
  const folder = repoPath("tests", "golden", "lmeval", "yaml");
  const { tasks, misses } = await compareRenders(`${folder}/forms.jsonl`, `${folder}/forms`);
  let files = 0;
  for await (const entry of Deno.readDir(`${folder}/forms`)) if (entry.name.endsWith(".yaml")) files++;
  assertEquals(misses, []);
  assertEquals([tasks, files], [13, 13]);
});

Deno.test("golden: the task files of the synthetic runs give their requests", async () => {
  const runs = await readGoldenJson("lmeval", "prompts.json");
  const docs = await readGoldenJson("lmeval", "docs.json");
  const folder = repoPath("tests", "golden", "lmeval", "yaml");
  let ran = 0;
  for (const name of ["syn_mcall", "syn_mt", "syn_flan_fewshot", "syn_gsm_sc"]) {
    // deno-lint-ignore no-explicit-any
    const run: any = Object.values(runs).find((one: any) => Object.keys(one.splits).join() === name);
    const task = await loadTaskYaml(`${folder}/${name}.yaml`);
    const files: [string, string][] = Object.entries(run.splits[name]);
    const splits = Object.fromEntries(files.map(([split, file]) => [split, docs[file]]));
    const prepared = prepareTask(task, splits, { numFewshot: run.num_fewshot ?? undefined });
    const lines = [...prepared.docs()].flatMap((doc) => doc.requests.map(goldenLine));
    assertEquals(lines.length, run.requests, name);
    assertEquals(lines.map((line) => lineHash(line).slice(0, 8)).join(" "), run.hashes, name);
    assertEquals(prepared.hash(), run.task_hashes[name], name);
    ran++;
  }
  assertEquals(ran, 4);
});

Deno.test("data_files lie beside the task file, else in the working folder", async () => {
  await using dir = await tempDir();
  const path = await dir.write(
    "t.yaml",
    `task: t\n${BODY}dataset_path: json\ndataset_kwargs: {data_files: {test: deno.json}}\n`,
  );
  const place = async (): Promise<string | undefined> => (await loadTaskYaml(path)).data?.urls?.test;
  assertEquals(await place(), "deno.json");
  await dir.write("deno.json", "[]");
  assertEquals(await place(), `${dir.path}/deno.json`);
});

Deno.test("includes: merged in order, local keys win, nested values whole, task_list left behind", async () => {
  await using dir = await tempDir();
  await Deno.mkdir(`${dir.path}/sub`);
  await Deno.writeTextFile(
    `${dir.path}/a`,
    `${BODY}target_delimiter: "1"\ntask_list: [x]\ngeneration_kwargs: {until: [z]}\n`,
  );
  await Deno.writeTextFile(`${dir.path}/sub/b`, 'target_delimiter: "2"\nfewshot_delimiter: "b"\n');
  const path = `${dir.path}/sub/t.yaml`;
  await Deno.writeTextFile(
    path,
    'include: [../a, b]\ntask: t\nfewshot_delimiter: "own"\ngeneration_kwargs: {max_gen_toks: 3}\n',
  );
  const task = await loadTaskYaml(path);
  assertEquals([task.targetDelimiter, task.fewshotDelimiter], ["2", "own"]);
  assertEquals(task.generation, { maxTokens: 3, until: ["own"] });
});

Deno.test("includes: a cycle and a missing file are errors that name the file", async () => {
  await using dir = await tempDir();
  await Deno.writeTextFile(`${dir.path}/a.yaml`, "include: b.yaml\ntask: a\n");
  await Deno.writeTextFile(`${dir.path}/b.yaml`, "include: a.yaml\n");
  await assertRejects(() => loadTaskYaml(`${dir.path}/a.yaml`), Error, "cycle");
  await Deno.writeTextFile(`${dir.path}/b.yaml`, "include: nowhere\n");
  await assertRejects(() => loadTaskYaml(`${dir.path}/a.yaml`), Error, "nowhere");
});

Deno.test("bad files: tab, duplicate key, syntax, unknown and ill-typed keys, each named with its line", async () => {
  assertStringIncludes(await refusal("task: t\n\tdoc_to_text: q\n"), "yaml_tab");
  assertStringIncludes(
    await refusal(`task: t\n${BODY}doc_to_text: q2\n`),
    'duplicate_key: Cannot read "some/t.yaml", line 5',
  );
  assertStringIncludes(await refusal("task: [t\n"), "bad_yaml");
  assertStringIncludes(await refusal("- task\n"), "bad_yaml");
  assertStringIncludes(await refusal(`task: t\n${BODY}doc_to_txt: q\n`), 'found "doc_to_txt"');
  assertStringIncludes(await refusal(`task: t\n${BODY}num_fewshot: five\n`), "num_fewshot as a number");
  assertStringIncludes(await refusal(`task: t\n${BODY}fewshot_config: {sampling: x}\n`), "sampling");
  assertStringIncludes(
    await refusal(`task: t\n${BODY}fewshot_config: {sampler: best}\n`),
    "default or first_n",
  );
  assertStringIncludes(await refusal("task: t\ntest_split: test\ndoc_to_target: a\n"), "doc_to_text");
  assertStringIncludes(await refusal(BODY), "one task name");
  assertStringIncludes(await refusal("group: g\ntask: [a, b]\n"), "is_group");
  assertStringIncludes(await refusal(`task: t\n${BODY}doc_to_image: i\n`), "unsupported_task");
});

Deno.test("a broken template is refused at loading, a missing column with row and name before any request", async () => {
  const broken = await refusal('task: t\ntest_split: test\ndoc_to_text: "{{q"\ndoc_to_target: a\n');
  assertStringIncludes(broken, "template_syntax");
  const task = await load('task: t\ntest_split: test\ndoc_to_text: "Why {{quest}}?"\ndoc_to_target: a\n');
  const error = assertThrows(() => prepareTask(task, { test: [{ id: "r1", q: "x", a: "y" }] }));
  assert(isBenchError(error));
  assertEquals([error.code, error.details["doc"], error.details["missing"]], [
    "template_undefined",
    "r1",
    "quest",
  ]);
  assertStringIncludes(error.message, "Why {{quest}}?");
});

Deno.test("D19: no rows, D15: more shots than rows, missing split: errors before any request", async () => {
  const task = await load(`task: t\n${BODY}`);
  assertThrows(() => prepareTask(task, { test: [] }), Error, "found none");
  assertThrows(() => prepareTask(task, {}), Error, "test");
  const rows = [{ q: "1", a: "2" }];
  assertThrows(() => prepareTask(task, { test: rows }, { numFewshot: 3 }), Error, "wanted 3, found");
});

Deno.test("a gold label out of range is counted and scored as wrong", async () => {
  const task = await load(`task: t\noutput_type: multiple_choice\n${BODY}doc_to_choice: [x, y]\n`);
  const prepared = prepareTask(task, { test: [{ q: "1", a: 7 }, { q: "2", a: 1 }] });
  assertEquals([...prepared.docs()].map((doc) => doc.target), [-100, 1]);
  assertEquals(prepared.warnings.map((one) => [one.code, one.count]), [["gold_not_in_choices", 1]]);
});

Deno.test("versions keep their spelling, num_fewshot 0 stays, null lets the caller choose", async () => {
  const versions = await Promise.all(
    ["1.0", "2", "'3'"].map((v) => load(`task: t\n${BODY}metadata: {version: ${v}}\n`)),
  );
  assertEquals(versions.map((task) => task.version), ["1.0", 2, "3"]);
  const rows = { test: [{ q: "1", a: "2" }, { q: "3", a: "4" }, { q: "5", a: "6" }] };
  const shots = async (key: string) =>
    prepareTask(await load(`task: t\n${BODY}${key}`), rows, { numFewshot: 2 }).numFewshot;
  assertEquals([await shots("num_fewshot: 0\n"), await shots("num_fewshot: 1\n"), await shots("")], [
    0,
    2,
    2,
  ]);
});

Deno.test("metrics and filters: arguments, the last of two entries, names of pipelines", async () => {
  const task = await load(`task: t
${BODY}metric_list:
  - {metric: exact_match, aggregation: mean, higher_is_better: true, ignore_case: true}
  - {metric: exact_match, ignore_case: false}
filter_list:
  - {name: strict, filter: [{function: regex, regex_pattern: "A (.)", group_select: -1}, {function: take_first}]}
`);
  assertEquals(task.metrics, [{ metric: "exact_match", args: { ignore_case: false } }]);
  assertEquals(task.filters, [{
    name: "strict",
    steps: [{ function: "regex", args: { regex_pattern: "A (.)", group_select: -1 } }, {
      function: "take_first",
    }],
  }]);
});

Deno.test("!function: an unported one is named with the way to register it", async () => {
  const text = `task: t\n${BODY}process_docs: !function my_utils.odd_rows\n`;
  const error = await assertRejects(() => load(text), Error);
  assert(isBenchError(error));
  assertEquals([error.code, error.details["function"], error.details["key"]], [
    "function_not_ported",
    "my_utils.odd_rows",
    "process_docs",
  ]);
  assertStringIncludes(error.hint ?? "", 'registerTaskFunction("my_utils.odd_rows"');
  registerTaskFunction("my_utils.odd_rows", (docs) => docs.filter((_: unknown, i: number) => i % 2 === 1));
  const prepared = prepareTask(await load(text), { test: [{ q: "1", a: "" }, { q: "2", a: "" }] });
  assertEquals(prepared.evalDocs.map((doc) => doc.fields["q"]), ["2"]);
});

Deno.test("!function: one's own text, target, choices, results, metric, aggregation, filter, rows", async () => {
  registerTaskFunction("forms/own.text", (doc) => `<${doc.q}>`);
  registerTaskFunction("own.text", () => "of another folder");
  registerTaskFunction("own.rows", (options) => ({ test: [{ q: String(options.size), a: "x" }] }));
  registerTaskFunction("own.score", (doc, results) => ({ hit: Number(results[0] === doc.a) }));
  registerTaskFunction("own.most", (values) => Math.max(...values));
  const text = `task: t
test_split: test
custom_dataset: !function own.rows
metadata: {size: 3}
doc_to_text: !function own.text
doc_to_target: a
process_results: !function own.score
metric_list:
  - {metric: hit, aggregation: !function own.most}
`;
  const task = await loadTaskYaml("x/forms/t.yaml", { text });
  assertEquals(task.prompt({ q: "1" }), "<1>");
  assertEquals(await task.loadRows?.(), { test: [{ q: "3", a: "x" }] });
  const view = {
    outputType: "generate_until",
    fields: { a: "x" },
    target: "x",
    choices: [],
    logliks: [],
    greedy: [],
    unconditional: [],
    responses: ["x"],
  } as const;
  assertEquals(task.processResults?.(view), { hit: 1 });
  const [metric] = task.metrics;
  assertEquals(metric && "aggregate" in metric ? metric.aggregate?.([1, 3, 2]) : null, 3);
});

Deno.test("!function: a ported function is told by its source; a changed one is not taken for it", async () => {
  await using dir = await tempDir();
  const source =
    'def filter_it(dataset):\n    return dataset.filter(lambda doc: len(doc["multiple_choice_targets"]) > 0)\n';
  await Deno.writeTextFile(`${dir.path}/utils.py`, source);
  await Deno.writeTextFile(`${dir.path}/t.yaml`, `task: t\n${BODY}process_docs: !function utils.filter_it\n`);
  await assertRejects(() => loadTaskYaml(`${dir.path}/t.yaml`), Error, "utils.filter_it");
  await Deno.writeTextFile(`${dir.path}/utils.py`, "from lm_eval.utils import weighted_f1_score\n");
  await Deno.writeTextFile(
    `${dir.path}/t.yaml`,
    `task: t\n${BODY}metric_list: [{metric: f1, aggregation: !function utils.weighted_f1_score}]\n`,
  );
  const { metrics: [metric] } = await loadTaskYaml(`${dir.path}/t.yaml`);
  const pairs = [["a", "a"], ["a", "b"], ["b", "b"]] as const;
  const value = metric && "aggregate" in metric ? metric.aggregate?.(pairs) : null;
  assert(Math.abs((value as number) - (2 * (2 / 3) + 2 / 3) / 3) < 1e-12);
});
