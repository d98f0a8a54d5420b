import { assert, assertEquals } from "@std/assert";
import type { CodeMode, TestCode } from "../../lib/metric/code_verdict.ts";
import { codeProblem } from "../../lib/metric/code_problem.ts";
import { gradeCode, gradeProgram } from "../../lib/metric/grade_code.ts";
import { openSandbox } from "../../lib/sandbox/open_sandbox.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { passAtK } from "../../lib/stat/pass_at_k.ts";
import { findPart, testWith } from "../support/require.ts";
import {
  readGoldenJson,
  readShared,
  readSharedJson,
  readSharedJsonl,
  sharedPath,
} from "../support/shared.ts";

interface Golden {
  readonly "question_id": string;
  readonly gen: number;
  readonly code: string;
  readonly "input_output": { inputs: string[]; outputs: string[]; "fn_name": string | null };
  readonly results: TestCode[];
  readonly passed: boolean;
}

const open = (backend: "bubblewrap" | "python"): Promise<Sandbox> => openSandbox({ backend, files: "fresh" });

/** The golden was made with 6 s a test; a hang is a hang at 1 s too. */
function problemOf({ input_output: { inputs, outputs, fn_name: name } }: Golden) {
  const cases = inputs.map((input, at) => ({ input, output: outputs[at] ?? "" }));
  return { cases, timeoutS: 1, ...(name === null ? {} : { functionName: name }) };
}

const hangs = (golden: Golden): boolean => golden.results.at(-1) === -3;

async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<number> {
  const queue = [...items];
  let count = 0;
  await Promise.all([1, 2].map(async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await act(item);
      count++;
    }
  }));
  return count;
}

async function checkGolden(golden: Golden, options: Parameters<typeof gradeProgram>[2]): Promise<void> {
  const { verdict, perTest, reason } = await gradeProgram(problemOf(golden), golden.code, options);
  const name = `${golden.question_id} ${golden.gen}: ${reason}`;
  assertEquals(perTest, golden.results, name);
  assertEquals(verdict, hangs(golden) ? "timeout" : golden.passed ? "passed" : "failed", name);
}

for (const mode of ["canonical", "strict"] as CodeMode[]) {
  testWith(["bwrap", "python"], `LiveCodeBench's 34 programs, bubblewrap, ${mode}`, async () => {
    const all: Golden[] = await readGoldenJson("lmeval", "livecodebench", "grading.json");
    await using sandbox = await open("bubblewrap");
    assertEquals(await eachOf(all, (golden) => checkGolden(golden, { sandbox, mode })), 34);
    assertEquals(all.length, 34);
  });
}

Deno.test("LiveCodeBench's 34 programs, python: a batch, and an interpreter each for hangs and others", async () => {
  const all: Golden[] = await readGoldenJson("lmeval", "livecodebench", "grading.json");
  await using sandbox = await open("python");
  assert(sandbox.openBatch !== undefined);
  await using batch = await sandbox.openBatch();
  let count = 0;
  for (const golden of all.filter((one) => !hangs(one))) {
    await checkGolden(golden, { sandbox, batch });
    count++;
  }
  const alone = all.filter((one) =>
    hangs(one) || (one.question_id === "sum_two" && [3, 8, 10].includes(one.gen))
  );
  assertEquals(await eachOf(alone, (golden) => checkGolden(golden, { sandbox })), 5);
  assertEquals([count, all.length], [32, 34]);
});

testWith(["shared"], "the compact golden is the whole one", async () => {
  for (const file of ["grading.json", "pass_at_k.json", "wrap.json"]) {
    const whole = await readSharedJson("golden", "lmeval", "livecodebench", file);
    assertEquals(await readGoldenJson("lmeval", "livecodebench", file), whole);
  }
});

