import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ResultError } from "../../lib/core/errors.ts";
import { openLedger } from "../../lib/run/ledger.ts";
import type { LedgerFile } from "../../lib/run/ledger_types.ts";
import { formatLedgerRecord, type LedgerRecord, parseLedgerLine } from "../../lib/run/ledger_line.ts";
import { readLedger } from "../../lib/run/read_ledger.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import { scanLedger } from "../../lib/run/scan_ledger.ts";
import { fc } from "../support/fast_check.ts";
import { tempDir } from "../support/temp.ts";

const record = (ordinal: number, extra: Partial<LedgerRecord> = {}): LedgerRecord => ({
  ordinal,
  status: "ok",
  id: `u${ordinal}`,
  attempts: 1,
  finishedUtc: "2026-01-01T00:00:00.000Z",
  durationMs: 1.5,
  data: { text: `é${"x".repeat(ordinal % 50)}` },
  ...extra,
});

const units = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `u${at}`,
    run: () => Promise.resolve({ status: "ok" as const, data: { text: "y".repeat(100) } }),
  }));

async function collect(path: string, options = {}): Promise<LedgerRecord[]> {
  const rows = [];
  for await (const row of readLedger(path, options)) rows.push(row);
  return rows;
}

Deno.test("ledger: a line starts with ordinal and status and reads back as written", () => {
  fc.assert(fc.property(
    fc.record({
      ordinal: fc.nat(),
      status: fc.constantFrom("ok", "limited", "error"),
      id: fc.string({ unit: "binary" }),
      attempts: fc.integer({ min: 1, max: 9 }),
      finishedUtc: fc.constant("2026-01-01T00:00:00.000Z"),
      durationMs: fc.nat(),
      reason: fc.string(),
      message: fc.string({ unit: "binary" }),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    }),
    (row) => {
      const line = formatLedgerRecord(row as LedgerRecord);
      assert(line.startsWith(`{"i":${row.ordinal},"st":"${row.status}",`));
      assert(!line.includes("\n"));
      assertEquals(
        JSON.stringify(parseLedgerLine(line)),
        JSON.stringify(parseLedgerLine(JSON.stringify(JSON.parse(line)))),
      );
      assertEquals(parseLedgerLine(line), JSON.parse(JSON.stringify(row)));
    },
  ));
});

Deno.test("property: read briefly, a ledger gives the same records without their prompts", async () => {
  await using dir = await tempDir();
  const hard = fc.string({
    unit: fc.constantFrom("a", '"', "\\", ',"prompt":"', "\n", "é", "😀"),
    maxLength: 6,
  });
  const rows = fc.array(fc.record({ id: hard, prompt: hard, replies: fc.array(hard), target: hard }), {
    minLength: 1,
    maxLength: 8,
  });
  let at = 0;
  await fc.assert(
    fc.asyncProperty(rows, async (rows) => {
      const path = dir.join(`${at++}.jsonl`);
      const lines = rows.map(({ id, prompt, replies, target }, at) =>
        formatLedgerRecord(record(at, { id, data: { task: id, prompt, replies, target } }))
      );
      await Deno.writeTextFile(path, `${lines.join("\n")}\n`);
      const whole = await collect(path);
      assertEquals(whole.map((row) => row.data.prompt), rows.map((row) => row.prompt));
      for (const row of whole) delete (row.data as Record<string, unknown>).prompt;
      assertEquals(await collect(path, { brief: true }), whole);
    }),
    { numRuns: 50 },
  );
});

Deno.test("ledger: records come back in plan order, the last line of an ordinal wins, ranges are cut out", async () => {
  await using dir = await tempDir();
  const path = dir.join("l.jsonl");
  const ledger = await openLedger(path, { runId: "r", planHash: "h" });
  for (const at of [5, 0, 3, 1, 4, 2]) {
    ledger.append(record(at, at === 3 ? { status: "error", reason: "down" } : {}));
  }
  ledger.append(record(3, { attempts: 2 }));
  await ledger.close();
  const rows = await collect(path);
  assertEquals(rows.map((row) => row.ordinal), [0, 1, 2, 3, 4, 5]);
  assertEquals([rows[3]?.status, rows[3]?.attempts], ["ok", 2]);
  assertEquals(rows[4], record(4));
  assertEquals((await collect(path, { from: 2, to: 4 })).map((row) => row.ordinal), [2, 3]);
  const scan = await scanLedger(path);
  assertEquals([scan.lines, scan.header?.planHash, scan.header?.runId], [7, "h", "r"]);
  assertEquals(ledger.written, 7);
});

