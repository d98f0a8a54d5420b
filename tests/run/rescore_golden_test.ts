/**
 * lm-eval's own files as stored answers: read, scored anew, written in its
 * shape, read again. All golden runs, all metrics to 1e-9.
 */
import { assert, assertEquals } from "@std/assert";
import { toLmEval } from "../../lib/result/export_lm_eval.ts";
import { importLmEval } from "../../lib/result/import_lm_eval.ts";
import { readLmEval } from "../../lib/result/read_lm_eval.ts";
import { rescore, type RescoredRun } from "../../lib/run/rescore.ts";
import { readSharedJson, readSharedJsonl, sharedPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";
import { testWith } from "../support/require.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

function near(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted === "string" && wanted.startsWith("[") && Array.isArray(actual)) {
    const printed = wanted.slice(1, -1).trim().split(/\s+/).map(Number);
    return printed.length === actual.length && printed.every((one, i) => Math.abs(one - actual[i]) < 1e-7);
  }
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && actual.length === wanted.length &&
      wanted.every((one, i) => near(actual[i], one));
  }
  if (typeof wanted !== "number") return actual === wanted;
  const number = typeof actual === "boolean" ? Number(actual) : actual;
  return typeof number === "number" && Math.abs(number - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
}

/** Compares with lm-eval's results file; gives the number of values compared. */
function compareResults(run: RescoredRun, wanted: Json, what: string): number {
  let compared = 0;
  for (const result of [...run.results, ...run.groups]) {
    const row = wanted.results[result.task];
    for (const { metric, filter, value, stderr } of result.metrics) {
      const key = `${metric},${filter}`;
      assert(near(value, row[key]), `${what} ${result.task} ${key}: ${value} is not ${row[key]}`);
      const error = row[`${metric}_stderr,${filter}`];
      assert(near(stderr ?? "N/A", error), `${what} ${result.task} ${key} stderr: ${stderr} is not ${error}`);
      compared++;
    }
  }
  const keys = Object.values<Json>(wanted.results).flatMap((row) =>
    Object.keys(row).filter((key) => key.includes(",") && !key.includes("_stderr,"))
  );
  assertEquals(compared, keys.length, what);
  return compared;
}

testWith(["shared"], "round trip of all 31 golden runs: the same scores, samples and hashes", async () => {
  const index = await readSharedJson("golden", "lmeval", "index.json");
  let runs = 0;
  let values = 0;
  let samples = 0;
  for (
    const [name, { bootstrap_iters: bootstrapIters, task_hashes: hashes }] of Object.entries<Json>(index)
  ) {
    const wanted = await readSharedJson("golden", "lmeval", name, "results.json");
    const first = await rescore(await readLmEval(sharedPath("golden", "lmeval", name)), { bootstrapIters });
    values += compareResults(first, wanted, name);
    for (const result of first.results) assertEquals(result.promptHash, hashes[result.task], name);
    const files = toLmEval(first.stored, [...first.results, ...first.groups]);
    assertEquals(importLmEval(files).tasks.length, first.stored.tasks.length);
    {
      await using folder = await tempDir();
      await folder.write("results_again.json", JSON.stringify(files.results));
      for (const [task, lines] of Object.entries(files.samples)) {
        const original = await readSharedJsonl("golden", "lmeval", name, `samples_${task}.jsonl`);
        assertEquals(lines.length, original.length, `${name} ${task}`);
        for (const line of lines as Json[]) {
          const old = original.find((one) => one.doc_id === line.doc_id && one.filter === line.filter);
          assert(old !== undefined, `${name} ${task} ${line.doc_id} ${line.filter}`);
          assertEquals([...line.metrics].sort(), [...old.metrics].sort());
          for (const metric of old.metrics) {
            assert(near(line[metric], old[metric]), `${name} ${task} ${line.doc_id} ${metric}`);
          }
          samples++;
        }
        const text = lines.map((line) => JSON.stringify(line)).join("\n");
        await folder.write(`samples_${task}.jsonl`, `${text}\n`);
      }
      const second = await rescore(await readLmEval(folder.path), { bootstrapIters });
      assertEquals(
        second.results.map(({ metrics }) => metrics),
        first.results.map(({ metrics }) => metrics),
        name,
      );
    }
    runs++;
  }
  assertEquals([runs, Object.keys(index).length], [31, 31]);
  assertEquals([values, samples], [252, 1_080]);
});
