/**
 * HumanEval's own 164 solutions graded: in a bubblewrap box each, and in the
 * warm pool, against a plain `python3` process each without any isolation.
 *
 * `deno run -A tests/bench/grading_bench.ts [--n ROWS] [--pairs N]`. Needs
 * bubblewrap, Python and the shared data.
 *
 * @module
 */
import { codeProblem } from "../../lib/metric/code_problem.ts";
import { gradeCode } from "../../lib/metric/grade_code.ts";
import { openSandbox } from "../../lib/sandbox/open_sandbox.ts";
import { sharedPath } from "../support/shared.ts";
import { interleave, median, numberFlag, report } from "./figures.ts";

const file = await Deno.open(sharedPath("data", "humaneval", "HumanEval.jsonl.gz"));
const text = await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
const rows = text.trim().split("\n").map((line) => JSON.parse(line)).slice(0, numberFlag("n", 164));

/** Milliseconds for all rows, two at a time. */
async function timed(grade: (row: typeof rows[number]) => Promise<boolean>): Promise<number> {
  const queue = [...rows];
  const start = performance.now();
  await Promise.all([1, 2].map(async () => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      if (!await grade(row)) throw new Error(`${row.task_id} did not pass`);
    }
  }));
  return performance.now() - start;
}

async function plain(row: typeof rows[number]): Promise<boolean> {
  const child = new Deno.Command("/usr/bin/python3", {
    args: ["-I", "-S", "-"],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const program = `${row.prompt}${row.canonical_solution}\n${row.test}\ncheck(${row.entry_point})\n`;
  await writer.write(new TextEncoder().encode(program));
  await writer.close();
  return (await child.status).success;
}

await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
const batches = await Promise.all([1, 2].map(async () => await sandbox.openBatch?.()));
let turn = 0;
const boxed = () =>
  timed(async (row) =>
    (await gradeCode(await codeProblem(row), row.canonical_solution, { sandbox })).verdict === "passed"
  );
const pooled = () =>
  timed(async (row) => {
    const batch = batches[turn++ % batches.length];
    const options = { sandbox, ...(batch === undefined ? {} : { batch }) };
    return (await gradeCode(await codeProblem(row), row.canonical_solution, options)).verdict === "passed";
  });

await pooled();
const pairs = numberFlag("pairs", 5);
const inBox = await interleave(pairs, () => timed(plain), boxed);
const inPool = await interleave(pairs, () => timed(plain), pooled);
const ratio = (found: [number, number][]): number => median(found.map(([a, b]) => b / a));
const each = (found: number[]): string => `${(median(found) / rows.length).toFixed(1)} ms an item`;
report([
  { what: "plain process each", value: 1, limit: Infinity, unit: "x", note: each(inBox.map(([a]) => a)) },
  { what: "bubblewrap each", value: ratio(inBox), limit: 4, unit: "x", note: each(inBox.map(([, b]) => b)) },
  { what: "pool", value: ratio(inPool), limit: 0.5, unit: "x", note: each(inPool.map(([, b]) => b)) },
]);
