/**
 * CPU of log-likelihood requests with echo and a shared prefix, beside bare fetch of the same prompts:
 * `deno run -A tests/bench/loglik_bench.ts [--n 20000] [--pairs 5]`.
 * The order by prefix with leaders is proved in tests/run/prefix_queue_test.ts.
 *
 * @module
 */
import { child, fakeServer, interleave, median, numberFlag, report } from "./figures.ts";

const n = numberFlag("n", 20_000);
const pairs = numberFlag("pairs", 5);

interface Cost {
  readonly cpuUs: number;
  readonly peakMb: number;
}

/** Cost of a prompt; the start of the process cancels out in the difference. */
async function costOf(mode: string, baseUrl: string): Promise<Cost> {
  const few = await child("loglik_child.ts", [mode, Math.ceil(n / 40), 16, baseUrl]);
  const all = await child("loglik_child.ts", [mode, Math.ceil(n / 4), 16, baseUrl]);
  return { cpuUs: (all.cpuMs - few.cpuMs) * 1000 / (n - n / 10), peakMb: all.peakMb ?? NaN };
}

await using texts = await fakeServer(["--latency", "5", "--tokenizer", "0"]);
await using ids = await fakeServer(["--latency", "5"]);
const found = await interleave(
  pairs,
  () => costOf("full", texts.baseUrl),
  () => costOf("raw", texts.baseUrl),
);
const asIds: Cost[] = [];
for (let at = 0; at < Math.min(pairs, 3); at++) asIds.push(await costOf("full", ids.baseUrl));
const bare = median(found.map(([, raw]) => raw.cpuUs));
report([
  {
    what: `CPU a prompt, ${n} prompts of 4 KB with echo`,
    value: median(found.map(([full]) => full.cpuUs)),
    limit: 200,
    unit: "µs",
    note: `bare fetch ${bare.toFixed(0)} µs, ratio ${
      median(found.map(([full, raw]) => full.cpuUs / raw.cpuUs)).toFixed(2)
    }`,
  },
  {
    what: "peak memory, the same",
    value: median(found.map(([full]) => full.peakMb)),
    limit: 250,
    unit: "MB",
  },
  {
    what: "CPU a prompt with five calls of the server's tokenizer for four prompts",
    value: median(asIds.map((one) => one.cpuUs)),
    limit: Infinity,
    unit: "µs",
  },
]);
