/**
 * The other golden runs of lm-eval through the whole pipeline: rows, prompts,
 * engine, ledger, filters, metrics, groups. The model answers what the golden
 * model answered. Scores that need model-written code to run are skipped.
 */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import type { Model, ModelRequest } from "../../lib/model/model.ts";
import { lmEvalFilters, lmEvalMetrics } from "../../lib/result/lm_eval_config.ts";
import type { MetricResult } from "../../lib/result/task_result.ts";
import { runJobs } from "../../lib/run/run_jobs.ts";
import { tallyGroup } from "../../lib/run/tally_group.ts";
import { datasetFacts, type TaskJob } from "../../lib/run/task_job.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { expandTasks } from "../../lib/task/registry.ts";
import { messagesJson } from "../../lib/task/render_prompt.ts";
import type { Task } from "../../lib/task/task.ts";
import { hasShared, readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { testWith } from "../support/require.ts";
import { CATALOG_NAMES, goldenTasks } from "../task/golden_tasks.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

/** Through HTTP in golden_runs_test.ts. */
const ELSEWHERE = ["pubmedqa_0shot", "medmcqa_5shot", "mmlu_0shot", "mmlu_5shot"];
const index: Json = hasShared() ? await readSharedJson("golden", "lmeval", "index.json") : {};
const RUNS = Object.keys(index).filter((name) => !ELSEWHERE.includes(name));
const { tasks: ofCatalog, groups } = await expandTasks(CATALOG_NAMES);
const inCatalog = new Set(ofCatalog.map((task) => task.name));

/** Answers by what was asked; the same question again gets the next answer. */
async function goldenModel(run: string): Promise<Model> {
  const requests = await readSharedJsonl("golden", "lmeval", run, "requests.jsonl");
  const responses = await readSharedJsonl("golden", "lmeval", run, "responses.jsonl");
  const answers = new Map<string, Json[]>();
  const keyOf = (context: string, rest?: unknown): string =>
    typeof rest === "string" ? `${context}\u0000${rest}` : context;
  for (const [at, { args }] of requests.entries()) {
    const key = keyOf(args[0], args[1]);
    answers.set(key, [...answers.get(key) ?? [], responses[at]?.resp]);
  }
  const used = new Map<string, number>();
  const next = (key: string): Json => {
    const list = answers.get(key) ?? [];
    const at = used.get(key) ?? 0;
    used.set(key, at + 1);
    assert(at < list.length, `asked once too often: ${key.slice(0, 200)}`);
    return list[at];
  };
  return scriptedModel((request: ModelRequest) => {
    if (request.type === "chat") return next(messagesJson(request.messages)) as string;
    if (request.type === "completion") return next(request.prompt) as string;
    if (request.type === "loglikelihood_rolling") {
      return { logliks: [{ loglik: next(request.text), isGreedy: false }] };
    }
    const logliks = request.items.map(({ prompt, continuation }) => {
      const [loglik, isGreedy] = next(keyOf(prompt, continuation));
      return { loglik, isGreedy };
    });
    return { logliks };
  });
}

/** lm-eval's tasks outside the catalog are literals; their metrics and filters come from its config. */
function withScoring(task: Task, config: Json): Task {
  if (inCatalog.has(task.name)) return task;
  return Object.freeze({ ...task, metrics: lmEvalMetrics(config), filters: lmEvalFilters(config).filters });
}

async function jobOf(run: string, task: Task): Promise<TaskJob> {
  const {
    num_fewshot: shots,
    chat,
    fewshot_as_multiturn: multiturn,
    system_instruction: system,
    samples,
    limit,
  } = index[run];
  const splits: Record<string, []> = {};
  for (const [split, path] of Object.entries<string>(index[run].data[task.name])) {
    splits[split] = await readSharedJson("golden", "lmeval", ...path.split("/"));
  }
  const prepared = prepareTask(task, splits, {
    numFewshot: shots ?? undefined,
    chat: chat ? { multiturn } : false,
    system,
    limit,
    only: samples?.[task.name],
  });
  const dataset = datasetFacts({ name: task.name, revision: null }, prepared.evalDocs);
  return { prepared, dataset, epochs: 1, choiceProtocol: null, blocking: true };
}

/** Compares every metric lm-eval gives; ours may have more (macro F1). */
function compare(wanted: Record<string, unknown>, metrics: readonly MetricResult[], what: string): number {
  let compared = 0;
  for (const [key, value] of Object.entries(wanted)) {
    if (!key.includes(",") || key.includes("_stderr,")) continue;
    const [name, filter] = key.split(",") as [string, string];
    const found = metrics.find((one) => one.metric === name && one.filter === filter);
    assertAlmostEquals(found?.value ?? NaN, value as number, 1e-9, `${what} ${key}`);
    const stderr = wanted[`${name}_stderr,${filter}`];
    if (typeof stderr === "number") {
      assertAlmostEquals(found?.stderr ?? NaN, stderr, 1e-9, `${what} ${key} stderr`);
    }
    compared++;
  }
  return compared;
}

let checked = 0;
for (const name of RUNS) {
  testWith(
    ["shared"],
    `golden run ${name}: metrics to 1e-9 and task hashes through the pipeline`,
    async () => {
      const wanted = await readSharedJson("golden", "lmeval", name, "results.json");
      const { configs } = await readSharedJson("golden", "lmeval", name, "results_native.json");
      const jobs: TaskJob[] = [];
      for (const leaf of Object.keys(index[name].task_hashes)) {
        const task = goldenTasks.get(leaf);
        assert(task !== undefined, leaf);
        jobs.push(await jobOf(name, withScoring(task, configs[leaf])));
      }
      const run = await runJobs(jobs, {
        model: await goldenModel(name),
        engine: { concurrency: 1, bootstrapIters: index[name].bootstrap_iters },
      });
      let compared = 0;
      for (const { prepared: { task } } of jobs) {
        const result = run.tallies.get(task.name)?.result;
        assert(result !== undefined);
        assertEquals(result.promptHash, index[name].task_hashes[task.name], task.name);
        if (task.unsafeCode === true) {
          assertEquals([result.status, result.reason, result.score], ["skipped", "no_sandbox", null]);
          compared++;
          continue;
        }
        assertEquals([result.status, result.message], ["ok", null], task.name);
        compared += compare(wanted.results[task.name], result.metrics, task.name);
      }
      for (const group of groups.filter((one) => wanted.results[one.group] !== undefined)) {
        const members = new Set((await expandTasks([group.group])).tasks.map((task) => task.name));
        const leaves = jobs.filter(({ prepared }) => members.has(prepared.task.name)).map(
          ({ prepared: { task } }) => {
            const tally = run.tallies.get(task.name);
            assert(tally !== undefined);
            return { task, tally };
          },
        );
        const result = tallyGroup(group, { groups, leaves, facts: {} });
        compared += compare(wanted.results[group.group], result.metrics, group.group);
      }
      const values = Object.values<Json>(wanted.results).flatMap((row) =>
        Object.keys(row).filter((key) => key.includes(",") && !key.includes("_stderr,"))
      );
      assertEquals(compared, values.length);
      const requests = jobs.reduce(
        (sum, { prepared }) => sum + [...prepared.docs()].reduce((n, doc) => n + doc.requests.length, 0),
        0,
      );
      assertEquals(requests, index[name].requests);
      checked++;
    },
  );
}

testWith(["shared"], "golden runs: all 31 of the index, 27 here and four over HTTP", () => {
  assertEquals([Object.keys(index).length, RUNS.length, checked], [31, 27, 27]);
});
