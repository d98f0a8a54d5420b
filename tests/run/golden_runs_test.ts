/**
 * Golden runs of lm-eval through the whole path: rows, prompts, the real HTTP
 * client against the golden server, the engine, the ledger, the metrics.
 */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { openaiCompletions } from "../../lib/model/openai_completions.ts";
import { runJobs } from "../../lib/run/run_jobs.ts";
import { tallyGroup } from "../../lib/run/tally_group.ts";
import { datasetFacts, type TaskJob } from "../../lib/run/task_job.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { expandTasks } from "../../lib/task/registry.ts";
import { pythonGoldenServer, tsGoldenServer } from "../support/golden_server.ts";
import { readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { findPart, testWith } from "../support/require.ts";

const RUNS = [
  "pubmedqa_0shot",
  "medmcqa_5shot",
  "medmcqa_chat_ll",
  "medical_samples_subset",
  "mmlu_0shot",
  "mmlu_5shot",
] as const;

for (const name of RUNS) {
  testWith(
    ["shared"],
    `golden run ${name}: metrics to 1e-9 and task hashes, over HTTP and the ledger`,
    async () => {
      const index = (await readSharedJson("golden", "lmeval", "index.json"))[name];
      const wanted = await readSharedJson("golden", "lmeval", name, "results.json");
      const expanded = await expandTasks(index.tasks);
      const leaves = expanded.tasks.filter((task) => Object.hasOwn(index.task_hashes, task.name));
      assertEquals(leaves.length, Object.keys(index.task_hashes).length);
      const jobs: TaskJob[] = [];
      for (const task of leaves) {
        const splits: Record<string, []> = {};
        for (
          const [split, path] of Object.entries(
            typeof index.data === "string"
              ? Object.fromEntries(
                ["dev", "test", "validation"].map((part) => [part, `_data/mmlu/${task.alias}/${part}.json`]),
              )
              : index.data[task.name],
          )
        ) {
          splits[split] = await readSharedJson("golden", "lmeval", ...(path as string).split("/"));
        }
        const prepared = prepareTask(task, splits, {
          numFewshot: index.num_fewshot ?? 0,
          chat: index.chat ? { multiturn: index.fewshot_as_multiturn } : false,
          only: index.samples?.[task.name],
          limit: wanted.run_args.limit ?? undefined,
        });
        const dataset = datasetFacts({ name: task.name, revision: null }, prepared.evalDocs);
        jobs.push({ prepared, dataset, epochs: 1, choiceProtocol: "loglikelihood", blocking: true });
      }
      // The original where there is Python, else the copy.
      await using server = findPart("python") === null ? tsGoldenServer() : await pythonGoldenServer();
      const model = openaiCompletions("golden", { baseUrl: server.baseUrl });
      const folder = await Deno.makeTempDir();
      try {
        const run = await runJobs(jobs, {
          model,
          engine: { concurrency: 16, bootstrapIters: index.bootstrap_iters },
          place: { runsDir: folder, settings: {} },
        });
        let compared = 0;
        const compare = (
          task: string,
          results: Record<string, number | string>,
          metrics: readonly {
            metric: string;
            filter: string;
            value: number | null;
            stderr: number | null;
          }[],
        ) => {
          for (const one of metrics) {
            const value = results[`${one.metric},${one.filter}`] as number;
            const stderr = results[`${one.metric}_stderr,${one.filter}`];
            assertAlmostEquals(one.value ?? NaN, value, 1e-9, `${task} ${one.metric}`);
            if (typeof stderr === "number") {
              assertAlmostEquals(one.stderr ?? NaN, stderr, 1e-9, `${task} ${one.metric}`);
            }
            compared++;
          }
        };
        for (const { prepared: { task } } of jobs) {
          const result = run.tallies.get(task.name)?.result;
          assert(result !== undefined && result.status === "ok", result?.message ?? task.name);
          assertEquals(result.promptHash, index.task_hashes[task.name], task.name);
          compare(task.name, wanted.results[task.name], result.metrics);
        }
        for (const group of expanded.groups) {
          const members = new Set((await expandTasks([group.group])).tasks.map((task) => task.name));
          const own = jobs.filter(({ prepared }) => members.has(prepared.task.name)).map(
            ({ prepared: { task } }) => {
              const tally = run.tallies.get(task.name);
              assert(tally !== undefined);
              return { task, tally };
            },
          );
          const result = tallyGroup(group, { groups: expanded.groups, leaves: own, facts: {} });
          compare(group.group, wanted.results[group.group], result.metrics);
        }
        const rows = Object.entries(wanted.results as Record<string, Record<string, unknown>>)
          .flatMap(([, row]) => Object.keys(row).filter((key) => /^(acc|acc_norm),/.test(key)));
        assertEquals(compared, rows.length);
        const built = jobs.flatMap(({ prepared }) => [...prepared.docs()].flatMap((doc) => doc.requests));
        const golden = await readSharedJsonl("golden", "lmeval", name, "requests.jsonl");
        assertEquals([built.length, golden.length], [index.requests, index.requests]);
        for (const [i, request] of golden.entries()) {
          const { task, type, prompt, continuation } = built[i] as (typeof built)[number];
          assertEquals(
            [task, type, prompt, continuation],
            [request.task, request.type, ...request.args],
            `${i}`,
          );
        }
      } finally {
        await model.close?.();
        await Deno.remove(folder, { recursive: true });
      }
    },
  );
}

testWith(["shared"], "golden runs: the index holds the runs named here", async () => {
  const index = await readSharedJson("golden", "lmeval", "index.json");
  const own = Object.keys(index).filter((name) => /^(pubmedqa|medmcqa|medical|mmlu_\d)/.test(name));
  assertEquals(own.sort(), [...RUNS].sort());
});
