import { assert, assertEquals } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { rescore } from "../../lib/run/rescore.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { runTask } from "../../lib/run/run_task.ts";
import { findTask } from "../../lib/task/registry.ts";
import { type RunOutput, runScript } from "../support/cli.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { testWith } from "../support/require.ts";
import { readShared, sharedPath } from "../support/shared.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

const bench = (dir: TempDir, ...args: string[]): Promise<RunOutput> =>
  runScript("bench", args, { cwd: dir.path, timeoutMs: 300_000 });

async function resultOf(dir: TempDir, task: string) {
  const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
  const entry = runs.flatMap((run) => run.entries).findLast(({ results }) => Object.hasOwn(results, task));
  const result = entry?.results[task];
  assert(entry !== undefined && result !== undefined, task);
  return { entry, result };
}

interface Row {
  readonly "task_id": string;
  readonly prompt: string;
  readonly "canonical_solution": string;
}

/** The real rows, in the hub's order of columns: the hash of a row looks at it. */
async function realRows(dir: TempDir): Promise<Row[]> {
  const file = await Deno.open(sharedPath("data", "humaneval", "HumanEval.jsonl.gz"));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  const order = ["task_id", "prompt", "canonical_solution", "test", "entry_point"];
  const rows: Row[] = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  await dir.write(
    "data/benchmarks/humaneval/test.jsonl",
    rows.map((row) => JSON.stringify(row, order)).join("\n"),
  );
  return rows;
}

function ledgerOf(rows: readonly Row[], answer: (row: Row, at: number) => string): string {
  return rows.map((row, at) =>
    JSON.stringify({
      i: at,
      st: "ok",
      id: `humaneval/${row.task_id}`,
      data: { prompt: row.prompt, replies: [answer(row, at)] },
    })
  ).join("\n") + "\n";
}

testWith(
  ["shared", "bwrap", "python"],
  "humaneval for real: the floor, the canonical answers, and some broken ones",
  async () => {
    await using dir = await tempDir();
    const rows = await realRows(dir);
    assertEquals(rows.length, 164);
    const run = async (model: string | null): Promise<number> => {
      const asked = model === null ? [] : ["--model", model];
      return (await bench(dir, "--tasks", "humaneval", "--source", "local", ...asked)).code;
    };
    assertEquals(await run(null), 0);
    const floor = await resultOf(dir, "humaneval");
    assertEquals([floor.result.dataset?.rows, floor.result.status], [164, "ok"]);
    assertEquals(floor.entry.notCanonicalBecause, ["floor model"]);
    assertEquals([floor.entry.sandbox?.backend, floor.entry.sandbox?.codeMode], ["bubblewrap", "canonical"]);
    const golden = JSON.parse(await readShared("golden", "lmeval", "_real", "humaneval.results.json"));
    assertEquals(floor.entry.fingerprint.promptHash, golden.task_hashes.humaneval);
    assert((floor.result.score ?? 1) < 0.05);

    await dir.write("right.jsonl", ledgerOf(rows, (row) => row.canonical_solution));
    assertEquals(await run(`replay:${dir.join("right.jsonl")}`), 0);
    const right = await resultOf(dir, "humaneval");
    assertEquals([right.result.score, right.result.stderr], [1, 0]);
    assertEquals(right.result.score, golden.results.humaneval["pass@1,create_test"]);
    assertEquals(right.result.verdicts, { passed: 164 });

    // Known breaks: 4 wrong, 3 leave, 2 do not compile, 1 hangs.
    const broken: Readonly<Record<number, string>> = {
      ...Object.fromEntries([0, 17, 60, 99].map((at) => [at, "    return None\n"])),
      ...Object.fromEntries([3, 41, 163].map((at) => [at, "    import os\n    os._exit(0)\n"])),
      ...Object.fromEntries([8, 120].map((at) => [at, "    return (\n"])),
      77: "    while True:\n        pass\n",
    };
    await dir.write("broken.jsonl", ledgerOf(rows, (row, at) => broken[at] ?? row.canonical_solution));
    assertEquals(await run(`replay:${dir.join("broken.jsonl")}`), 0);
    const some = await resultOf(dir, "humaneval");
    assertEquals([some.result.score, some.result.counts.errored], [154 / 164, 0]);
    assertEquals(some.result.verdicts, { passed: 154, failed: 9, timeout: 1, flagged: 3 });
  },
);

