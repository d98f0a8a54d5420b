import { assert, assertEquals, assertRejects } from "@std/assert";
import { Random } from "../../lib/core/random.ts";
import { ResultError } from "../../lib/core/errors.ts";
import { openLedger } from "../../lib/run/ledger.ts";
import type { LedgerRecord } from "../../lib/run/ledger_line.ts";
import { lockRun } from "../../lib/run/lock_run.ts";
import { openRun, type OpenRunOptions } from "../../lib/run/open_run.ts";
import { readLedger } from "../../lib/run/read_ledger.ts";
import { resumeState } from "../../lib/run/resume_state.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import { scanLedger } from "../../lib/run/scan_ledger.ts";
import { UNIT_LIMITED, UNIT_OK } from "../../lib/run/ordinal_states.ts";
import type { Unit } from "../../lib/run/unit.ts";
import { tempDir } from "../support/temp.ts";
import { makeUnits, UNITS } from "./kill_child.ts";

/** What must be equal between runs: all but times. */
async function contentOf(path: string): Promise<Omit<LedgerRecord, "finishedUtc" | "durationMs">[]> {
  const rows = [];
  for await (const { finishedUtc: _t, durationMs: _d, ...rest } of readLedger(path)) rows.push(rest);
  return rows;
}

async function openSimple(runsDir: string, extra: Partial<OpenRunOptions> = {}) {
  const ids = makeUnits(() => {}).map((unit) => unit.id);
  return await openRun({ runsDir, ids, groups: [], settings: { seed: 1 }, ...extra });
}

Deno.test("R05: kill -9 at ten random moments, resumed each time, equals the uninterrupted run", async () => {
  await using dir = await tempDir();
  const script = new URL("./kill_child.ts", import.meta.url).pathname;
  const start = (resume: string, killAt: number) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-q",
        `--allow-read`,
        "--allow-write",
        "--allow-run",
        script,
        dir.path,
        resume,
        String(killAt),
      ],
      stderr: "inherit",
    }).output();
  const random = new Random(Date.now() % 1e9);
  const moments = Array.from({ length: 10 }, () => 20 + random.randbelow(16));
  let runId = "";
  let finished = new Set<number>();
  let askedBefore = 0;
  for (const [kill, moment] of moments.entries()) {
    const { signal } = await start(runId, moment);
    assertEquals(signal, "SIGKILL", `kill ${kill} of moments ${moments}`);
    const names = (await Array.fromAsync(Deno.readDir(dir.path))).filter((entry) => entry.isDirectory).map((
      entry,
    ) => entry.name);
    assertEquals(names.length, 1);
    runId = names[0] ?? "";
    const ledger = dir.join(runId, "ledger.jsonl");
    const scan = await scanLedger(ledger);
    const done = scan.states.count(UNIT_OK) + scan.states.count(UNIT_LIMITED);
    assert(done > 0 && done < UNITS, `kill ${kill} at ${moment} landed with ${done} of ${UNITS} on disk`);
    const asked = (await dir.read("asked.log")).trimEnd().split("\n");
    for (const id of asked.slice(askedBefore)) {
      assert(!finished.has(Number(id.slice(5))), `${id} was finished and asked again`);
    }
    askedBefore = asked.length;
    finished = new Set();
    for await (const record of readLedger(ledger)) finished.add(record.ordinal);
    assertEquals(finished.size, done);
  }
  const ledger = dir.join(runId, "ledger.jsonl");
  await using whole = await tempDir();
  await using reference = await openSimple(whole.path);
  await runUnits(makeUnits(() => {}), { concurrency: 8, ledger: reference.ledger, ...reference.state });
  const wanted = await contentOf(reference.ledgerPath);
  assertEquals(wanted.length, UNITS);
  assert(
    JSON.stringify(await contentOf(ledger)) !== JSON.stringify(wanted),
    "control: without resume it must differ",
  );
  assertEquals((await start(runId, 0)).code, 0);
  const last = (await dir.read("asked.log")).trimEnd().split("\n").slice(askedBefore);
  assertEquals(last.length, UNITS - finished.size);
  assertEquals(last.filter((id) => finished.has(Number(id.slice(5)))), []);
  assertEquals(await contentOf(ledger), wanted);
});

Deno.test("R02: the ledger cut at every byte of its last record resumes to the same content", async () => {
  await using dir = await tempDir();
  const units = makeUnits(() => {}).slice(0, 4);
  const options = { runsDir: dir.path, ids: units.map((unit) => unit.id), groups: [], settings: {} };
  let path = "";
  let folder = "";
  {
    await using run = await openRun(options);
    path = run.ledgerPath;
    folder = run.folder;
    await runUnits(units, { concurrency: 1, ledger: run.ledger, ...run.state });
  }
  const bytes = await Deno.readFile(path);
  const wanted = await contentOf(path);
  const lastStart = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  assert(bytes.length - lastStart > 80);
  const runId = folder.slice(dir.path.length + 1);
  for (let length = lastStart; length <= bytes.length; length++) {
    await Deno.writeFile(path, bytes.subarray(0, length));
    const asked: string[] = [];
    await using run = await openRun({ ...options, resume: runId });
    const counted = units.map((unit): Unit => ({
      ...unit,
      run: (context) => {
        asked.push(unit.id);
        return unit.run(context);
      },
    }));
    await runUnits(counted, { concurrency: 1, ledger: run.ledger, ...run.state });
    assertEquals(asked, length === bytes.length ? [] : ["task/3"], `cut at ${length}`);
    assertEquals(await contentOf(path), wanted, `cut at ${length}`);
    assert((await Deno.readTextFile(path)).endsWith("}\n"));
  }
});