Deno.test("programs are laid bare and wrapped as LiveCodeBench does", async () => {
  const cases = await readGoldenJson("lmeval", "livecodebench", "wrap.json");
  const child = await Deno.readTextFile(new URL("../../lib/metric/python/grade_child.py", import.meta.url));
  const ask = `
for case in json.loads(sys.stdin.readline()):
    cleaned = unwrap_main(case["code"])
    wrapped = as_function(case["code"])
    print(json.dumps([cleaned, wrapped.removeprefix(PRELUDE)]))
`;
  const backend = findPart("bwrap") === null ? "python" : "bubblewrap";
  await using sandbox = await open(backend);
  const { stdout, stderr } = await sandbox.exec(["python3", "-I", "-S", "-c", child + ask], {
    stdin: `${JSON.stringify(cases)}\n`,
  });
  const found = stdout.trim().split("\n").map((line) => JSON.parse(line));
  // deno-lint-ignore no-explicit-any
  assertEquals(found, cases.map((one: any) => [one.cleaned, one.wrapped_tail]), stderr);
  assertEquals(found.length, 4);
});

Deno.test("pass@k of verdicts equals LiveCodeBench's", async () => {
  const golden = await readGoldenJson("lmeval", "livecodebench", "pass_at_k.json");
  const problems = Object.values(golden.results) as TestCode[][][];
  let count = 0;
  for (const k of golden.k_list.filter((one: number) => one <= golden.n)) {
    const each = problems.map((gens) =>
      passAtK(gens.length, gens.filter((gen) => gen.every((one) => Number(one) > 0)).length, k)
    );
    for (const [at, value] of each.entries()) {
      const wanted = golden.detail[`pass@${k}`][String(at)];
      assert(Math.abs(value - wanted) < 1e-12, `pass@${k} of ${at}`);
      count++;
    }
    const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
    assert(Math.abs(mean - golden.pass[`pass@${k}`]) < 1e-12);
  }
  assertEquals(count, 18);
});

testWith(["shared", "bwrap", "python"], "HumanEval golden runs: every verdict of lm-eval", async () => {
  await using sandbox = await open("bubblewrap");
  let count = 0;
  for (
    const [run, file] of [
      ["humaneval", "humaneval"],
      ["humaneval_instruct", "humaneval_instruct"],
      ["humaneval_instruct_chat", "humaneval_instruct"],
    ]
  ) {
    const rows = await readSharedJsonl("golden", "lmeval", run ?? "", `samples_${file}.jsonl`);
    count += await eachOf(rows, async (row) => {
      const [program] = row.filtered_resps[0];
      const { verdict, reason } = await gradeProgram(await codeProblem(row.doc), program, { sandbox });
      assertEquals(Number(verdict === "passed"), row["pass@1"], `${run} ${row.doc_id}: ${reason}`);
    });
  }
  assertEquals(count, 36);
});

testWith(["shared"], "HumanEval golden runs, python", async () => {
  await using sandbox = await open("python");
  assert(sandbox.openBatch !== undefined);
  await using batch = await sandbox.openBatch();
  const rows = await readSharedJsonl("golden", "lmeval", "humaneval", "samples_humaneval.jsonl");
  for (const row of rows) {
    const problem = await codeProblem(row.doc);
    const { verdict, reason } = await gradeProgram(problem, row.filtered_resps[0][0], { sandbox, batch });
    assertEquals(Number(verdict === "passed"), row["pass@1"], `${row.doc_id}: ${reason}`);
  }
  assertEquals(rows.length, 12);
});

async function humaneval() {
  const file = await Deno.open(sharedPath("data", "humaneval", "HumanEval.jsonl.gz"));
  const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

testWith(
  ["shared", "bwrap", "python"],
  "X12: HumanEval's own solutions pass 164 of 164; empty bodies 0",
  async () => {
    const rows = await humaneval();
    await using sandbox = await open("bubblewrap");
    assert(sandbox.openBatch !== undefined);
    await using batch = await sandbox.openBatch();
    const passed = { own: 0, none: 0, zero: 0 };
    for (const row of rows) {
      const problem = await codeProblem(row);
      for (
        const [name, body] of [
          ["own", row.canonical_solution],
          ["none", "    return None\n"],
          ["zero", "    return 0\n"],
        ] as const
      ) {
        const { verdict, reason, flags } = await gradeCode(problem, body, { sandbox, batch });
        if (verdict === "passed") passed[name]++;
        if (name === "own") assertEquals([verdict, flags], ["passed", []], `${row.task_id}: ${reason}`);
      }
    }
    assertEquals(rows.length, 164);
    assertEquals([passed.own, passed.none], [164, 0]);
    assert(passed.zero <= 2, `${passed.zero}`);
    await readShared("data", "humaneval", "SOURCE.md");
  },
);
