import { assert, assertEquals } from "@std/assert";
import { basename } from "node:path";
import {
  type Cell,
  cleanNotebook,
  comparable,
  compareNotebooks,
  executeNotebooks,
  maskText,
  type Notebook,
  repoNotebooks,
  ruleBreaches,
} from "./support/notebooks.ts";
import { testWith } from "./support/require.ts";
import { repoPath } from "./support/shared.ts";
import { tempDir } from "./support/temp.ts";

const read = async (path: string): Promise<Notebook> => JSON.parse(await Deno.readTextFile(path));

function notebook(...sources: string[]): Notebook {
  const cells: Cell[] = sources.map((source) => ({ cell_type: "code", metadata: {}, source, outputs: [] }));
  return cleanNotebook({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

Deno.test("notebooks keep the rules: title, time and cost, import, short cells, text before code, no errors, no keys, Next", async () => {
  const paths = await repoNotebooks();
  assert(paths.length >= 2);
  for (const path of paths) {
    const committed = await read(path);
    assertEquals(ruleBreaches(basename(path), committed), [], basename(path));
    assertEquals(
      cleanNotebook(committed),
      committed,
      `${basename(path)} was not written by deno task notebooks`,
    );
    const code = committed.cells.filter((cell) => cell.cell_type === "code");
    assert(code.some((cell) => (cell.outputs ?? []).length > 0), "outputs are committed");
  }
});

Deno.test("the rules find a long cell, a key, an error and a missing title", () => {
  const bad = notebook("1\n".repeat(13), 'const key = "sk-abcdefghijklmnop1234"', "2");
  const found = ruleBreaches("Start.ipynb", bad).join("\n");
  for (const part of ["NN_verb_noun", "no title", "13 lines", "shows a key", "no text before", "Next"]) {
    assert(found.includes(part), `${part}: ${found}`);
  }
});

Deno.test("masks cover times, ids and paths, never a number of ours", () => {
  assertEquals(maskText("took 0.2 s, about 12 ms left"), "took <duration>, about <duration> left");
  assertEquals(maskText("/tmp/ab12/runs/20260102-030405-2"), "<path>/runs/<run id>");
  assertEquals(maskText("at 2026-01-02T03:04:05.678Z"), "at <time>");
  for (
    const text of [
      "0.3333 ± 0.1054",
      "21 of 21",
      "acc_norm 0.43",
      "score 20 %",
      "[0.17, 0.54]",
      "1 / 2",
      "5 shots",
    ]
  ) {
    assertEquals(maskText(text), text);
  }
  const output = (value: string) => [{ output_type: "execute_result", data: { "text/plain": value } }];
  const one = notebook("1");
  const other = structuredClone(one);
  if (one.cells[0] && other.cells[0]) {
    one.cells[0].outputs = output("0.50, took 1 s");
    other.cells[0].outputs = output("0.50, took 2 s");
    assertEquals(compareNotebooks(one, other), []);
    other.cells[0].outputs = output("0.51, took 1 s");
    assertEquals(compareNotebooks(one, other).length, 1);
  }
});

testWith(["jupyter"], "every notebook runs from a clean kernel and gives its committed outputs", async () => {
  const paths = await repoNotebooks();
  const executed = await executeNotebooks(paths);
  for (const [i, { error, notebook }] of executed.entries()) {
    const path = paths[i] ?? "";
    assertEquals(error, null, basename(path));
    assertEquals(compareNotebooks(await read(path), cleanNotebook(notebook)), [], basename(path));
  }
}, { timeout: 300_000 } as Partial<Deno.TestDefinition>);

testWith(["jupyter"], "U04 U05 U06 U08 U09 U10 U15: what bites in a notebook", async () => {
  await using dir = await tempDir();
  await dir.write("rows.jsonl", '{"q":"1+1=","a":"2"}\n');
  await dir.write("mine.ts", "export const version = 1;\n");
  const cells = [
    `import * as bb from ${JSON.stringify(repoPath("mod.ts"))};
     const endWatch = bb.showRejections();
     const task = bb.defineTask({ name: "sums", prompt: (doc) => doc.q, target: (doc) => doc.a });`,
    // U04: nothing waits for ever; the handle says how it is and stops it.
    `const run = bb.start(({ signal }) => new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason))));
     run.status()`,
    `await run.cancel(); run.status()`,
    // U05: an edited file is read anew.
    `const before = (await bb.reload("./mine.ts")).version;
     await Deno.writeTextFile("mine.ts", "export const version = 2;");
     [before, (await bb.reload("./mine.ts")).version]`,
    // U06: relative paths start at the notebook.
    `(await Array.fromAsync(bb.fromJsonl("rows.jsonl"))).length`,
    // U08: one place, drawn again; only its last state is kept.
    `await bb.runTask(task, { docs: Array.from({ length: 200 }, (_, i) => ({ q: i + "=", a: "2" })), model: bb.floorModel() })`,
    // U09: a forgotten await shows its error.
    `bb.runTask(task, { docs: [], model: undefined }); 1`,
    `await new Promise((done) => setTimeout(done, 200)); 2`,
    `bb.start(() => Promise.reject(new TypeError("started and failed"))); 3`,
    `await new Promise((done) => setTimeout(done, 200)); 4`,
    // U10: types are not checked, options are.
    `await bb.runBenchmark({ nich: "medical" }).catch((error) => error.message.slice(0, 60))`,
    // U15: what a cell shows has no key and does not flood.
    `const auth = bb.staticBearer("sk-abcdefghijklmnop1234"); auth`,
    `bb.openaiChat("m", { baseUrl: "http://user:hunter2hunter2@127.0.0.1:9/v1", auth })`,
    `({ run: await bb.runTask(task, { docs: bb.fromJsonl("rows.jsonl"), model: bb.floorModel() }) }).run`,
  ];
  const path = await dir.write("faults.ipynb", JSON.stringify(notebook(...cells)));
  const [executed] = await executeNotebooks([path]);
  assertEquals(executed?.error, null);
  const outputs = executed?.notebook.cells.map((cell) => cell.outputs ?? []) ?? [];
  const text = (i: number): string => comparable(outputs[i]);
  assertEquals(text(1), 'text/plain: "running"');
  assertEquals(text(2), 'text/plain: "cancelled"');
  assertEquals(text(3), "text/plain: [ 1, 2 ]");
  assertEquals(text(4), "text/plain: 1");
  assertEquals(outputs[5]?.length, 2, "the bar and the result");
  assert(text(5).includes("200 of 200 (100%), 0 errored, took <duration>"), text(5));
  assert([text(6), text(7)].join().includes("A promise nobody awaited failed: "), text(6) + text(7));
  assert([text(8), text(9)].join().includes("stderr: TypeError: started and failed"), text(8) + text(9));
  assert(text(10).includes('Cannot use option "nich" of runBenchmark'), text(10));
  const shown = JSON.stringify(executed?.notebook.cells.map((cell) => cell.outputs));
  assert(!/sk-abcdefgh|hunter2/.test(shown), "a key is shown");
  for (const i of outputs.keys()) assert(text(i).length < 20_000, `cell ${i} floods`);
}, { timeout: 120_000 } as Partial<Deno.TestDefinition>);

Deno.test("U11: no module of the library registers a test; U12: packages are pinned exactly, in lib/deps alone", async () => {
  let files = 0;
  let pins = 0;
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) await walk(path);
      if (!entry.isFile || !entry.name.endsWith(".ts")) continue;
      files++;
      const source = await Deno.readTextFile(path);
      const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
      assert(!/\bDeno\.test\b/.test(code), path);
      for (const [, name, version] of code.matchAll(/"npm:((?:@[^/"]+\/)?[^@/"]+)@?([^/"]*)/g)) {
        assert(/^\d+\.\d+\.\d+/.test(version ?? ""), `${path}: ${name} is not pinned`);
        assert(path.includes("lib/deps/"), `${path} imports ${name}`);
        pins++;
      }
    }
  };
  await walk(repoPath("lib"));
  assert(files > 50 && pins > 3);
});
