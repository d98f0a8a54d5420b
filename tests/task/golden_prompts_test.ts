/**
 * Prompts, order of requests and task hashes of real lm-eval runs, byte for
 * byte. The compact form (8 hex digits of every request's SHA-256, the first
 * request whole) stands alone; the whole requests are compared when the shared
 * folder is there.
 */
import { assert, assertEquals } from "@std/assert";
import { type PrepareOptions, prepareTask, type Splits } from "../../lib/task/prepare_task.ts";
import { expandTasks } from "../../lib/task/registry.ts";
import { readGoldenJson, readSharedJsonl } from "../support/shared.ts";
import { testWith } from "../support/require.ts";
import { goldenLine, lineHash } from "./golden_support.ts";
import { goldenTasks } from "./golden_tasks.ts";

interface GoldenRun {
  readonly "num_fewshot": number | null;
  readonly chat: boolean;
  readonly "fewshot_as_multiturn": boolean;
  readonly "system_instruction"?: string;
  readonly limit?: number;
  readonly samples?: Record<string, number[]>;
  readonly requests: number;
  readonly splits: Record<string, Record<string, string>>;
  readonly "task_hashes": Record<string, string>;
  readonly first: Record<string, unknown>;
  readonly hashes: string;
}

const runs: Record<string, GoldenRun> = await readGoldenJson("lmeval", "prompts.json");
const docs = await readGoldenJson("lmeval", "docs.json");

function optionsOf(run: GoldenRun, task: string): PrepareOptions {
  return {
    numFewshot: run.num_fewshot ?? undefined,
    chat: run.chat ? { multiturn: run.fewshot_as_multiturn } : false,
    system: run.system_instruction,
    limit: run.limit,
    only: run.samples?.[task],
  };
}

function splitsOf(run: GoldenRun, task: string): Splits {
  const files = Object.entries(run.splits[task] ?? {});
  return Object.fromEntries(files.map(([split, file]) => [split, docs[file]]));
}

/** Lines of all requests of a run and the hash of every task. */
function build(run: GoldenRun): { lines: Record<string, unknown>[]; hashes: Record<string, string> } {
  const lines: Record<string, unknown>[] = [];
  const hashes: Record<string, string> = {};
  for (const name of Object.keys(run.splits)) {
    const task = goldenTasks.get(name);
    assert(task, `no task "${name}"`);
    const prepared = prepareTask(task, splitsOf(run, name), optionsOf(run, name));
    for (const doc of prepared.docs()) lines.push(...doc.requests.map(goldenLine));
    hashes[name] = prepared.hash();
  }
  return { lines, hashes };
}

for (const [name, run] of Object.entries(runs)) {
  Deno.test(`golden prompts: ${name}`, () => {
    const { lines, hashes } = build(run);
    assertEquals(lines[0], run.first);
    const want = run.hashes.split(" ");
    assertEquals(lines.map((line) => lineHash(line).slice(0, 8)), want);
    assertEquals(want.length, run.requests);
    assertEquals(hashes, run.task_hashes);
  });

  testWith(["shared"], `golden requests, whole: ${name}`, async () => {
    const want = await readSharedJsonl("golden", "lmeval", name, "requests.jsonl");
    const { lines } = build(run);
    assertEquals(lines, want.map(({ i: _, ...line }) => line));
    assertEquals(lines.length, run.requests);
  });
}

Deno.test("golden prompts: all 31 runs, 2,978 requests", () => {
  assertEquals(Object.keys(runs).length, 31);
  const total = Object.values(runs).reduce((sum, run) => sum + run.hashes.split(" ").length, 0);
  assertEquals(total, 2_978);
});

Deno.test("the catalog expands to lm-eval's tasks in its order", async () => {
  for (
    const [name, asked] of [["mmlu_5shot", ["mmlu"]], ["medical_samples_subset", [
      "medmcqa",
      "pubmedqa",
    ]]] as const
  ) {
    const { tasks } = await expandTasks(asked);
    assertEquals(tasks.map((task) => task.name), Object.keys(runs[name]?.splits ?? {}));
  }
});

Deno.test("iterating twice gives the same prompts: draws start anew", () => {
  const run = runs.medmcqa_5shot as GoldenRun;
  const task = goldenTasks.get("medmcqa");
  assert(task);
  const prepared = prepareTask(task, splitsOf(run, "medmcqa"), { numFewshot: 5 });
  const prompts = (): string[] => [...prepared.docs()].map((doc) => doc.requests[0]?.prompt ?? "");
  const once = prompts();
  assertEquals(prompts(), once);
  assertEquals(new Set(once).size, 30);
  const stubs = [...prepared.stubs()];
  assertEquals(stubs.reverse().map((stub) => stub.build().requests[0]?.prompt), once.reverse());
});

Deno.test("limit changes none of the first prompts", () => {
  const run = runs.medmcqa_5shot as GoldenRun;
  const task = goldenTasks.get("medmcqa");
  assert(task);
  const prompts = (limit?: number): string[] => {
    const prepared = prepareTask(task, splitsOf(run, "medmcqa"), { numFewshot: 5, limit });
    return [...prepared.docs()].map((doc) => doc.requests[0]?.prompt ?? "");
  };
  assertEquals(prompts(7), prompts().slice(0, 7));
});

Deno.test("another seed draws other shots", () => {
  const run = runs.medmcqa_5shot as GoldenRun;
  const task = goldenTasks.get("medmcqa");
  assert(task);
  const hash = (fewshotSeed: number): string =>
    prepareTask(task, splitsOf(run, "medmcqa"), { numFewshot: 5, fewshotSeed }).hash();
  assertEquals(hash(1234), run.task_hashes.medmcqa);
  assert(hash(1235) !== run.task_hashes.medmcqa);
});
