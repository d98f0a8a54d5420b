import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Random } from "../../lib/core/random.ts";
import { type BenchError, ModelError, UsageError } from "../../lib/core/errors.ts";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { floorModel } from "../../lib/model/floor_model.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { readEntry } from "../../lib/result/read_entry.ts";
import { validateResults } from "../../lib/result/validate.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { BENCHBOOK_VERSION, HARNESS_COMMIT } from "../../lib/run/version.ts";
import { scanLedger } from "../../lib/run/scan_ledger.ts";
import { loadSamples } from "../../lib/task/load_samples.ts";
import { tempDir } from "../support/temp.ts";
import { slowFloor } from "./bench_child.ts";

/** Result files by task, without times and ids. */
async function filesOf(out: string): Promise<Record<string, unknown>> {
  const files: Record<string, unknown> = {};
  for await (const { name } of Deno.readDir(`${out}/benchmarks`)) {
    const json = JSON.parse(
      await Deno.readTextFile(`${out}/benchmarks/${name}`),
      (key, value) => ["duration_ms", "run_id", "timestamp_utc"].includes(key) ? null : value,
    );
    assertEquals(validateResults({ ...json, run_id: "r", timestamp_utc: "2026-01-01T00:00:00Z" }), []);
    files[name.replace(/_\d{8}-.*/, "")] = json;
  }
  return files;
}

Deno.test("runBenchmark: medical on the samples leaves four valid files and says what it is", async () => {
  await using dir = await tempDir();
  const run = await runBenchmark({ niche: "medical", out: dir.path });
  assertEquals(run.results.map((result) => result.task), ["medmcqa", "pubmedqa", "medhelm", "mmlu"]);
  assertEquals(run.results.map((result) => result.blocking), [true, true, true, false]);
  assertEquals([run.status, run.mode, run.source], ["ok", "diagnostic", "sample"]);
  assertEquals(run.notCanonicalBecause, ["source sample", "floor model"]);
  assertEquals(run.files.length, 4);
  const [first] = run.files;
  assertEquals((await readEntry(first ?? "")).results.medmcqa?.counts.scored, run.results[0]?.counts.scored);
  const mmlu = run.task("mmlu").result;
  assert(Object.keys(mmlu.perCategory).length >= 12 && Object.keys(mmlu.groups).length === 4);
  assertEquals(
    [mmlu.numFewshot, run.task("pubmedqa").result.numFewshot, mmlu.fewshotSeed],
    [5, 0, 1234],
    "R13, R14",
  );
  const wrong = await run.task("pubmedqa").samples({ where: (sample) => sample.score === 0, limit: 5 });
  assert(
    wrong.length > 0 &&
      wrong.every((sample) => sample.task === "pubmedqa" && (sample.prompt?.length ?? 0) > 20),
  );
  assertEquals((await run.task("mmlu").samples()).length, mmlu.counts.total);
  assertThrows(() => run.task("nothing"), RangeError, '"pubmedqa"');
  JSON.stringify(run);
});

Deno.test("§8.3, R05: kill -9 at ten random moments, resumed, leaves the files of the uninterrupted run", async () => {
  await using dir = await tempDir();
  await using whole = await tempDir();
  const script = new URL("./bench_child.ts", import.meta.url).pathname;
  const log = dir.join("asked.log");
  const start = (resume: string, killAt: number) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-P=bench", "--allow-run", script, dir.path, resume, String(killAt), log],
      stderr: "inherit",
    }).output();
  const random = new Random(Date.now() % 1e9);
  const reference = await runBenchmark({
    niche: "medical",
    source: "sample",
    model: slowFloor(() => {}),
    out: whole.path,
  });
  const total = reference.summary.finished;
  let resume = "";
  let before: string[] = [];
  let done = new Set<string>();
  let unfinished: Record<string, unknown> = {};
  for (let kill = 0; kill < 10; kill++) {
    const moment = 9 + random.randbelow(2);
    assertEquals((await start(resume, moment)).signal, "SIGKILL", `kill ${kill} at ${moment}`);
    resume = [...await Array.fromAsync(Deno.readDir(dir.join("runs")))][0]?.name ?? "";
    const path = dir.join("runs", resume, "ledger.jsonl");
    const asked = (await dir.read("asked.log")).trimEnd().split("\n");
    const repeated = asked.slice(before.length).filter((id) => done.has(id));
    assertEquals(repeated, [], "finished units were asked again");
    before = asked;
    done = new Set();
    const decoder = new TextDecoder();
    await scanLedger(
      path,
      (_ordinal, _state, _offset, bytes) => void done.add(JSON.parse(decoder.decode(bytes)).id),
    );
    assert(
      done.size > 0 && done.size < total,
      `kill ${kill} at ${moment} landed at ${done.size} of ${total}`,
    );
    unfinished = await filesOf(dir.path).catch(() => ({}));
  }
  assert(
    JSON.stringify(unfinished) !== JSON.stringify(await filesOf(whole.path)),
    "control: the killed run has no such files",
  );
  assertEquals((await start(resume, 0)).code, 0);
  assertEquals(await filesOf(dir.path), await filesOf(whole.path));
  const last = (await dir.read("asked.log")).trimEnd().split("\n").slice(before.length);
  assertEquals(last.length, total - done.size);
});

