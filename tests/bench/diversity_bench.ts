// deno-lint-ignore-file no-console -- a script that prints
/**
 * N-gram clustering: `clusterTexts` against benchmax 0.2.0 on the same 256
 * completions of 400 words, at thresholds where all, some and none join.
 *
 * `PYTHON=venv/bin/python deno run -A tests/bench/diversity_bench.ts [--runs 5]`
 * with a Python 3.12 that has `benchmax==0.2.0 openai==2.54.0 httpx` from
 * PyPI. Exits 1 when clusters differ or the ratio is below 15. Each side times
 * its own call; the best of its runs counts.
 *
 * @module
 */
import { Random } from "../../lib/core/random.ts";
import { clusterTexts } from "../../lib/reward/cluster_texts.ts";
import { ngramDiversity } from "../../lib/reward/diversity_config.ts";
import { tempDir } from "../support/temp.ts";
import { numberFlag, report } from "./figures.ts";

const THRESHOLDS = [0.5, 0.7, 0.95];
const RUNS = numberFlag("runs", 5);

const PYTHON = `
import asyncio, inspect, json, sys, time
from benchmax.rewards import NgramDiversityConfig, cluster_texts
texts = json.load(open(sys.argv[1])); found = []
for threshold in json.loads(sys.argv[2]):
    best = 1e9
    for _ in range(int(sys.argv[3])):
        start = time.perf_counter()
        result = cluster_texts(texts, NgramDiversityConfig(n=3, similarity_threshold=threshold))
        if inspect.isawaitable(result):
            async def wait(it): return await it
            result = asyncio.run(wait(result))
        best = min(best, time.perf_counter() - start)
    found.append({"ms": best * 1000, "ids": list(result.cluster_ids)})
print(json.dumps(found))
`;

/** Texts in families: a base of 400 words of which a part is drawn anew. */
function completions(count: number, words: number): string[] {
  const random = new Random(7);
  const below = (n: number): number => Math.floor(random.random() * n);
  const word = (): string =>
    Array.from(
      { length: 2 + below(8) },
      () => "etaoinshrdlucmfwypvbgkqjxz"[Math.floor(26 * random.random() ** 2)],
    )
      .join("");
  const vocabulary = Array.from({ length: 3000 }, word);
  const pick = (): string => vocabulary[below(vocabulary.length)] ?? "";
  const bases = Array.from({ length: 40 }, () => Array.from({ length: words }, pick));
  return Array.from({ length: count }, () => {
    const base = bases[below(bases.length)] ?? [];
    const share = random.random() * 0.4;
    return base.map((one) => random.random() < share ? pick() : one).join(" ");
  });
}

const texts = completions(256, 400);
await using dir = await tempDir();
const file = `${dir.path}/texts.json`;
await Deno.writeTextFile(file, JSON.stringify(texts));
const { stdout, success } = await new Deno.Command(Deno.env.get("PYTHON") ?? "python3", {
  args: ["-c", PYTHON, file, JSON.stringify(THRESHOLDS), String(Math.min(RUNS, 3))],
  stderr: "inherit",
}).output();
if (!success) throw new Error("the original did not run: set PYTHON, see the head of this file");
const theirs: { ms: number; ids: string[] }[] = JSON.parse(new TextDecoder().decode(stdout));

const figures = [];
for (const [i, similarityThreshold] of THRESHOLDS.entries()) {
  let bestMs = Infinity;
  let ids: readonly string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startMs = performance.now();
    ({ clusterIds: ids } = await clusterTexts(texts, ngramDiversity({ similarityThreshold })));
    bestMs = Math.min(bestMs, performance.now() - startMs);
  }
  const other = theirs[i] ?? { ms: NaN, ids: [] };
  if (JSON.stringify(other.ids) !== JSON.stringify(ids)) {
    console.log(`clusters differ at ${similarityThreshold}`);
    Deno.exitCode = 1;
  }
  figures.push({
    what: `threshold ${similarityThreshold}: ours / theirs`,
    value: bestMs / other.ms,
    limit: 1 / 15,
    unit: "x",
    note: `${bestMs.toFixed(1)} ms against ${other.ms.toFixed(0)} ms, ${new Set(ids).size} clusters, ${
      (other.ms / bestMs).toFixed(0)
    } x faster`,
  });
}
report(figures);
