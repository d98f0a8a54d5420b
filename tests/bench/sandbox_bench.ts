/**
 * Figures of the sandboxes, as ratios in one run:
 * `deno run -A tests/bench/sandbox_bench.ts [--pairs 15] [--items 164] [--many 10000]`.
 * Needs bubblewrap, Python and bash.
 *
 * @module
 */
import { openBubblewrap } from "../../lib/sandbox/bubblewrap.ts";
import { openDenoChild } from "../../lib/sandbox/deno_child.ts";
import { openPythonWasm } from "../../lib/sandbox/python_wasm.ts";
import { runProcess } from "../../lib/sandbox/run_process.ts";
import { processesWith } from "../support/process.ts";
import { type Figure, interleave, median, numberFlag, report } from "./figures.ts";

const pairs = numberFlag("pairs", 15);
const items = numberFlag("items", 164);
const many = numberFlag("many", 10_000);
const folder = await Deno.makeTempDir();
await Deno.writeTextFile(`${folder}/empty.ts`, "");

/** CPU of all children this process has waited for so far in ms. */
async function childrenCpuMs(): Promise<number> {
  const stat = await Deno.readTextFile("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = await childrenCpuMs();
  await work();
  return await childrenCpuMs() - before;
}

async function wallOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const env = { PATH: "/usr/bin:/bin", DENO_DIR: `${folder}/deno`, NO_COLOR: "1" };
const quiet = { env, wallMs: 60_000, outputBytes: 10_000 };
const figures: Figure[] = [];

// An empty program in the sandbox `deno`, bubblewrap and all, against an empty Deno.
{
  await using box = await openDenoChild({ limits: { wallMs: 60_000 } });
  await box.write("empty.ts", "");
  const starts = await interleave(
    pairs,
    () => wallOf(() => runProcess([Deno.execPath(), "run", `${folder}/empty.ts`], quiet)),
    () => wallOf(() => box.exec(["deno", "run", "empty.ts"])),
  );
  figures.push({
    what: "deno child start / empty Deno start",
    value: median(starts.map(([plain, child]) => child / plain)),
    limit: 2,
    unit: "x",
    note: `${median(starts.map(([plain]) => plain)).toFixed(0)} ms empty`,
  });
}

// Python: plain process, a box each, forks in one box.
const code = "def f(x):\n    return sorted(x)\nassert f([3, 1, 2]) == [1, 2, 3]\n";
const python = ["/usr/bin/python3", "-I", "-S", "-c", code];
{
  await using box = await openBubblewrap({ limits: { wallMs: 60_000 } });
  const open = box.openBatch;
  if (open === undefined) throw new Error("no batch");
  await using batch = await open();
  await batch.run({ code });
  const rounds = await interleave(
    Math.max(3, Math.ceil(items / 40)),
    async () =>
      await wallOf(async () => {
        for (let at = 0; at < 10; at++) await runProcess(python, quiet);
      }),
    async () => [
      await wallOf(async () => {
        for (let at = 0; at < 10; at++) await box.exec(python.with(0, "python3"));
      }),
      await wallOf(async () => {
        for (let at = 0; at < 10; at++) await batch.run({ code });
      }),
    ],
  );
  const plainMs = median(rounds.map(([plain]) => plain / 10));
  const note = `${plainMs.toFixed(1)} ms plain`;
  const ratio = (pick: (both: number[]) => number) =>
    median(rounds.map(([plain, both]) => pick(both) / plain));
  figures.push({
    what: "bubblewrap an item / plain process",
    value: ratio((b) => b[0] ?? NaN),
    limit: 4,
    unit: "x",
    note,
  });
  figures.push({
    what: "pool an item / plain process",
    value: ratio((b) => b[1] ?? NaN),
    limit: 0.5,
    unit: "x",
    note,
  });

  // Many executions: nothing stays, memory is flat.
  const rss: number[] = [];
  for (let at = 0; at < many; at++) {
    const { reason } = await batch.run({ code });
    if (reason !== "ok") throw new Error(`item ${at}: ${reason}`);
    if (at % Math.ceil(many / 10) === 0) rss.push(Deno.memoryUsage().rss);
  }
  const left = (await box.exec(["sh", "-c", "ls -A /tmp /work | grep -v :$ | grep -c ."])).stdout.trim();
  const inner = processesWith("output_bytes").length;
  figures.push({ what: `files left after ${many} items`, value: Number(left), limit: 0, unit: "files" });
  figures.push({
    what: "processes of the pool (sh, bwrap, bwrap, python)",
    value: inner,
    limit: 4,
    unit: "processes",
  });
  const [early = NaN, last = NaN] = [rss[Math.floor(rss.length / 3)], rss.at(-1)];
  figures.push({ what: "memory, last / first third", value: last / early, limit: 1.2, unit: "x" });
}

// Python in WebAssembly.
{
  await using box = await openPythonWasm({ limits: { wallMs: 60_000 } });
  await box.exec(["python3", "-c", code]);
  const fresh: number[] = [];
  for (let at = 0; at < 5; at++) fresh.push(await cpuOf(() => box.exec(["python3", "-c", code])));
  figures.push({
    what: "Pyodide, fresh interpreter an item, CPU",
    value: median(fresh),
    limit: 1_000,
    unit: "ms",
  });
  const open = box.openBatch;
  if (open === undefined) throw new Error("no batch");
  await using batch = await open();
  await batch.run({ code });
  const spent = await wallOf(async () => {
    for (let at = 0; at < items; at++) await batch.run({ code });
  });
  figures.push({ what: "Pyodide, trusted batch an item", value: spent / items, limit: 15, unit: "ms" });
}
await Deno.remove(folder, { recursive: true });
report(figures);
