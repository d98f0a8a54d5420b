import { assert, assertEquals } from "@std/assert";
import type { Entry } from "../../lib/result/entry.ts";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { NICHES } from "../../lib/task/niche.ts";
import { type RunOutput, runScript } from "../support/cli.ts";
import { findPart } from "../support/require.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

const bench = (dir: TempDir, ...args: string[]): Promise<RunOutput> =>
  runScript("bench", args, { cwd: dir.path, timeoutMs: 300_000 });

async function entriesOf(dir: TempDir): Promise<Entry[]> {
  const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
  return runs.flatMap((run) => run.entries);
}

async function resultOf(dir: TempDir, task: string) {
  const entry = (await entriesOf(dir)).find(({ results }) => Object.hasOwn(results, task));
  const result = entry?.results[task];
  assert(entry !== undefined && result !== undefined, task);
  return { entry, result };
}

async function statuses(dir: TempDir): Promise<Record<string, string>> {
  const results = (await entriesOf(dir)).flatMap((entry) => Object.entries(entry.results));
  return Object.fromEntries(results.map(([task, { status }]) => [task, status]));
}

for (const [niche, { blocking, diagnostic }] of Object.entries(NICHES)) {
  Deno.test(`bench --niche ${niche} runs offline on the samples`, async () => {
    await using dir = await tempDir();
    // Without bubblewrap each piece of code starts an interpreter of its own: some rows will do.
    const some = niche === "code" && findPart("bwrap") === null ? ["--limit", "1"] : [];
    const { code, stderr } = await bench(dir, "--niche", niche, ...some);
    const found = await statuses(dir);
    assertEquals(Object.keys(found).sort(), [...blocking, ...diagnostic].sort());
    for (const [task, status] of Object.entries(found)) {
      assertEquals(status, "ok", `${task}: ${stderr}`);
    }
    assertEquals(code, 0, stderr);
  });
}

Deno.test("code without a sandbox: the answers are kept, the score says why there is none; a run without them exits 0", async () => {
  await using dir = await tempDir();
  const { code, stdout, stderr } = await bench(
    dir,
    "--tasks",
    "humaneval",
    "--limit",
    "3",
    "--sandbox",
    "none",
  );
  assertEquals(code, 3);
  assert(stderr.includes("code is not graded: it was switched off"), stderr);
  assert(stdout.includes("no code sandbox: 3 answers are kept"), stdout);
  const { entry, result } = await resultOf(dir, "humaneval");
  assertEquals([result.score, result.reason], [null, "no_sandbox"]);
  const ledger = await dir.read(`artifacts/runs/${entry.runId}/ledger.jsonl`);
  assertEquals(ledger.split("\n").filter((line) => line.includes('"replies":[')).length, 3);
  assertEquals((await bench(dir, "--niche", "code", "--tasks", "mmlu")).code, 0);
});

Deno.test("D09, D10: a set that is a script or of another size says so; local rows of another count are unpinned", async () => {
  await using dir = await tempDir();
  const missing = await bench(dir, "--tasks", "uspto_classification", "--source", "local");
  assertEquals(missing.code, 3);
  assert(/uspto_classification.test\.jsonl/.test(missing.stdout + missing.stderr), missing.stderr);
  const row = { description: "A hinge has two leaves and a pin.", abstract: "A hinge with a pin." };
  await dir.write("data/benchmarks/bigpatent/d/test.jsonl", `${JSON.stringify(row)}\n`);
  assertEquals((await bench(dir, "--tasks", "bigpatent", "--source", "local")).code, 0);
  const { notCanonicalBecause: why } = (await resultOf(dir, "bigpatent")).entry;
  assert(why.includes("unpinned data (bigpatent)"), why.join());
  const refused = await bench(dir, "--tasks", "bigpatent", "--source", "local", "--mode", "canonical");
  assertEquals(refused.code, 2);
});

Deno.test("S27: canonical with a limit is refused before anything runs", async () => {
  await using dir = await tempDir();
  const { code, stderr } = await bench(
    dir,
    "--niche",
    "qa_technical",
    "--limit",
    "10",
    "--mode",
    "canonical",
  );
  assertEquals(code, 2);
  assert(stderr.includes("limit 10"), stderr);
});

Deno.test("rescore: the command on a run, on its export, and its refusals", async () => {
  await using dir = await tempDir();
  assertEquals((await bench(dir, "--tasks", "pubmedqa")).code, 0);
  const { entry, result: { score } } = await resultOf(dir, "pubmedqa");
  const folder = `artifacts/runs/${entry.runId}`;
  const rescore = (...args: string[]) => runScript("rescore", args, { cwd: dir.path });
  const again = await rescore(folder, "--json", "--export-lm-eval", "out");
  assertEquals(again.code, 0, again.stderr);
  assertEquals(JSON.parse(again.stdout).score, score);
  const [exported] = await Array.fromAsync(Deno.readDir(dir.join("out")));
  const back = await rescore(`out/${exported?.name}`, "--json");
  assertEquals(JSON.parse(back.stdout).score, score, back.stderr);
  const f1 = await rescore(`${folder}/ledger.jsonl`, "--metric", "macro_f1");
  assert(f1.code === 0 && f1.stdout.includes("macro_f1,none"), f1.stdout + f1.stderr);
  assertEquals((await rescore("nowhere")).code, 2);
  assertEquals((await rescore(folder, "--metric", "macro_f2")).code, 2);
  assertEquals((await rescore(folder, "--tasks", "medmcqa")).code, 2);
  assert((await rescore("--help")).stdout.includes("--export-lm-eval"));
});
