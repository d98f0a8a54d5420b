import { assert, assertEquals } from "@std/assert";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { NICHES } from "../../lib/task/niche.ts";
import { tempDir } from "../support/temp.ts";

/** A floor writes no program and knows no fact: where nothing can be guessed it earns nothing. */
const OPEN = new Set(["rag_pipeline_eval", "humaneval", "livecodebench"]);

Deno.test("the floor scores no benchmark that can be guessed 0, 1 or the same as another, and says it is a floor", async () => {
  await using dir = await tempDir();
  const scores = new Map<string, number>();
  for (const niche of Object.keys(NICHES)) {
    const run = await runBenchmark({ niche, out: dir.path });
    assert(run.model.floor && run.mode === "diagnostic");
    for (const { task, status, score } of run.results) {
      if (status === "skipped" || status === "error") continue;
      if (OPEN.has(task)) {
        assertEquals(score, 0, task);
        continue;
      }
      assert(score !== null && score > 0 && score < 1, `${task}: ${score}`);
      scores.set(task, score);
    }
  }
  assert(scores.size >= 7, `only ${[...scores.keys()]} ran`);
  assertEquals(new Set(scores.values()).size, scores.size, JSON.stringify([...scores]));
});
