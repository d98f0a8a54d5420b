import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { JudgeError } from "../../lib/core/errors.ts";
import { clusterTexts } from "../../lib/reward/cluster_texts.ts";
import { llmDiversity, ngramDiversity } from "../../lib/reward/diversity_config.ts";
import { jaccard, ngramSet } from "../../lib/reward/ngram.ts";
import { indexNgrams, sharedGrams } from "../../lib/reward/ngram_index.ts";
import { scaleByDiversity } from "../../lib/reward/scale_by_diversity.ts";
import { sortCodePoints } from "../../lib/core/sort_code_points.ts";
import { fc } from "../support/fast_check.ts";
import { goldenTests } from "./golden.ts";
import { stubJudge } from "./stub_judge.ts";

goldenTests("ngram_diversity", 51, async ({ input, expected }) => {
  const by = () => ngramDiversity({ n: input.n, similarityThreshold: input.threshold });
  if (input.op === "ngrams") assertEquals(sortCodePoints([...ngramSet(input.text, input.n)]), expected);
  else if (input.op === "jaccard") {
    assertEquals(jaccard(ngramSet(input.a, input.n), ngramSet(input.b, input.n)), expected);
  } else if (input.op === "cluster") {
    const { clusterIds, divisors, nClusters, labels, rawResponse } = await clusterTexts(input.texts, by());
    const found = {
      "cluster_ids": clusterIds,
      divisors,
      "n_clusters": nClusters,
      labels,
      "raw_response": rawResponse,
    };
    assertEquals(found, expected);
  } else if (input.op === "scale") {
    const run = () => scaleByDiversity(input.rewards, input.texts, by());
    if (expected.error !== undefined) return void await assertRejects(run, RangeError);
    const { rewards, clusters } = await run();
    assertEquals({ rewards, divisors: clusters.divisors }, expected);
  } else {
    const { n, similarity_threshold: similarityThreshold } = input.kw;
    const options = {
      ...(n === undefined ? {} : { n }),
      ...(similarityThreshold === undefined ? {} : { similarityThreshold }),
    };
    assertThrows(() => ngramDiversity(options), RangeError);
  }
});

goldenTests("llm_diversity", 19, async ({ input, expected }) => {
  const judge = stubJudge(() => input.judge_raw);
  const { max_tokens: maxTokens, ...rest } = input.config;
  const run = () =>
    clusterTexts(input.texts, llmDiversity({ judge, ...rest, ...(maxTokens ? { maxTokens } : {}) }));
  if (expected.error === "ValueError") {
    return void assertThrows(() => llmDiversity({ judge, ...rest }), RangeError);
  }
  if (expected.error !== undefined) return void await assertRejects(run, JudgeError);
  const { clusterIds, divisors, labels, nClusters } = await run();
  const calls = judge.calls.map(({ request }) => ({
    "request_id": request.requestId,
    temperature: request.temperature,
    "max_tokens": request.maxTokens,
  }));
  assertEquals({ "cluster_ids": clusterIds, divisors, labels, "n_clusters": nClusters, calls }, expected);
});

/** Single linkage by the definition, over sets of texts. */
function slowClusters(texts: readonly string[], n: number, threshold: number): string[] {
  const sets = texts.map((text) => ngramSet(text, n));
  const ids: number[] = texts.map((_, i) => i);
  sets.forEach((a, i) =>
    sets.forEach((b, j) => {
      if (jaccard(a, b) < threshold) return;
      const [from, to] = [ids[j], ids[i]];
      ids.forEach((id, k) => ids[k] = id === from ? to as number : id);
    })
  );
  const names = [...new Set(ids)];
  return ids.map((id) => String(names.indexOf(id)));
}

Deno.test("property: bit sets give the clusters of the definition", async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "C", " ", "é", "🜁"), maxLength: 12 }), {
    maxLength: 12,
  });
  const threshold = fc.constantFrom(0, 0.2, 1 / 3, 0.5, 0.8, 1);
  await fc.assert(fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), threshold, async (list, n, at) => {
    const { clusterIds } = await clusterTexts(list, ngramDiversity({ n, similarityThreshold: at }));
    if (list.length > 1) assertEquals([...clusterIds], slowClusters(list, n, at));
  }));
});

Deno.test("n-grams are numbered by table, by number and by text alike", () => {
  const texts = ["the cat sat on the mat", "the cat ran", "", "xy"];
  for (const n of [1, 3, 7, 9, 30]) {
    const index = indexNgrams(texts, n);
    texts.forEach((a, i) =>
      texts.forEach((b, j) => {
        assertEquals(
          sharedGrams(index, i, j),
          ngramSet(a, n).intersection(ngramSet(b, n)).size,
          `${n} ${i} ${j}`,
        );
      })
    );
  }
  assert(indexNgrams([], 3).words >= 1);
});