Deno.test("ledger: lines longer than any buffer, and records far apart in the file, read back whole", async () => {
  await using dir = await tempDir();
  const path = dir.join("l.jsonl");
  const ledger = await openLedger(path, { runId: "r" });
  const long = "é\u2028".repeat(200_000);
  for (const at of [2, 1, 0]) ledger.append(record(at, { data: { text: long + at } }));
  for (let at = 3; at < 3000; at++) ledger.append(record(at));
  await ledger.close();
  const rows = await collect(path);
  assertEquals(rows.length, 3000);
  assertEquals(rows.slice(0, 3).map((row) => row.data.text === long + row.ordinal), [true, true, true]);
  assertEquals(rows.at(-1), record(2999));
});

Deno.test("R05: an outcome is reported only once it is on disk, and a slow disk holds the workers back", async () => {
  await using dir = await tempDir();
  const path = dir.join("l.jsonl");
  let open = false;
  const gate = Promise.withResolvers<void>();
  const ledger = await openLedger(path, {
    runId: "r",
    gapMs: 0,
    maxWaiting: 10,
    wrapFile: (file): LedgerFile => ({
      write: async (bytes) => {
        if (open) await gate.promise;
        return await file.write(bytes);
      },
      syncData: () => file.syncData(),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    }),
  });
  open = true;
  let done = 0;
  let ran = 0;
  const plan = units(100).map((unit) => ({
    ...unit,
    run: async () => {
      ran++;
      await new Promise((resolve) => setTimeout(resolve, 0));
      return await unit.run();
    },
  }));
  const running = runUnits(plan, {
    concurrency: 4,
    ledger,
    onEvent: (event) => {
      if (event.kind !== "unit.done") return;
      const line = `"id":${JSON.stringify(event.id)},`;
      assert(Deno.readTextFileSync(path).includes(line), `${event.id} was reported before it was on disk`);
      done++;
    },
  });
  while (ledger.ready() === null) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let k = 0; k < 20; k++) await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(done, 0);
  assert(ran < 40, `${ran} units ran although nothing could be written`);
  gate.resolve();
  assertEquals((await running).ok, 100);
  assertEquals(done, 100);
  await ledger.close();
});

Deno.test("R09: disk full in mid run stops cleanly, keeps what is on disk, and resumes", async () => {
  await using dir = await tempDir();
  const path = dir.join("l.jsonl");
  let room = 3000;
  const ledger = await openLedger(path, {
    runId: "r",
    gapMs: 0,
    wrapFile: (file): LedgerFile => ({
      write: async (bytes) => {
        if (room <= 0) throw new Error("No space left on device (os error 28)");
        const part = bytes.subarray(0, Math.min(bytes.length, room));
        room -= part.length;
        return await file.write(part); // a short write first, as a real disk does
      },
      syncData: () => file.syncData(),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    }),
  });
  const plan = units(500).map((unit) => ({
    ...unit,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return await unit.run();
    },
  }));
  const reported: string[] = [];
  const error = await assertRejects(
    () =>
      runUnits(plan, {
        concurrency: 4,
        ledger,
        onEvent: (e) => void (e.kind === "unit.done" && reported.push(String(e.id))),
      }),
    ResultError,
  );
  assertEquals(error.code, "disk_full");
  assert(
    error.message.includes(path) && /wanted \d+ more bytes after \d+/.test(error.message),
    error.message,
  );
  assertThrows(() => ledger.append(record(1)), ResultError);
  await assertRejects(() => ledger.close(), ResultError);
  const kept = await collect(path);
  assert(kept.length > 0 && kept.length < 500);
  assertEquals(kept.map((row) => row.id).sort(), reported.sort());
  assertEquals((await scanLedger(path)).tornBytes, 0);
});

Deno.test({
  name: "R09: a real full device is named with the bytes wanted",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const error = await assertRejects(() => openLedger("/dev/full", { runId: "r" }), ResultError);
    assertEquals(error.code, "disk_full");
  },
});

Deno.test("R08, U01: a ledger in a missing folder or at a folder's place is refused", async () => {
  await using dir = await tempDir();
  const missing = await assertRejects(() => openLedger(dir.join("no/l.jsonl"), { runId: "r" }), ResultError);
  assertEquals(missing.code, "ledger_unwritable");
  const folder = await assertRejects(() => openLedger(dir.path, { runId: "r" }), ResultError);
  assertEquals(folder.code, "ledger_unwritable");
  const read = await assertRejects(() => scanLedger(dir.join("l.jsonl")), ResultError);
  assertEquals(read.code, "ledger_missing");
});
