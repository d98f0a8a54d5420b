/**
 * The whole pipeline against a bare fetch loop, in interleaved pairs:
 * `deno run -A tests/bench/pipeline_bench.ts [--n 10000] [--pairs 5] [--long 100000]`.
 *
 * @module
 */
import { runUnits } from "../../lib/run/run_units.ts";
import { openLedger } from "../../lib/run/ledger.ts";
import { Random } from "../../lib/core/random.ts";
import {
  child,
  fakeServer,
  type Figure,
  interleave,
  type Measured,
  median,
  numberFlag,
  report,
} from "./figures.ts";

const n = numberFlag("n", 10_000);
const pairs = numberFlag("pairs", 5);
const long = numberFlag("long", 100_000);
const figures: Figure[] = [];

{
  await using server = await fakeServer(["--latency", "50"]);
  await child("pipeline_child.ts", ["full", Math.min(n, 200), 64, server.baseUrl]); // warms caches on disk
  const found = await interleave(
    pairs,
    () => child("pipeline_child.ts", ["full", n, 64, server.baseUrl]),
    () => child("pipeline_child.ts", ["raw", n, 64, server.baseUrl]),
  );
  const ideal = Math.ceil(n / 64) * 50;
  const raw = median(found.map(([, one]) => one.wallMs));
  figures.push(
    {
      what: `wall, ${n} chat samples at C=64 and 50 ms, against bare fetch`,
      value: median(found.map(([full, one]) => full.wallMs / one.wallMs)),
      limit: 1.05,
      unit: "x",
      note: `bare fetch ${(raw / ideal).toFixed(3)} x the ideal`,
    },
    {
      what: "CPU, the same",
      value: median(found.map(([full, one]) => full.cpuMs / one.cpuMs)),
      limit: 1.8,
      unit: "x",
      note: `${(median(found.map(([full]) => full.cpuMs)) * 1000 / n).toFixed(0)} µs a sample, bare ${
        (median(found.map(([, one]) => one.cpuMs)) * 1000 / n).toFixed(0)
      }`,
    },
    {
      what: "peak memory, the same",
      value: median(found.map(([full]) => full.peakMb ?? NaN)),
      limit: 180,
      unit: "MB",
    },
  );
}

{
  const short: Measured[] = [];
  const more: Measured[] = [];
  for (let at = 0; at < Math.min(pairs, 3); at++) {
    short.push(await child("pipeline_child.ts", ["mock", n, 64]));
    more.push(await child("pipeline_child.ts", ["mock", long, 64]));
  }
  // The start of the process cancels out in the difference.
  const cpu = short.map((one, at) => ((more[at]?.cpuMs ?? NaN) - one.cpuMs) * 1000 / (long - n));
  figures.push({
    what: "CPU a sample on a mock transport",
    value: median(cpu),
    limit: 40,
    unit: "µs",
    note: `with the start, ${n}: ${median(short.map((one) => one.cpuMs * 1000 / n)).toFixed(1)} µs`,
  });
}

{
  await using server = await fakeServer(["--latency", "5"]);
  const short = await child("pipeline_child.ts", ["full", n, 64, server.baseUrl]);
  const more = await child("pipeline_child.ts", ["full", long, 64, server.baseUrl]);
  figures.push({
    what: `more memory at ${long} samples, C=64 and 5 ms`,
    value: (more.peakMb ?? NaN) - (short.peakMb ?? NaN),
    limit: 60,
    unit: "MB",
    note: `${short.peakMb?.toFixed(0)} and ${more.peakMb?.toFixed(0)} MB`,
  });
}

{
  const items = Math.min(n, 6000);
  const random = new Random(5);
  const waits = Array.from({ length: items }, () => random.random() < 0.01 ? 600 : 10 + 30 * random.random());
  const ideal = waits.reduce((sum, ms) => sum + ms, 0) / 64;
  const runs = [];
  for (let at = 0; at < Math.min(pairs, 3); at++) {
    const folder = await Deno.makeTempDir();
    const ledger = await openLedger(`${folder}/ledger.jsonl`, { runId: "r" });
    const units = waits.map((ms, at) => ({
      id: `u${at}`,
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { status: "ok" as const, data: { text: "x".repeat(1000) } };
      },
    }));
    runs.push((await runUnits(units, { concurrency: 64, ledger })).durationMs / ideal);
    await ledger.close();
    await Deno.remove(folder, { recursive: true });
  }
  figures.push({ what: "1 % stragglers, against the ideal", value: median(runs), limit: 1.25, unit: "x" });
}

report(figures);
