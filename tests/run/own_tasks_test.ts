/** Tasks of one's own in a run: their shots, and what is refused before anything is asked. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { inChatForm } from "../../lib/task/chat_form.ts";
import { defineTask, type TaskLiteral } from "../../lib/task/define_task.ts";
import { findTask } from "../../lib/task/registry.ts";
import { addTaskSource, registerTask } from "../../lib/task/user_tasks.ts";
import { indexTaskFolder } from "../../lib/task/index_folder.ts";
import { tempDir } from "../support/temp.ts";

const ROWS = { test: [{ q: "1+1", a: "2" }, { q: "2+2", a: "4" }, { q: "3+3", a: "6" }] };

function own(name: string, literal: Partial<TaskLiteral> = {}): string {
  registerTask(
    defineTask({
      name,
      prompt: (d) => `${d.q}=`,
      target: (d) => String(d.a),
      loadRows: () => ROWS,
      ...literal,
    }),
  );
  return name;
}

Deno.test("a task's own number of shots holds unless the caller says another", async () => {
  await using dir = await tempDir();
  const prompts: string[] = [];
  const model = scriptedModel((request) => {
    prompts.push(request.type === "completion" ? request.prompt as string : "");
    return "4";
  });
  const tasks = [
    own("shots_two", { fewshot: { count: 2 } }),
    own("mmlu_of_mine"),
    own("shots_none", { fewshot: { count: 0 } }),
  ];
  const shots = async (options: { numFewshot?: number }) =>
    (await runBenchmark({ tasks, model, out: dir.path, ...options })).results.map((one) => one.numFewshot);
  assertEquals(await shots({}), [2, 0, 0]);
  assertEquals(prompts.filter((prompt) => prompt.split("\n\n").length === 3).length, 3);
  assertEquals(await shots({ numFewshot: 1 }), [1, 1, 0]);
});

Deno.test("task files: num_fewshot, too many shots, a missing column, no right answer: nothing is asked", async () => {
  await using dir = await tempDir();
  await dir.write("d.jsonl", '{"q": "one", "gold": 0}\n{"q": "two", "gold": 1}\n{"q": "three", "gold": 7}\n');
  const file = (name: string, lines: string): Promise<string> =>
    dir.write(
      `tasks/${name}.yaml`,
      `task: ${name}\ndataset_path: json\ndataset_kwargs: {data_files: {test: ../d.jsonl}}\ntest_split: test\n` +
        `output_type: multiple_choice\ndoc_to_choice: [x, y]\nmetric_list: [{metric: acc}]\n${lines}`,
    );
  const body = (text: string, target: string): string => `doc_to_text: ${text}\ndoc_to_target: ${target}\n`;
  await file("own_fine", `${body("q", "gold")}num_fewshot: 1\n`);
  await file("own_many", `${body("q", "gold")}num_fewshot: 9\n`);
  await file("own_text", body("question", "gold"));
  await file("own_target", body("q", "golden"));
  await file("own_gold", body("q", '"{{9}}"'));
  addTaskSource(await indexTaskFolder(dir.join("tasks")));
  let asked = 0;
  const model = scriptedModel(() => {
    asked++;
    return [-1, -2];
  });
  const run = await runBenchmark({
    tasks: ["own_many", "own_text", "own_target", "own_gold"],
    model,
    out: dir.join("out"),
  });
  assertEquals(asked, 0);
  assertEquals(run.results.map((one) => [one.task, one.status, one.reason]), [
    ["own_many", "error", "too_few_shots"],
    ["own_text", "error", "missing_column"],
    ["own_target", "error", "missing_column"],
    ["own_gold", "error", "no_gold"],
  ]);
  assertStringIncludes(run.results[1]?.message ?? "", 'wanted column "question", found "q", "gold"');
  const fine = await runBenchmark({ tasks: ["own_fine"], out: dir.join("out"), source: "huggingface" });
  assertEquals([fine.results[0]?.numFewshot, fine.results[0]?.status], [1, "ok"]);
});

Deno.test("a task that cannot be canonical says why in the run; LiveCodeBench's chat prompt is its own", async () => {
  await using dir = await tempDir();
  const tasks = [own("never_canonical", { diagnostic: "mended rows" })];
  const run = await runBenchmark({ tasks, model: scriptedModel(() => "4"), out: dir.path });
  assert(run.notCanonicalBecause.includes("mended rows (never_canonical)"));
  const livecodebench = await findTask("livecodebench_v5");
  assertEquals(livecodebench.diagnostic, "own worked examples");
  assertEquals(inChatForm(livecodebench).diagnostic, undefined);
});
