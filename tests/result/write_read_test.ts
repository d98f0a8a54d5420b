import { assert, assertEquals, assertRejects } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { readEntry } from "../../lib/result/read_entry.ts";
import { readRun } from "../../lib/result/read_run.ts";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { entryFileName } from "../../lib/result/entry_file_name.ts";
import { writeEntry } from "../../lib/result/write_entry.ts";
import { sampleEntry } from "../support/entries.ts";

async function inTemp(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await work(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const names = async (dir: string) =>
  (await Array.fromAsync(Deno.readDir(dir))).map((item) => item.name).sort();

Deno.test("writeEntry() and readEntry() are inverse and leave no temporary file", () =>
  inTemp(async (dir) => {
    const entry = await sampleEntry("pubmedqa", { perCategory: { a: 0.25, b: null } });
    const path = await writeEntry(entry, { dir: `${dir}/benchmarks` });
    assertEquals(path, `${dir}/benchmarks/medical_pubmedqa_20260102-030405.json`);
    assertEquals(await readEntry(path), entry);
    assertEquals(await names(`${dir}/benchmarks`), ["medical_pubmedqa_20260102-030405.json"]);
    assertEquals((await Deno.readTextFile(path)).endsWith("}\n"), true);
  }));

Deno.test("R03: writeEntry() refuses to replace unless told to", () =>
  inTemp(async (dir) => {
    const path = await writeEntry(await sampleEntry("mmlu", { score: 0.25 }), { dir });
    const second = await sampleEntry("mmlu", { score: 0.75 });
    const error = await assertRejects(() => writeEntry(second, { dir }));
    assert(isBenchError(error) && error.code === "file_exists");
    assertEquals((await readEntry(path)).results.mmlu?.score, 0.25);
    await writeEntry(second, { dir, replace: true });
    assertEquals((await readEntry(path)).results.mmlu?.score, 0.75);
    assertEquals((await names(dir)).length, 1);
  }));

Deno.test("R06: writeEntry() writes nothing when a value cannot be carried", () =>
  inTemp(async (dir) => {
    for (const score of [NaN, Infinity, -Infinity]) {
      const entry = await sampleEntry("mmlu", { score });
      const error = await assertRejects(() => writeEntry(entry, { dir }));
      assert(isBenchError(error) && error.code === "bad_results");
    }
    assertEquals(await names(dir), []);
  }));

Deno.test("Z01, R08: names of tasks never leave the folder and stay short", () =>
  inTemp(async (dir) => {
    const hostile = [
      "../../x",
      "/etc/passwd",
      "a\\b",
      "a\u0000b",
      "x".repeat(300),
      "CON",
      "a:b",
      "..",
      "é/ü",
    ];
    const seen = new Set<string>();
    for (const task of hostile) {
      const name = entryFileName({ niche: "custom", runId: "20260102-030405" }, task);
      assert(/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.length <= 120, name);
      seen.add(name);
      const path = await writeEntry(await sampleEntry(task), { dir });
      assertEquals(Object.keys((await readEntry(path)).results), [task]);
    }
    assertEquals(seen.size, hostile.length);
    assertEquals((await names(dir)).length, hostile.length);
    const long = entryFileName({ niche: "encyclopedic", runId: "20260102-030405-12" }, "t".repeat(100));
    assert(long.length <= 120, long);
  }));

Deno.test("Z04: writeEntry() passes the text through the redactor", () =>
  inTemp(async (dir) => {
    const entry = await sampleEntry("mmlu", {
      status: "incomplete",
      message: "refused key sk-planted-0123456789",
    });
    const redact = (text: string) => text.replaceAll("sk-planted-0123456789", "***");
    const text = await Deno.readTextFile(await writeEntry(entry, { dir, redact }));
    assertEquals([text.includes("sk-planted"), text.includes("refused key ***")], [false, true]);
  }));

Deno.test("R17: readRunFolder() groups by run and lists what it skips", () =>
  inTemp(async (dir) => {
    const second = { runId: "20260102-030405-2" };
    await writeEntry(await sampleEntry("mmlu"), { dir });
    await writeEntry(await sampleEntry("pubmedqa"), { dir });
    await writeEntry(await sampleEntry("mmlu", {}, second), { dir });
    await Deno.writeTextFile(`${dir}/medical_mmlu_x.json~`, "{");
    await Deno.writeTextFile(`${dir}/.tmp-1`, "");
    await Deno.writeTextFile(`${dir}/half.json`, '{"niche":');
    await Deno.writeTextFile(`${dir}/foreign.json`, '{"name":"x"}');
    await Deno.writeTextFile(`${dir}/newer.json`, '{"schema_version":99,"run_id":"r","niche":"code"}');
    await Deno.writeTextFile(
      `${dir}/seed.json`,
      '{"run_id":"0","niche":"code","results":{"a":{"score":1,"per_category":{}}}}',
    );
    const found = await readRunFolder(dir);
    assertEquals(found.runs.map((run) => [run.runId, run.entries.length]), [
      ["0", 1],
      ["20260102-030405", 2],
      ["20260102-030405-2", 1],
    ]);
    assertEquals(found.skipped.map(({ path }) => path.slice(dir.length + 1)), [
      ".tmp-1",
      "foreign.json",
      "half.json",
      "medical_mmlu_x.json~",
      "newer.json",
    ]);
  }));

Deno.test("readRun() takes a run folder, a folder of one run, or a file", () =>
  inTemp(async (root) => {
    const file = await writeEntry(await sampleEntry("mmlu"), { dir: `${root}/benchmarks` });
    await writeEntry(await sampleEntry("pubmedqa"), { dir: `${root}/benchmarks` });
    await writeEntry(await sampleEntry("mmlu", {}, { runId: "other" }), { dir: `${root}/benchmarks` });
    await Deno.mkdir(`${root}/runs/20260102-030405`, { recursive: true });
    await Deno.writeTextFile(`${root}/runs/20260102-030405/plan.json`, "{}");
    const run = await readRun(`${root}/runs/20260102-030405/`);
    assertEquals(run.entries.map((entry) => Object.keys(entry.results)[0]), ["mmlu", "pubmedqa"]);
    await Deno.mkdir(`${root}/runs/base`);
    await Deno.writeTextFile(
      `${root}/runs/base/plan.json`,
      '{"schema_version": 1, "run_id": "20260102-030405"}',
    );
    assertEquals((await readRun(`${root}/runs/base`)).entries.length, 2);
    assertEquals((await readRun(file)).entries.length, 1);
    const several = await assertRejects(() => readRun(`${root}/benchmarks`));
    assert(isBenchError(several) && several.code === "ambiguous_run");
    const none = await assertRejects(() => readRun(`${root}/runs/none`));
    assert(isBenchError(none) && none.code === "not_found");
  }));

Deno.test("readEntry() tells a missing file, half a file and another kind apart", () =>
  inTemp(async (dir) => {
    await Deno.writeTextFile(`${dir}/half.json`, '{"niche":');
    await Deno.writeTextFile(`${dir}/other.json`, "[]");
    const codes: string[] = [];
    for (const name of ["none.json", "half.json", "other.json"]) {
      const error = await assertRejects(() => readEntry(`${dir}/${name}`));
      assert(isBenchError(error) && error.message.includes(name));
      codes.push(error.code);
    }
    assertEquals(codes, ["not_found", "bad_json", "bad_results"]);
  }));
