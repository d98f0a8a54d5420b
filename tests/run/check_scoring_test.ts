/** What is wrong with a task is said before anything is asked, with what to do about it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import type { BenchmarkOptions } from "../../lib/run/bench_options.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { registerTask } from "../../lib/task/user_tasks.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("a misspelt metric or filter makes its task an error before the first question", async () => {
  await using dir = await tempDir();
  let asked = 0;
  const model = scriptedModel(() => {
    asked++;
    return "2";
  });
  const own = {
    prompt: (d: Record<string, unknown>) => `${d.q}=`,
    target: (d: Record<string, unknown>) => String(d.a),
    loadRows: () => ({ test: [{ q: "1+1", a: "2" }] }),
  };
  registerTask(defineTask({ ...own, name: "cs_metric", metrics: [{ metric: "exakt_match" }] }));
  registerTask(defineTask({
    ...own,
    name: "cs_filter",
    filters: [{ name: "f", steps: [{ function: "take_frist" }] }],
  }));
  const run = await runBenchmark({ tasks: ["cs_metric", "cs_filter"], model, out: dir.path });
  assertEquals(run.results.map(({ status, reason }) => `${status} ${reason}`), [
    "error unknown_metric",
    "error unknown_filter",
  ]);
  assertStringIncludes(run.results[0]?.message ?? "", '(Did you mean "exact_match"?)');
  assertEquals(asked, 0);
});

Deno.test("with a judge, judged scenarios without samples are said to be skipped, as without one", async () => {
  await using dir = await tempDir();
  const answer = scriptedModel(() => "2");
  const judge = { model: answer, info: { id: "j", settings: {} } } as unknown as NonNullable<
    BenchmarkOptions["judge"]
  >;
  const skipped = async (options: BenchmarkOptions): Promise<string[]> => {
    const run = await runBenchmark({
      tasks: ["medhelm"],
      source: "sample",
      limit: 1,
      out: dir.path,
      ...options,
    });
    return run.results[0]?.dataWarnings.map(({ code, count }) => `${code} ${count}`) ?? [];
  };
  assertEquals(await skipped({}), ["skipped_needs_judge 6"]);
  assertEquals(await skipped({ judge }), ["skipped_no_samples 6"]);
});

Deno.test("a task without samples, and one without its file, say where rows belong", async () => {
  await using dir = await tempDir();
  registerTask(defineTask({ name: "cs_rows", prompt: (d) => String(d.q), target: (d) => String(d.a) }));
  const dataDir = dir.join("rows");
  for (const source of ["sample", "local"] as const) {
    const run = await runBenchmark({ tasks: ["cs_rows"], source, dataDir, out: dir.path });
    const message = run.results[0]?.message ?? "";
    assertStringIncludes(message, "rows/cs_rows/test.");
    assert(/put (the )?rows/i.test(message), message);
  }
});
