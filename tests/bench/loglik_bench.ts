/**
 * CPU of log-likelihood requests with echo and a shared prefix:
 * `deno run -A tests/bench/loglik_bench.ts [--n 20000] [--pairs 3]`.
 * The order by prefix with leaders is proved in tests/run/prefix_queue_test.ts.
 *
 * @module
 */
import { child, fakeServer, median, numberFlag, report } from "./figures.ts";

const n = numberFlag("n", 20_000);
const pairs = numberFlag("pairs", 3);
await using server = await fakeServer(["--latency", "5"]);
const runs = [];
for (let at = 0; at < pairs; at++) {
  const few = await child("loglik_child.ts", [Math.ceil(n / 40), 16, server.baseUrl]);
  const all = await child("loglik_child.ts", [Math.ceil(n / 4), 16, server.baseUrl]);
  runs.push({ cpu: (all.cpuMs - few.cpuMs) * 1000 / (n - n / 10), peakMb: all.peakMb ?? NaN });
}
report([
  {
    what: `CPU a prompt, ${n} prompts of 4 KB with echo`,
    value: median(runs.map((run) => run.cpu)),
    limit: 200,
    unit: "µs",
  },
  { what: "peak memory", value: median(runs.map((run) => run.peakMb)), limit: 250, unit: "MB" },
]);
