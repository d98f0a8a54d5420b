/**
 * JSON lines: `fromJsonl` against CPython's `json.loads` line by line.
 *
 * `deno run -A tests/bench/jsonl_bench.ts [PAIRS] [ROWS]`: interleaved pairs
 * (default 5) over 1,000,000 rows of some 300 bytes (two files, with and without
 * an own id; the latter also get a content hash a row), then the peak memory
 * over a tenth of the rows and over all of them. Needs python3 and Linux's /proc.
 *
 * @module
 */
import { fromJsonl } from "../../lib/dataset/from_jsonl.ts";
import { tempDir } from "../support/temp.ts";

/** What one reading cost. */
interface Cost {
  readonly rows: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

const PYTHON = `
import json, resource, sys, time
start = time.perf_counter(); rows = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        json.loads(line); rows += 1
wall = time.perf_counter() - start
use = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"rows": rows, "wallMs": wall * 1000, "cpuMs": (use.ru_utime + use.ru_stime) * 1000, "peakMb": use.ru_maxrss / 1024}))
`;

async function readSelf(path: string): Promise<Cost> {
  const start = performance.now();
  let rows = 0;
  for await (const doc of fromJsonl(path)) if (doc.index >= 0) rows++;
  const wallMs = performance.now() - start;
  const { default: process } = await import("node:process");
  const { user, system } = process.cpuUsage();
  const peak = /VmHWM:\s+(\d+)/.exec(await Deno.readTextFile("/proc/self/status"))?.[1] ?? "0";
  return { rows, wallMs, cpuMs: (user + system) / 1000, peakMb: Number(peak) / 1024 };
}

async function run(command: string, args: readonly string[]): Promise<Cost> {
  const { stdout, success } = await new Deno.Command(command, { args: [...args], stderr: "inherit" })
    .output();
  if (!success) throw new Error(`${command} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function writeRows(path: string, { rows, own }: { rows: number; own: boolean }): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const writer = file.writable.getWriter();
  const filler = "the quick brown fox jumps over the lazy dog, ".repeat(4);
  for (let at = 0; at < rows;) {
    let text = "";
    for (const end = Math.min(rows, at + 5000); at < end; at++) {
      const id = own ? `"id":"row-${at}",` : "";
      text += `{${id}"question":"What is ${at} + ${at}? ${filler}","choices":["${at}","${
        2 * at
      }"],"answer":1,"weight":0.${at}}\n`;
    }
    await writer.write(new TextEncoder().encode(text));
  }
  await writer.close();
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const print = (line: string): Promise<number> => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));

if (import.meta.main) {
  const [first = "5", second = "1000000"] = Deno.args;
  if (first === "--read") await print(JSON.stringify(await readSelf(second)));
  else {
    const [pairs, rows] = [Number(first), Number(second)];
    await using dir = await tempDir();
    const self = (path: string): Promise<Cost> =>
      run(Deno.execPath(), ["run", "-A", import.meta.filename ?? "", "--read", path]);
    for (const own of [true, false]) {
      const path = dir.join("rows.jsonl");
      await writeRows(path, { rows, own });
      const costs: { ours: Cost; theirs: Cost }[] = [];
      for (let i = 0; i < pairs; i++) {
        costs.push({ ours: await self(path), theirs: await run("python3", ["-c", PYTHON, path]) });
      }
      const ratio = (pick: (cost: Cost) => number): string =>
        median(costs.map(({ ours, theirs }) => pick(ours) / pick(theirs))).toFixed(2);
      const middle = (pick: (cost: Cost) => number): string =>
        median(costs.map(({ ours }) => pick(ours))).toFixed(0);
      await print(
        `${own ? "own ids" : "content ids"}: wall ${ratio((c) => c.wallMs)} x, CPU ${
          ratio((c) => c.cpuMs)
        } x of CPython's json ` +
          `(${middle((c) => c.wallMs)} ms for ${costs[0]?.ours.rows} rows, peak ${
            middle((c) => c.peakMb)
          } MB)`,
      );
      await writeRows(path, { rows: rows / 10, own });
      await print(`  peak over a tenth of the rows: ${(await self(path)).peakMb.toFixed(0)} MB`);
    }
  }
}
