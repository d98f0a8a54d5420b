/**
 * The task folder of the lm-eval package itself: how many of its files load,
 * and whether a sample of them gives the requests the package makes. Needs
 * BENCHBOOK_LM_EVAL, the folder tests/support/fetch_lm_eval.ts prints.
 */
import { assert, assertEquals } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { makeFilter } from "../../lib/filter/filter.ts";
import { resolveMetric } from "../../lib/metric/registry.ts";
import { indexTaskFolder } from "../../lib/task/index_folder.ts";
import { configReader, loadTaskYaml } from "../../lib/task/load_yaml.ts";
import type { Task } from "../../lib/task/task.ts";
import { compareRenders } from "../support/compare_renders.ts";
import { requirePart, testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

/** Metrics and filters are looked up too: a task that loads can be scored. */
function resolve(task: Task): void {
  if (task.processResults === undefined) task.metrics.forEach(resolveMetric);
  for (const { steps } of task.filters) {
    for (const { function: name, args } of steps) makeFilter(name, args ?? {});
  }
}

testWith(["lm_eval"], "at least 6,000 of lm-eval's task files load; the rest says why", async () => {
  const folder = `${requirePart("lm_eval")}/lm_eval/tasks`;
  const reader = await configReader();
  const index = await indexTaskFolder(folder, { reader });
  const refused = new Map<string, number>();
  let loaded = 0;
  for (const { kind, path } of index.entries.values()) {
    if (kind !== "task" || path === null) continue;
    try {
      resolve(await loadTaskYaml(path, { reader }));
      loaded++;
    } catch (error) {
      assert(isBenchError(error), `${path}: ${error}`);
      refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
    }
  }
  assert(loaded >= 11_000, `loaded ${loaded}, refused ${JSON.stringify([...refused])}`);
  assertEquals([...refused.keys()].filter((code) => code !== "function_not_ported"), []);
  assertEquals([...new Set(index.problems.map((one) => one.code))].sort(), ["bad_yaml", "duplicate_key"]);
});

testWith(
  ["lm_eval"],
  "500 of lm-eval's tasks give the requests the package makes, 99 % byte for byte",
  async () => {
    const home = requirePart("lm_eval");
    const reader = await configReader();
    const index = await indexTaskFolder(`${home}/lm_eval/tasks`, { reader });
    const loadable: string[] = [];
    for (const { kind, path } of index.entries.values()) {
      if (kind !== "task" || path === null) continue;
      if (await loadTaskYaml(path, { reader }).then(() => true, () => false)) loadable.push(path);
    }
    await using dir = await tempDir();
    const listing = await dir.write("list.txt", loadable.sort().join("\n"));
    const output = await new Deno.Command(`${home}/venv/bin/python`, {
      args: [repoPath("tests", "support", "render_lm_eval.py"), listing, dir.join("out.jsonl"), "500", "1"],
      env: { PYTHONPATH: home },
      stdout: "null",
      stderr: "piped",
    }).output();
    assert(output.success, new TextDecoder().decode(output.stderr).slice(-2_000));
    const { tasks, equal, misses } = await compareRenders(dir.join("out.jsonl"));
    assertEquals(tasks, 500);
    assert(equal >= 495, JSON.stringify(misses, null, 1));
  },
);