Deno.test("R10: errored units are asked again with their history, until the limit of tries", async () => {
  await using dir = await tempDir();
  const ids = ["good", "bad"];
  const asked: string[] = [];
  const units = ids.map((id): Unit => ({
    id,
    run: () => {
      asked.push(id);
      return id === "bad" && asked.length < 6
        ? Promise.reject(new ResultError("down", { code: "down" }))
        : Promise.resolve({ status: "ok", data: {} });
    },
  }));
  const open = (extra: Partial<OpenRunOptions>) =>
    openRun({ runsDir: dir.path, ids, groups: [], settings: {}, ...extra });
  const attempts: (number | undefined)[] = [];
  for (let start = 0; start < 4; start++) {
    await using run = await open(start === 0 ? {} : { resume: "latest", maxAttempts: 3 });
    await runUnits(units, { concurrency: 1, ledger: run.ledger, ...run.state });
    const rows = await contentOf(run.ledgerPath);
    attempts.push(rows[1]?.attempts);
    assertEquals(rows.map((row) => row.status), ["ok", "error"]);
  }
  assertEquals(attempts, [1, 2, 3, 3]);
  assertEquals(asked, ["good", "bad", "bad", "bad"]);
  asked.push("", "", "");
  await using run = await open({ resume: "latest", maxAttempts: 9 });
  await runUnits(units, { concurrency: 1, ledger: run.ledger, ...run.state });
  assertEquals((await contentOf(run.ledgerPath)).map((row) => [row.status, row.attempts]), [["ok", 1], [
    "ok",
    4,
  ]]);
});

Deno.test("R04: resume with other settings is refused with every difference", async () => {
  await using dir = await tempDir();
  (await openSimple(dir.path, { settings: { seed: 1, limit: 10, tasks: { mmlu: { sha256: "aa" } } } }))
    [Symbol.asyncDispose]();
  const again = openSimple(dir.path, {
    settings: { seed: 2, limit: 10, model: "m", tasks: { mmlu: { sha256: "bb" } } },
    resume: "latest",
  });
  const error = await assertRejects(() => again, ResultError);
  assertEquals(error.code, "plan_mismatch");
  assertEquals((error.details.differences as { path: string }[]).map(({ path }) => path), [
    "seed",
    "tasks.mmlu.sha256",
    "model",
  ]);
  for (
    const part of ["seed was 1, is 2", 'tasks.mmlu.sha256 was "aa", is "bb"', 'model was absent, is "m"']
  ) {
    assert(error.message.includes(part), error.message);
  }
});

Deno.test("R04: the same units in another order are matched by their ids", async () => {
  await using dir = await tempDir();
  const make = (ids: string[], asked: string[]) =>
    ids.map((id): Unit => ({
      id,
      run: () => {
        asked.push(id);
        return Promise.resolve({ status: "ok", data: { id } });
      },
    }));
  {
    await using run = await openRun({
      runsDir: dir.path,
      ids: ["a", "b", "c", "d"],
      groups: [],
      settings: {},
    });
    await runUnits(make(["a", "b"], []), { concurrency: 1, ledger: run.ledger, ...run.state });
  }
  const order = ["d", "b", "c", "a"];
  const asked: string[] = [];
  await using run = await openRun({
    runsDir: dir.path,
    ids: order,
    groups: [],
    settings: {},
    resume: "latest",
  });
  await runUnits(make(order, asked), { concurrency: 1, ledger: run.ledger, ...run.state });
  assertEquals(asked, ["d", "c"]);
  assertEquals((await contentOf(run.ledgerPath)).map((row) => row.data.id), order);
  await run[Symbol.asyncDispose]();
  const foreign = openRun({
    runsDir: dir.path,
    ids: ["d", "b", "c", "z"],
    groups: [],
    settings: {},
    resume: "latest",
  });
  await assertRejects(() => foreign, ResultError, 'unit "a" that the plan lacks');
});

Deno.test("R03: a second start has its own folder, and two processes on one run are refused", async () => {
  await using dir = await tempDir();
  const first = await openSimple(dir.path);
  const locked = await assertRejects(() => openSimple(dir.path, { resume: first.plan.runId }), ResultError);
  assertEquals(locked.code, "run_locked");
  const second = await openSimple(dir.path);
  assert(first.folder !== second.folder);
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  using _lock = await lockRun(first.folder);
});

Deno.test("runs: ids must differ, and a plan of another kind is not resumed", async () => {
  await using dir = await tempDir();
  await assertRejects(
    () => openRun({ runsDir: dir.path, ids: ["a", "b", "a"], groups: [], settings: {} }),
    RangeError,
    'found "a" twice',
  );
  await dir.write("20260101-000000/plan.json", '{"schema_version": 9}');
  const error = await assertRejects(() => openSimple(dir.path, { resume: "latest" }), ResultError);
  assertEquals(error.code, "plan_damaged");
});

Deno.test("resume: a NUL block after a power cut is reported, its units are asked again", async () => {
  await using dir = await tempDir();
  const path = dir.join("ledger.jsonl");
  const line = (at: number) => `{"i":${at},"st":"ok","id":"u${at}","attempts":1,"data":{}}\n`;
  await dir.write(
    "ledger.jsonl",
    `${line(0)}${"\0".repeat(60)}${line(1)}not json}\n{"i":2,"st":"maybe","id":"x"}\n${line(3)}\0\0`,
  );
  const scan = await scanLedger(path);
  assertEquals([scan.lines, scan.damagedLines, scan.tornBytes], [2, 3, 2]);
  const state = await resumeState(path);
  assertEquals([0, 1, 2, 3].map(state.isDone), [true, false, false, true]);
  const ledger = await openLedger(path, { runId: "r" });
  await ledger.close();
  assert((await dir.read("ledger.jsonl")).endsWith(line(3)));
});
