// deno-lint-ignore-file no-console -- a script that prints
/**
 * Loading and validating lm-eval's own task files: wanted 6,000 in 15 s.
 *
 * `deno run -A tests/bench/yaml_bench.ts [COUNT]`; the package is fetched into
 * the cache folder on the first run.
 *
 * @module
 */
import { isBenchError } from "../../lib/core/errors.ts";
import { makeFilter } from "../../lib/filter/filter.ts";
import { resolveMetric } from "../../lib/metric/registry.ts";
import { configReader, loadTaskYaml } from "../../lib/task/load_yaml.ts";
import { fetchLmEval } from "../support/fetch_lm_eval.ts";

async function* yamlFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) yield* yamlFiles(`${folder}/${entry.name}`);
    else if (entry.name.endsWith(".yaml")) yield `${folder}/${entry.name}`;
  }
}

const count = Number(Deno.args[0] ?? 6_000);
const files = (await Array.fromAsync(yamlFiles(`${await fetchLmEval()}/lm_eval/tasks`))).slice(0, count);
const started = performance.now();
const reader = await configReader();
let loaded = 0;
const queue = files.values();
await Promise.all(Array.from({ length: 16 }, async () => {
  for (const file of queue) {
    try {
      const task = await loadTaskYaml(file, { reader });
      if (task.processResults === undefined) task.metrics.forEach(resolveMetric);
      for (const { steps } of task.filters) {
        for (const step of steps) makeFilter(step.function, step.args ?? {});
      }
      loaded++;
    } catch (error) {
      if (!isBenchError(error)) throw error;
    }
  }
}));
const seconds = (performance.now() - started) / 1_000;
console.log(`${files.length} files, ${loaded} tasks loaded, ${seconds.toFixed(1)} s (wanted 15 s for 6,000)`);
