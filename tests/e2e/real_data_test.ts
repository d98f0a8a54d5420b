/**
 * The command on real data against the golden model over HTTP, held against
 * what lm-eval made of the same rows: hashes, log-likelihoods and score of
 * every sample.
 */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { readLedger } from "../../lib/run/read_ledger.ts";
import { decodeSample, type Sample } from "../../lib/run/sample.ts";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { runScript } from "../support/cli.ts";
import { tsGoldenServer } from "../support/golden_server.ts";
import { writeLocalData } from "../support/local_data.ts";
import { testWith } from "../support/require.ts";
import { readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

interface RealRow {
  readonly task: string;
  readonly "doc_id": number;
  readonly "prompt_hash": string;
  readonly "doc_hash": string;
  readonly "target_hash": string;
  readonly acc: number;
  readonly ll: readonly number[];
}

/** A run of the command on mmlu and pubmedqa; gives its samples and results. */
async function runReal(more: readonly string[], timeoutMs: number) {
  await using dir = await tempDir();
  await writeLocalData(dir.join("data/benchmarks"), ["mmlu", "pubmedqa"]);
  await using server = tsGoldenServer();
  const out = await runScript("bench", [
    ...["--source", "local", "--tasks", "mmlu,pubmedqa", "--model", "openai:golden", "--no-cache"],
    ...["--base-url", server.baseUrl, ...more],
  ], { cwd: dir.path, timeoutMs });
  assertEquals(out.code, 0, out.stderr.slice(-2000));
  const [run] = (await readRunFolder(dir.join("artifacts/benchmarks"))).runs;
  assert(run !== undefined);
  const samples: Sample[] = [];
  for await (const line of readLedger(dir.join(`artifacts/runs/${run.runId}/ledger.jsonl`))) {
    samples.push(decodeSample(line));
  }
  const results = Object.assign({}, ...run.entries.map((entry) => entry.results));
  return { samples, results, entries: run.entries };
}

async function realRows(): Promise<Map<string, RealRow>> {
  const rows: RealRow[] = [
    ...await readSharedJsonl("golden", "lmeval", "_real", "mmlu_5shot.jsonl"),
    ...await readSharedJsonl("golden", "lmeval", "_real", "pubmedqa_0shot.jsonl"),
  ];
  assertEquals(rows.length, 14_579);
  return new Map(rows.map((row) => [`${row.task}/${row.doc_id}`, row]));
}

function compare(samples: readonly Sample[], real: ReadonlyMap<string, RealRow>): void {
  for (const sample of samples) {
    const name = `${sample.task}/${sample.docIndex}`;
    const row = real.get(name);
    assert(row !== undefined, name);
    assertEquals(
      sample.hashes,
      { doc: row.doc_hash, prompt: row.prompt_hash, target: row.target_hash },
      name,
    );
    assertEquals(sample.score, row.acc, name);
    assertEquals(sample.logliks?.length, row.ll.length, name);
    for (const [i, value] of row.ll.entries()) {
      assertAlmostEquals(sample.logliks?.[i]?.[0] ?? NaN, value, 1e-9, `${name} choice ${i}`);
    }
  }
}

testWith(["shared"], "§8.2: real MMLU and PubMedQA, first rows, every sample as in lm-eval", async () => {
  const { samples, results } = await runReal(["--limit", "5"], 120_000);
  assertEquals(samples.length, 57 * 5 + 5);
  compare(samples, await realRows());
  assertEquals([results.mmlu.counts.scored, results.pubmedqa.counts.scored], [285, 5]);
});

testWith(
  ["shared", "full"],
  "§8.2: real MMLU (14,079) and PubMedQA (500) in full, every sample and score as in lm-eval",
  async () => {
    const { samples, results, entries } = await runReal([], 1_200_000);
    const real = await realRows();
    assertEquals(samples.length, real.size);
    compare(samples, real);
    const mmlu = await readSharedJson("golden", "lmeval", "_real", "mmlu_5shot.results.json");
    const pubmedqa = await readSharedJson("golden", "lmeval", "_real", "pubmedqa_0shot.results.json");
    const near = (found: number | null | undefined, wanted: number, name: string) =>
      assertAlmostEquals(found ?? NaN, wanted, 1e-9, name);
    near(results.mmlu.score, mmlu.results.mmlu["acc,none"], "mmlu");
    near(results.mmlu.stderr, mmlu.results.mmlu["acc_stderr,none"], "mmlu stderr");
    near(results.pubmedqa.score, pubmedqa.results.pubmedqa["acc,none"], "pubmedqa");
    near(results.pubmedqa.stderr, pubmedqa.results.pubmedqa["acc_stderr,none"], "pubmedqa stderr");
    assertEquals(results.pubmedqa.promptHash, pubmedqa.task_hashes.pubmedqa);
    const subjects = Object.entries<number | null>(results.mmlu.perCategory);
    assertEquals(subjects.length, 57);
    for (const [subject, score] of subjects) {
      near(score, mmlu.results[`mmlu_${subject}`]["acc,none"], subject);
    }
    // The PubMedQA split is the pinned one; the first upload of MMLU is not.
    assertEquals(entries.map((entry) => entry.mode).sort(), ["diagnostic", "diagnostic"]);
  },
);