testWith(["bwrap", "python"], "a run over HTTP may start the sandbox's programs and no others", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({ reply: () => "    while True: pass\n" });
  // The second process has leave for these only, so not for sending signals itself.
  const { code, stderr } = await bench(
    dir,
    ...["--tasks", "humaneval", "--source", "sample", "--limit", "2", "--sandbox", "bubblewrap"],
    ...["--model", "openai:fake", "--base-url", server.baseUrl, "--api", "completions"],
  );
  assertEquals(code, 0, stderr);
  assert(stderr.includes("code runs in bubblewrap (asked for by name)"), stderr);
  const { result } = await resultOf(dir, "humaneval");
  assertEquals([result.status, result.verdicts], ["ok", { timeout: 2 }]);
});

const ROWS = [1, 2].map((n) => ({
  "task_id": `T/${n}`,
  prompt: `def f${n}():\n    """Gives ${n}."""\n`,
  "canonical_solution": `    return ${n}\n`,
  test: `def check(candidate):\n    assert candidate() == ${n}\n`,
  "entry_point": `f${n}`,
}));

testWith(
  ["bwrap", "python"],
  "verdicts and reasons are kept per sample; lenient and strict stand beside",
  async () => {
    const task = await findTask("humaneval");
    const replies = ["    return 1\n", "   return 2\n"];
    for (const [codeMode, beside] of [["lenient", 1], ["strict", 0.5]] as const) {
      const model = scriptedModel((_, at) => replies[at] ?? "");
      const run = await runTask(task, { docs: ROWS, model, codeMode, sandbox: "bubblewrap", concurrency: 1 });
      assertEquals([run.result.status, run.result.score], ["ok", 0.5]);
      const other = run.result.metrics.find(({ metric }) => metric === `pass@1_${codeMode}`);
      assertEquals([other?.value, other?.n], [beside, 2]);
      const [first, second] = await run.samples();
      assertEquals(first?.code?.map(({ mode, verdict }) => [mode, verdict]), [["canonical", "passed"], [
        codeMode,
        "passed",
      ]]);
      assertEquals([second?.code?.[0]?.verdict, second?.code?.[0]?.perTest], ["failed", [-4]]);
      assert(/^IndentationError/.test(second?.code?.[0]?.reason ?? ""), second?.code?.[0]?.reason ?? "");
    }
  },
);

testWith(["bwrap", "python"], "the sandbox's own trouble is an error of the sample, never a 0", async () => {
  const task = await findTask("humaneval");
  const [row] = ROWS;
  const docs = [{ ...row, "canonical_solution": "    return 3\n" }];
  const run = await runTask(task, {
    docs,
    model: scriptedModel(() => "    return 1\n"),
    sandbox: "bubblewrap",
  });
  assertEquals([run.result.score, run.result.counts.errored, run.result.status], [null, 1, "incomplete"]);
  assertEquals(run.result.reasons, { "calibration_failed": 1 });
});

Deno.test("a sandbox asked for by name that does not work is an error, before any request", async () => {
  await using dir = await tempDir();
  try {
    await runBenchmark({ tasks: ["humaneval"], sandbox: "microsandbox", out: dir.path });
  } catch (error) {
    assert(isBenchError(error) && error.name === "SandboxError", String(error));
    return;
  }
  // A machine with KVM and microsandbox runs it.
});

testWith(
  ["bwrap", "python"],
  "a graded run is scored anew by the verdicts it has; other filters have none",
  async () => {
    const task = await findTask("humaneval");
    const replies = ["    return 1\n", "    return 7\n"];
    const model = scriptedModel((_, at) => replies[at] ?? "");
    const run = await runTask(task, { docs: ROWS, model, sandbox: "bubblewrap", concurrency: 1 });
    const again = await rescore(run);
    assertEquals([again.results[0]?.status, again.results[0]?.score], ["ok", 0.5]);
    const filters = [{ name: "create_test", steps: [{ function: "chat_code" }] }];
    assertEquals((await rescore(run, { filters })).results[0]?.reason, "no_sandbox");
  },
);