Deno.test("runBenchmark: a stopped run writes incomplete files, and resume replaces them with complete ones", async () => {
  await using dir = await tempDir();
  const controller = new AbortController();
  let calls = 0;
  const model = slowFloor(() => {
    if (++calls === 30) controller.abort();
  });
  const options = { tasks: ["medmcqa", "pubmedqa"], source: "sample" as const, model, out: dir.path };
  const first = await runBenchmark({ ...options, signal: controller.signal });
  assertEquals([first.status, first.summary.stopped], ["incomplete", "aborted"]);
  assertEquals(first.results.map((result) => result.reason), [null, "not_finished"]);
  const second = await runBenchmark({ ...options, resume: "latest" });
  assertEquals([second.status, second.runId, second.files], ["ok", first.runId, first.files]);
  assertEquals(
    second.summary.skipped + second.summary.finished,
    first.summary.finished + second.summary.finished,
  );
  assertEquals((await readEntry(second.files[1] ?? "")).results.pubmedqa?.status, "ok");
});

Deno.test("R04: resume with another limit, seed, model or data is refused with the differences", async () => {
  await using dir = await tempDir();
  const options = { tasks: ["pubmedqa"], source: "sample" as const, out: dir.path };
  await runBenchmark({ ...options, limit: 3 });
  const resumed = { ...options, limit: 3, resume: "latest" };
  const code = (error: unknown) => (error as BenchError).code;
  for (
    const [change, path] of [
      [{ limit: 4 }, "limit was 3, is 4"],
      [{ seed: 2 }, "seed was 1234, is 2"],
      [{ system: "Be brief" }, "system was null"],
      [{ model: scriptedModel(() => [-1, -2, -3]) }, "model was"],
      [{ tasks: ["medmcqa"] }, "tasks.pubmedqa"],
    ] as const
  ) {
    const error = await runBenchmark({
      ...resumed,
      ...change,
      tasks: [...("tasks" in change ? change.tasks : ["pubmedqa"])],
    })
      .then(() => null, (error) => error);
    assertEquals(code(error), "plan_mismatch", JSON.stringify(change));
    assert(error.message.includes(path), error.message);
  }
  assertEquals((await runBenchmark(resumed)).summary.skipped, 3);
});

Deno.test("S27: canonical mode refuses what stands against it, with every reason", async () => {
  await using dir = await tempDir();
  const options = { tasks: ["pubmedqa"], mode: "canonical" as const, out: dir.path };
  const error = await assertRejects(() => runBenchmark({ ...options, limit: 10 }), UsageError);
  assertEquals(error.details.reasons, ["source sample", "floor model", "limit 10"]);
  const model = Object.assign((...args: Parameters<ReturnType<typeof floorModel>>) => floorModel()(...args), {
    info: { ...floorModel().info, floor: false },
  });
  const rows = (await loadSamples("pubmedqa"))?.test ?? [];
  const openHub = () => Promise.resolve(fromArray([...rows]));
  const unpinned = await assertRejects(() => runBenchmark({ ...options, model, openHub }), UsageError);
  assertEquals(unpinned.details.reasons, ["unpinned data (pubmedqa)"]);
  assertEquals([...await Array.fromAsync(Deno.readDir(dir.path))], [], "nothing was written");
});

