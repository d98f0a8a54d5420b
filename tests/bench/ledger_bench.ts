/**
 * What the ledger costs while writing and on resume:
 * `deno run -A tests/bench/ledger_bench.ts [--n 10000] [--pairs 5] [--resume 1000000]`.
 *
 * @module
 */
import { openLedger } from "../../lib/run/ledger.ts";
import { memoryLedger } from "../../lib/run/memory_ledger.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import { child, type Figure, interleave, median, numberFlag, report } from "./figures.ts";

const n = numberFlag("n", 10_000);
const pairs = numberFlag("pairs", 5);
const resume = numberFlag("resume", 1_000_000);
const folder = await Deno.makeTempDir();
const figures: Figure[] = [];

const run = async (onDisk: boolean): Promise<number> => {
  const path = `${folder}/write.jsonl`;
  const ledger = onDisk ? await openLedger(path, { runId: "r" }) : memoryLedger();
  const text = "x".repeat(1000);
  const units = Array.from({ length: n }, (_, at) => ({
    id: `u${at}`,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: "ok" as const, data: { text } };
    },
  }));
  const { durationMs } = await runUnits(units, { concurrency: 64, ledger });
  await ledger.close();
  if (onDisk) await Deno.remove(path);
  return durationMs;
};

try {
  const found = await interleave(pairs, () => run(true), () => run(false));
  figures.push({
    what: `group commit with fdatasync, ${n} units at C=64 and 50 ms, against memory`,
    value: median(found.map(([disk, memory]) => disk / memory)),
    limit: 1.05,
    unit: "x",
  });
  for (const [count, cpuLimit] of [[Math.ceil(resume / 10), 200], [resume, 1500]] as const) {
    const path = `${folder}/resume.jsonl`;
    await child("ledger_child.ts", ["make", path, count]);
    const { size } = await Deno.stat(path);
    const scans = await interleave(
      pairs,
      () => child("ledger_child.ts", ["scan", path, count]),
      () => child("ledger_child.ts", ["empty"]),
    );
    const note = `${(size / 1e6).toFixed(0)} MB`;
    const cpu = median(scans.map(([scan, empty]) => scan.cpuMs - empty.cpuMs));
    figures.push({ what: `resume of ${count} units, CPU`, value: cpu, limit: cpuLimit, unit: "ms", note });
    figures.push({
      what: `resume of ${count} units, peak memory`,
      value: median(scans.map(([scan]) => scan.peakMb ?? NaN)),
      limit: 90,
      unit: "MB",
    });
    await Deno.remove(path);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
report(figures);
