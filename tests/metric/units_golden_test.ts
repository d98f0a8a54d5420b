import { assert, assertEquals } from "@std/assert";
import { aggregateGroup } from "../../lib/metric/group.ts";
import { aggregateMetric } from "../../lib/metric/aggregate.ts";
import {
  bitsPerByteAggregation,
  medianAggregation,
  perplexityAggregation,
  weightedPerplexityAggregation,
} from "../../lib/metric/aggregation.ts";
import { bleu } from "../../lib/metric/bleu.ts";
import { brierAggregation } from "../../lib/metric/likelihood.ts";
import { chrf, chrfPlusPlus } from "../../lib/metric/chrf.ts";
import { exactlyMatches } from "../../lib/metric/exact_match.ts";
import { f1, mcc } from "../../lib/metric/classification.ts";
import { medcalcAccuracy } from "../../lib/metric/medcalc.ts";
import { medecFlagAccuracy } from "../../lib/metric/medec.ts";
import { defineMetric } from "../../lib/metric/metric.ts";
import { normalizeAnswer, tokenF1Of } from "../../lib/metric/token_f1.ts";
import { porterStem } from "../../lib/metric/porter.ts";
import { rougeScores, type RougeType } from "../../lib/metric/rouge_score.ts";
import { ter } from "../../lib/metric/ter.ts";
import { mean, meanStderr, sampleStddev, upperMedian } from "../../lib/stat/mean.ts";
import { passAtK } from "../../lib/stat/pass_at_k.ts";
import { readGolden, readGoldenJson, readShared, readSharedJson } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

function close(actual: number | null | undefined, wanted: number, what: string): void {
  assert(
    typeof actual === "number" && Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)),
    `${what}: wanted ${wanted}, found ${actual}`,
  );
}

// the perplexity vectors were made from the negated numbers: log-likelihoods
const minus = (xs: number[]): number[] => xs.map((x) => -x);

// deno-lint-ignore no-explicit-any
type Golden = any;

function checkMetrics(golden: Golden, counts: { rouge: number; passAtK: number }): void {
  let ran = 0;
  for (const { predictions, references, kwargs, exact_match } of golden.exact_match) {
    const options = {
      ignoreCase: kwargs.ignore_case === true,
      ignorePunctuation: kwargs.ignore_punctuation === true,
      ignoreNumbers: kwargs.ignore_numbers === true,
      regexesToIgnore: kwargs.regexes_to_ignore ?? [],
    };
    const hits = predictions.map((one: string, i: number) =>
      Number(exactlyMatches(one, references[i], options))
    );
    close(mean(hits), exact_match, JSON.stringify({ predictions, references, kwargs }));
    ran++;
  }
  assertEquals([ran, golden.exact_match.length], [13, 13]);

  ran = 0;
  for (const { reference, prediction, use_stemmer, scores } of golden.rouge) {
    const types = Object.keys(scores) as RougeType[];
    const found = rougeScores(reference, prediction, { types, stemmer: use_stemmer });
    for (const type of types) {
      for (const part of ["precision", "recall", "fmeasure"] as const) {
        close(found[type]?.[part], scores[type][part], `${type} ${part} of ${JSON.stringify(prediction)}`);
      }
    }
    ran++;
  }
  assertEquals([ran, golden.rouge.length], [counts.rouge, counts.rouge]);

  ran = 0;
  for (const { prediction, golds, normalized, f1: wanted, em } of golden.squad) {
    assertEquals(normalizeAnswer(prediction), normalized);
    close(Math.max(...golds.map((gold: string) => tokenF1Of(prediction, gold))), wanted, prediction);
    assertEquals(Number(golds.some((gold: string) => normalizeAnswer(gold) === normalized)), em);
    ran++;
  }
  assertEquals([ran, golden.squad.length], [11, 11]);

  const corpus = { bleu, chrf, "chrf++": chrfPlusPlus, ter };
  for (const [name, metric] of Object.entries(corpus)) {
    const items = golden.corpus.items as [string, string][];
    close(metric.aggregate(items), golden.corpus[name], name);
    items.forEach((item, i) =>
      close(metric.aggregate([item]), golden.corpus.per_item[i][name], `${name} of ${i}`)
    );
    const boot = golden.bootstrap[name];
    if (!boot) continue;
    const uncapped = { ...metric, aggregation: { ...metric.aggregation, iterationsCap: boot.iters } };
    close(
      aggregateMetric(uncapped, items, { bootstrapIters: boot.iters }).stderr,
      boot.stderr,
      `${name} error`,
    );
  }
  assertEquals(golden.corpus.per_item.length, 5);

  const scalar = golden.bootstrap_scalar;
  const median = defineMetric({ name: "m", score: () => null, aggregate: medianAggregation });
  const ppl = defineMetric({ name: "p", score: () => null, aggregate: perplexityAggregation });
  for (const [key, wanted] of Object.entries(scalar)) {
    if (key === "xs") continue;
    const iters = Number(/_(\d+)/.exec(key)?.[1]);
    const metric = key.startsWith("median") ? median : ppl;
    close(
      aggregateMetric(metric, key.startsWith("median") ? scalar.xs : minus(scalar.xs), {
        bootstrapIters: iters,
      }).stderr,
      wanted as number,
      key,
    );
  }

  const both = golden.class;
  close(f1.aggregate(both.items), both.f1, "f1");
  close(mcc.aggregate(both.items), both.mcc, "mcc");
  close(aggregateMetric(f1, both.items, { bootstrapIters: 1000 }).stderr, both.f1_bootstrap_1000, "f1 error");
  close(
    aggregateMetric(mcc, both.items, { bootstrapIters: 1000 }).stderr,
    both.mcc_bootstrap_1000,
    "mcc error",
  );
  close(brierAggregation.aggregate(golden.brier.items), golden.brier.value, "brier");

  const agg = golden.agg;
  close(mean(agg.xs), agg.mean, "mean");
  close(upperMedian(agg.xs), agg.median, "median");
  close(meanStderr(agg.xs), agg.mean_stderr, "stderr");
  close(sampleStddev(agg.xs), agg.sample_stddev, "stddev");
  close(perplexityAggregation.aggregate(minus(agg.xs)), agg.perplexity, "perplexity");
  const { items, weighted_perplexity, bits_per_byte } = agg.weighted;
  close(weightedPerplexityAggregation.aggregate(items), weighted_perplexity, "weighted");
  close(bitsPerByteAggregation.aggregate(items), bits_per_byte, "bits");

  const { stderrs, sizes, metrics, pooled, unweighted, agg_weighted, agg_unweighted } = golden.group;
  const members = sizes.map((n: number, i: number) => ({ n, value: metrics[i], stderr: stderrs[i] }));
  const bySize = aggregateGroup(members, { weightBySize: true });
  const byLeaf = aggregateGroup(members, { weightBySize: false });
  close(bySize.value, agg_weighted, "weighted");
  close(bySize.stderr, pooled, "pooled");
  close(byLeaf.value, agg_unweighted, "unweighted");
  close(byLeaf.stderr, unweighted, "unweighted error");

  ran = 0;
  for (const { n, c, k, value } of golden.pass_at_k) {
    close(passAtK(n, c, k), value, `pass@${k} of ${c}/${n}`);
    ran++;
  }
  assertEquals([ran, golden.pass_at_k.length], [counts.passAtK, counts.passAtK]);
  assertEquals(Object.keys(golden).length, 11);
}

