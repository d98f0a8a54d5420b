// deno-lint-ignore-file no-console -- a script that prints
/**
 * How much of a real quota the adaptive limit uses, against the fake server in
 * a process of its own: `deno run -A tests/bench/rate_limit_bench.ts [--pairs 5] [--only NAME]`.
 *
 * Measured against a client that knows the quota: the same requests,
 * interleaved, so that a slow machine slows both. For a rate it is the share of
 * what the bucket gave in the time that was needed, against that client's share.
 *
 * @module
 */
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { type RateLimitOptions, withRateLimit } from "../../lib/model/with_rate_limit.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { fakeServer, type Figure, interleave, median, numberFlag, report } from "./figures.ts";

/** Callers, as in a run with `--concurrency 256`. */
const CALLERS = 256;

interface Quota {
  readonly name: string;
  readonly n: number;
  readonly latencyMs: number;
  readonly concurrent?: number;
  readonly perSecond?: number;
  readonly burst?: number;
  readonly retryAfterSeconds?: number;
}

const QUOTAS: readonly Quota[] = [
  { name: "16 at once, 200 ms", n: 600, latencyMs: 200, concurrent: 16 },
  { name: "48 at once, 20 ms", n: 9000, latencyMs: 20, concurrent: 48 },
  { name: "48 at once, 50 ms", n: 5000, latencyMs: 50, concurrent: 48 },
  { name: "50 a second", n: 350, latencyMs: 20, perSecond: 50, burst: 50 },
  { name: "150 a second", n: 1050, latencyMs: 20, perSecond: 150, burst: 150 },
  { name: "1000 a second", n: 7000, latencyMs: 20, perSecond: 1000, burst: 1000 },
  {
    name: "50 a second, bucket of 10, Retry-After 1",
    n: 350,
    latencyMs: 20,
    perSecond: 50,
    burst: 10,
    retryAfterSeconds: 1,
  },
  {
    name: "150 a second, bucket of 15, Retry-After 0.2",
    n: 1050,
    latencyMs: 20,
    perSecond: 150,
    burst: 15,
    retryAfterSeconds: 0.2,
  },
  {
    name: "1000 a second, bucket of 100, Retry-After 1",
    n: 7000,
    latencyMs: 20,
    perSecond: 1000,
    burst: 100,
    retryAfterSeconds: 1,
  },
];

interface Pass {
  readonly wallMs: number;
  readonly refused: number;
}

async function pass(baseUrl: string, n: number, known?: RateLimitOptions): Promise<Pass> {
  let refused = 0;
  const base = openaiChat("fake-model", { baseUrl });
  const model = withRetry(withRateLimit(base, known ?? { maxConcurrent: CALLERS }), {
    rateLimitAttempts: 1000,
  });
  const emit = (event: { kind: string }): void => void (event.kind === "model.retry" && refused++);
  const startMs = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: CALLERS }, async () => {
    while (next < n) {
      await model({ type: "chat", messages: [{ role: "user", content: `Question ${next++}` }] }, { emit });
    }
  }));
  const wallMs = performance.now() - startMs;
  await base.close?.();
  return { wallMs, refused };
}

async function measure(quota: Quota, pairs: number): Promise<Figure> {
  const { name, n, latencyMs, concurrent = 0, perSecond = 0, burst = 0, retryAfterSeconds = 0 } = quota;
  const flags = ["--latency", latencyMs, "--rps", perSecond, "--burst", burst, "--concurrent", concurrent];
  flags.push("--retry-after", retryAfterSeconds);
  await using server = await fakeServer(flags.map(String));
  const shares: number[] = [];
  const refusals: number[] = [];
  const known = concurrent > 0
    ? { maxConcurrent: concurrent, startConcurrent: concurrent }
    : { perSecond, maxConcurrent: CALLERS, startConcurrent: CALLERS };
  // The bucket is full again before each pass.
  const refill = () =>
    new Promise((done) => setTimeout(done, perSecond > 0 ? 1000 * burst / perSecond + 50 : 0));
  const run = async (limit?: RateLimitOptions) => (await refill(), await pass(server.baseUrl, n, limit));
  const used = ({ wallMs }: Pass) => concurrent > 0 ? 1 / wallMs : n / (burst + perSecond * wallMs / 1000);
  for (const [ours, oracle] of await interleave(pairs, () => run(), () => run(known))) {
    shares.push(used(ours) / used(oracle));
    refusals.push(ours.refused / (n + ours.refused));
  }
  const share = median(shares);
  return {
    what: name,
    value: 1 / share,
    limit: 1.25,
    unit: "x",
    note: `${(100 * share).toFixed(0)} % of what a client gets that knows the quota (worst ${
      (100 * Math.min(...shares)).toFixed(0)
    } %), ${(100 * median(refusals)).toFixed(1)} % refused`,
  };
}

const only = Deno.args[Deno.args.indexOf("--only") + 1];
const figures: Figure[] = [];
for (const quota of QUOTAS) {
  if (Deno.args.includes("--only") && !quota.name.includes(only ?? "")) continue;
  figures.push(await measure(quota, numberFlag("pairs", 5)));
  console.error(figures.at(-1)?.what, figures.at(-1)?.note);
}
report(figures);