Deno.test("U16: what cannot run is listed with its status and reason, never left out", async () => {
  await using dir = await tempDir();
  const model = slowFloor(() => {});
  const local = await runBenchmark({
    niche: "medical",
    source: "local",
    dataDir: dir.join("data"),
    model,
    out: dir.path,
  });
  const rows = local.results.map(({ task, status, reason, score }) => [task, status, reason, score]);
  assertEquals(rows, [
    ["medmcqa", "error", "local_missing", null],
    ["pubmedqa", "error", "local_missing", null],
    ["medhelm", "skipped", "data_missing", null],
    ["mmlu", "error", "local_missing", null],
  ]);
  assert(local.results[1]?.message?.includes("data/pubmedqa/test.jsonl"), local.results[1]?.message ?? "");
  assertEquals([local.status, local.files.length], ["incomplete", 4]);
});

Deno.test("U01: a model that is down ends the run early, all errors, no score, and can be resumed", async () => {
  await using dir = await tempDir();
  let calls = 0;
  const model = scriptedModel(() => {
    calls++;
    throw new ModelError("Cannot reach the server", { code: "connect_failed" });
  });
  const run = await runBenchmark({
    niche: "medical",
    source: "sample",
    model,
    out: dir.path,
    maxErrorsInRow: 10,
    concurrency: 2,
  });
  assert(calls <= 12, `${calls} calls to a dead server`);
  assertEquals([run.status, run.summary.stopped], ["incomplete", "errors"]);
  assertEquals(run.results.map((result) => result.score), [null, null, null, null]);
});

Deno.test("runs: two started in one second have their own ids, folders and files", async () => {
  await using dir = await tempDir();
  const runs = await Promise.all([1, 2, 3].map(() => runBenchmark({ tasks: ["pubmedqa"], out: dir.path })));
  assertEquals(new Set(runs.map((run) => run.runId)).size, 3);
  assertEquals(new Set(runs.flatMap((run) => run.files)).size, 3);
});

Deno.test("runBenchmark: neither niche nor tasks is a mistake of the call", async () => {
  await assertRejects(() => runBenchmark({}), TypeError, '"niche" or "tasks"');
});

Deno.test("version: the constant is what deno.json says", async () => {
  const config = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assertEquals(BENCHBOOK_VERSION, `benchbook ${config.version}`);
  assertEquals(HARNESS_COMMIT, `benchbook ${config.version} (lm-eval 0.4.13)`);
});

Deno.test("§8.3, R02: the ledger cut at every byte of its last record leaves the files of the whole run", async () => {
  await using dir = await tempDir();
  const asked: string[] = [];
  const model = slowFloor((id) => void asked.push(id), 0);
  const options = {
    tasks: ["mmlu_elementary_mathematics"],
    numFewshot: 0,
    limit: 2,
    source: "sample" as const,
    model,
    out: dir.path,
    concurrency: 1,
    bootstrapIters: 0,
  };
  const whole = await runBenchmark(options);
  const wanted = await filesOf(dir.path);
  const path = `${whole.folder}/ledger.jsonl`;
  const bytes = await Deno.readFile(path);
  const lastStart = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const last = JSON.parse(new TextDecoder().decode(bytes.subarray(lastStart))).id;
  assert(bytes.length - lastStart > 300);
  for (let length = lastStart; length <= bytes.length; length++) {
    await Deno.writeFile(path, bytes.subarray(0, length));
    // A file that is not written again would pass for one that is right.
    for (const file of whole.files) await Deno.remove(file);
    asked.length = 0;
    const run = await runBenchmark({ ...options, resume: whole.runId });
    assertEquals(run.files, whole.files);
    assertEquals([...new Set(asked)], length === bytes.length ? [] : [last], `cut at ${length}`);
    assertEquals(await filesOf(dir.path), wanted, `cut at ${length}`);
  }
});

Deno.test("bench: a run that got no data at all is not canonical", async () => {
  await using dir = await tempDir();
  const model = Object.assign(floorModel().bind(null), { info: { ...floorModel().info, floor: false } });
  const run = await runBenchmark({ tasks: ["pubmedqa"], source: "local", model, root: dir.path });
  assertEquals([run.mode, run.notCanonicalBecause, run.results[0]?.status], [
    "diagnostic",
    ["no data"],
    "error",
  ]);
  const entry = await readEntry(run.files[0] ?? "");
  assertEquals([entry.mode, entry.results.pubmedqa?.score], ["diagnostic", null]);
});
