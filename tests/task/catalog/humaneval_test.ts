import { assert, assertEquals, assertThrows } from "@std/assert";
import { fromArray } from "../../../lib/dataset/from_array.ts";
import { contentHash } from "../../../lib/dataset/content_hash.ts";
import { applyFilters } from "../../../lib/filter/apply_filters.ts";
import { scriptedModel } from "../../../lib/model/scripted_model.ts";
import { runBenchmark } from "../../../lib/run/run_benchmark.ts";
import { inChatForm } from "../../../lib/task/chat_form.ts";
import { loadSamples } from "../../../lib/task/load_samples.ts";
import { prepareTask } from "../../../lib/task/prepare_task.ts";
import { findTask } from "../../../lib/task/registry.ts";
import type { FilterPipeline } from "../../../lib/task/task.ts";
import { requirePart, testWith } from "../../support/require.ts";
import { readSharedJsonl, sharedPath } from "../../support/shared.ts";
import { tempDir } from "../../support/temp.ts";

async function realRows(): Promise<Record<string, string>[]> {
  const file = await Deno.open(sharedPath("data", "humaneval", "HumanEval.jsonl.gz"));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

const HUB_ORDER = ["task_id", "prompt", "canonical_solution", "test", "entry_point"];

testWith(["shared"], "real HumanEval: the hashes of all 164 documents", async () => {
  const want = await readSharedJsonl("golden", "lmeval", "_real", "humaneval.jsonl");
  const rows = (await realRows()).map((row) =>
    Object.fromEntries(HUB_ORDER.map((name) => [name, row[name]]))
  );
  const task = await findTask("humaneval");
  const got = [...prepareTask(task, { test: rows }).docs()].map(({ hashes }) => hashes);
  assertEquals(got.map((one) => one.prompt), want.map((one) => one.prompt_hash));
  assertEquals(got.map((one) => one.target), want.map((one) => one.target_hash));
  assertEquals(got.map((one) => one.doc), want.map((one) => one.doc_hash));
  assertEquals([got.length, want.length], [164, 164]);
});

testWith(
  ["shared"],
  "X16: the pinned hash is that of the known rows; a mended row makes another",
  async () => {
    const rows = await realRows();
    const pinned = (await findTask("humaneval")).data?.sha256?.test;
    assertEquals(await contentHash(fromArray(rows)), pinned);
    const mended = rows.map((row, i) => i === 38 ? { ...row, test: `${row.test}\n` } : row);
    assert(await contentHash(fromArray(mended)) !== pinned);
  },
);

const mark = "```";
const fields = {
  prompt: "from typing import List\n\n\ndef total(xs: List[int]) -> int:\n    '''Sum.'''\n",
  "entry_point": "total",
};

async function programs(replies: string[], name = "humaneval"): Promise<readonly (string | null)[]> {
  const task = inChatForm(await findTask(name));
  return applyFilters(task.filters[0] as FilterPipeline, replies, fields).responses;
}

Deno.test("P18: prose, a block with imports, prose: the block behind the prompt's imports", async () => {
  const code = "def total(xs):\n    return sum(xs)\n";
  assertEquals(await programs([`Here is the code:\n${mark}python\n${code}${mark}\nIt adds.`]), [
    `from typing import List\n\n\n${code}`,
  ]);
});

Deno.test("P18: in chat no stops are sent, and the run says which form was used", async () => {
  await using dir = await tempDir();
  const model = scriptedModel(() => `${mark}python\ndef f():\n    pass\n${mark}`, { id: "chatty" });
  const chat = Object.assign(model, { info: { ...model.info, accepts: ["chat" as const], floor: false } });
  const run = await runBenchmark({
    tasks: ["humaneval"],
    model: chat,
    source: "sample",
    out: dir.path,
    limit: 2,
  });
  const request = model.calls[0];
  assert(request?.type === "chat" && (request.generation?.until ?? []).length === 0);
  assert(request.messages.at(-1)?.role === "user");
  assert(run.notCanonicalBecause.includes("choice protocol humaneval_chat"), run.notCanonicalBecause.join());
  assertEquals(run.results[0]?.answerExtraction, "filters:create_test(chat_code)");
});

Deno.test("P19: the python block that defines the function, not the first block of any language", async () => {
  const reply = `${mark}bash\npip install x\n${mark}\n${mark}python\ndef total(xs):\n    return 0\n${mark}`;
  assertEquals((await programs([reply]))[0]?.endsWith("def total(xs):\n    return 0\n"), true);
  const unclosed = await programs([`${mark}python\ndef total(xs):\n    return 1`]);
  assert(unclosed[0]?.endsWith("return 1"));
});

Deno.test("P21: nothing is taken from the left of a completion", async () => {
  const task = await findTask("humaneval");
  const { responses } = applyFilters(task.filters[0] as FilterPipeline, ["     return a + b\n"], fields);
  assertEquals(responses, [`${fields.prompt}     return a + b\n`]);
});

Deno.test("humaneval_instruct cuts at the first fence, as lm-eval does", async () => {
  const { filters } = await findTask("humaneval_instruct");
  const run = (reply: string) =>
    applyFilters(filters[0] as FilterPipeline, [reply], { prompt: "p\n" }).responses[0];
  assertEquals([run(`  x\n${mark}\nmore`), run("  y"), run(`${mark}python\nz`)], [
    "p\n  x\n",
    "p\n  y",
    "p\n",
  ]);
});

Deno.test("humaneval_64 keeps all 64 replies and asks for five values of k", async () => {
  const task = await findTask("humaneval_64");
  const [doc] = prepareTask(task, await loadSamples("humaneval_64") ?? {}, { limit: 1 }).docs();
  assertEquals([doc?.requests.length, task.generation?.temperature, task.generation?.topP], [64, 0.2, 0.95]);
  assertEquals(task.metrics, [{ metric: "pass_at_k", args: { k: [2, 8, 16, 32, 64] } }]);
});

testWith(
  ["python"],
  "samples of humaneval: every canonical solution passes its tests, an empty body none",
  async () => {
    const task = await findTask("humaneval");
    const splits = await loadSamples("humaneval") ?? {};
    const programs = [...prepareTask(task, splits).docs()].map(({ doc, target }) =>
      [doc.fields.canonical_solution, "    return None\n"].map((body) =>
        `${doc.fields.prompt}${body}\n${target}`
      )
    );
    const driver = "import json,sys\nfor good,bad in json.load(sys.stdin):\n exec(good,{})\n" +
      " try:\n  exec(bad,{})\n except AssertionError:\n  continue\n sys.exit('passed without a body')\nprint('all')";
    const child = new Deno.Command(requirePart("python"), {
      args: ["-c", driver],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(programs)));
    await writer.close();
    const out = await child.output();
    assertEquals(new TextDecoder().decode(out.stdout).trim(), "all", new TextDecoder().decode(out.stderr));
    assertEquals(programs.length, 22);
  },
);

testWith(
  ["shared"],
  "X16: humaneval_fixed mends two prompts, nothing else, and is never canonical; other rows are refused",
  async () => {
    const [plain, fixed] = [await findTask("humaneval"), await findTask("humaneval_fixed")];
    const rows = await realRows();
    const mended = fixed.processDocs?.(rows) ?? [];
    const changed = rows.flatMap((row, i) => row.prompt === mended[i]?.prompt ? [] : [row.task_id]);
    assertEquals(changed, ["HumanEval/47", "HumanEval/116"]);
    assertEquals(mended.map((row) => ({ ...row, prompt: 0 })), rows.map((row) => ({ ...row, prompt: 0 })));
    assertEquals([plain.diagnostic, plain.processDocs], [undefined, undefined]);
    const why = "mended prompts of HumanEval/47, HumanEval/116";
    assertEquals([fixed.diagnostic, inChatForm(fixed).diagnostic], [why, why]);
    const other = rows.map((row) => ({ ...row, prompt: "def f():\n" }));
    assertThrows(() => fixed.processDocs?.(other), Error, 'Cannot mend "HumanEval/47"');
  },
);
