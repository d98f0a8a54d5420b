import { assert, assertEquals } from "@std/assert";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { NICHES } from "../../lib/task/niche.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("the floor scores no benchmark 0, 1 or the same as another, and says it is a floor", async () => {
  await using dir = await tempDir();
  const scores = new Map<string, number>();
  for (const niche of Object.keys(NICHES)) {
    const run = await runBenchmark({ niche, out: dir.path });
    assert(run.model.floor && run.mode === "diagnostic");
    for (const { task, status, score } of run.results) {
      if (status === "skipped" || status === "error") continue;
      // No word of the floor's happens to be the answer to an open question.
      const least = task === "rag_pipeline_eval" ? -1 : 0;
      assert(score !== null && score > least && score < 1, `${task}: ${score}`);
      scores.set(task, score);
    }
  }
  assert(scores.size >= 8, `only ${[...scores.keys()]} ran`);
  assertEquals(new Set(scores.values()).size, scores.size, JSON.stringify([...scores]));
});