function checkMedhelm(golden: Golden): void {
  for (
    const { category, reference, lower_limit, upper_limit, prediction, medcalc_bench_accuracy } of golden
      .medcalc
  ) {
    const row = { category, reference, lower: lower_limit, upper: upper_limit };
    assertEquals(
      medcalcAccuracy(prediction, row),
      medcalc_bench_accuracy,
      JSON.stringify({ row, prediction }),
    );
  }
  for (const { reference, prediction, medec_error_flag_accuracy } of golden.medec) {
    assertEquals(medecFlagAccuracy(prediction, reference), medec_error_flag_accuracy, prediction);
  }
  assertEquals([golden.medcalc.length, golden.medec.length], [12, 24]);
}

function checkStems(text: string, count: number): void {
  const rows = text.split("\n").filter((line) => line !== "");
  let ran = 0;
  for (const row of rows) {
    const [word, stem] = row.split("\t") as [string, string];
    assertEquals(porterStem(word), stem, word);
    ran++;
  }
  assertEquals([ran, rows.length], [count, count]);
}

Deno.test("golden metrics: the compact vectors", async () => {
  checkMetrics(await readGoldenJson("lmeval", "units", "metrics.json"), { rouge: 12, passAtK: 20 });
  checkMedhelm(await readGoldenJson("lmeval", "units", "medhelm_metrics.json"));
  checkStems(await readGolden("lmeval", "units", "porter_stems.tsv"), 418);
});

testWith(["shared"], "golden metrics: all shared vectors", async () => {
  checkMetrics(await readSharedJson("golden", "lmeval", "_units", "metrics.json"), {
    rouge: 30,
    passAtK: 100,
  });
});

testWith(["shared"], "golden metrics: MedCalc and MEDEC", async () => {
  checkMedhelm(await readSharedJson("golden", "lmeval", "_units", "medhelm_metrics.json"));
});

testWith(["shared"], "golden stems: all 12,522", async () => {
  checkStems(await readShared("golden", "lmeval", "_units", "porter_stems.tsv"), 12522);
});
