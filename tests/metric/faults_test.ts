import { assert, assertEquals, assertThrows } from "@std/assert";
import { acc, accBytes, accMutualInfo, accNorm } from "../../lib/metric/acc.ts";
import { isTie, judgeTies } from "../../lib/metric/ties.ts";
import { aggregateGroup } from "../../lib/metric/group.ts";
import { aggregateMetric } from "../../lib/metric/aggregate.ts";
import { answerListScores } from "../../lib/metric/answer_list.ts";
import { atLeast } from "../../lib/stat/at_least.ts";
import { brierScore } from "../../lib/metric/likelihood.ts";
import { defineMetric } from "../../lib/metric/metric.ts";
import { exactMatch } from "../../lib/metric/exact_match.ts";
import { f1, mcc } from "../../lib/metric/classification.ts";
import { macroF1, macroF1Of } from "../../lib/metric/macro_f1.ts";
import { metricOf, scoreSample, taskMetrics } from "../../lib/metric/score_sample.ts";
import { numberMatch, numberMatchFlexible } from "../../lib/metric/number_match.ts";
import { parseMetricKey } from "../../lib/metric/metric_key.ts";
import { primaryMetric } from "../../lib/metric/primary.ts";
import { registerMetric, resolveMetric } from "../../lib/metric/registry.ts";
import { retrievalScores } from "../../lib/metric/retrieval.ts";
import { rougeScores } from "../../lib/metric/rouge_score.ts";
import { isBlindToRouge, rouge } from "../../lib/metric/rouge.ts";
import { scoreInterval } from "../../lib/metric/interval.ts";
import { isBenchError } from "../../lib/core/errors.ts";
import type { SampleValue, SampleView } from "../../lib/task/task.ts";

const blank: SampleView = {
  outputType: "multiple_choice",
  fields: {},
  target: 0,
  choices: [],
  logliks: [],
  greedy: [],
  unconditional: [],
  responses: [],
};

const reply = (text: string | null, target: string | string[] = "yes"): SampleView => ({
  ...blank,
  outputType: "generate_until",
  target,
  responses: [text],
});

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isBenchError(error)) return error.code;
    throw error;
  }
  return "none";
}

Deno.test("S02: stderr stays 0 at the ends, the interval does not", () => {
  const zeros = aggregateMetric(acc, Array(25).fill(0));
  assertEquals(zeros, { value: 0, stderr: 0, n: 25 });
  const low = scoreInterval(Array(25).fill(0), zeros);
  assertEquals([low?.low, low?.high.toFixed(10), low?.method], [0, "0.1331922509", "wilson"]);
  const high = scoreInterval(Array(25).fill(1), aggregateMetric(acc, Array(25).fill(1)));
  assertEquals([high?.low.toFixed(10), high?.high], ["0.8668077491", 1]);
});

Deno.test("scoreInterval: t for means, z for bootstraps, inside the range", () => {
  const score = { value: 0.9, stderr: 0.1, n: 11 };
  const t = scoreInterval([0.5, 1], score);
  assertEquals([t?.method, t?.low.toFixed(6), t?.high.toFixed(6)], ["t", "0.677186", "1.122814"]);
  assertEquals(scoreInterval([0.5, 1], score, { range: [0, 1] })?.high, 1);
  const z = scoreInterval([0.5, 1], score, { stderr: "bootstrap", level: 0.9 });
  assertEquals([z?.method, z?.low.toFixed(6)], ["bootstrap", "0.735515"]);
  assertEquals(scoreInterval([0.5], { value: 0.5, stderr: null, n: 1 }), null);
  assertEquals(scoreInterval([], { value: null, stderr: null, n: 0 }), null);
});

Deno.test("S03: no error is null, never a text", () => {
  const values = [[0, [0.5, 0.5]], [1, [0.5, 0.5]]];
  assertEquals(aggregateMetric(brierScore, values), { value: 0.5, stderr: null, n: 2 });
  assertEquals(aggregateMetric(acc, [1]), { value: 1, stderr: null, n: 1 });
  assertEquals(aggregateMetric(acc, [1, 0], { bootstrapIters: 0 }).stderr, null);
});

Deno.test("S04: keys are metric and filter; a missing primary metric is an error", () => {
  const names = ["alias", "sample_len", "acc_stderr,none", "acc,none"];
  assertEquals(primaryMetric({ name: "t", metrics: [] }, names), "acc,none");
  assertEquals(parseMetricKey("acc,none"), { metric: "acc", filter: "none", isStderr: false });
  assertEquals(
    code(() => primaryMetric({ name: "t", metrics: [], primaryMetric: "f1" }, names)),
    "no_primary_metric",
  );
  assertEquals(
    code(() => primaryMetric({ name: "t", metrics: [] }, ["alias", "acc_stderr,none"])),
    "no_primary_metric",
  );
  assertEquals(
    primaryMetric({ name: "t", metrics: [{ metric: "bleu" }] }, ["chrf,none", "bleu,none"]),
    "bleu,none",
  );
  assertEquals(primaryMetric({ name: "t", metrics: [] }, ["pass@1,create_test"]), "pass@1,create_test");
});

Deno.test("S05: micro and macro are two numbers", () => {
  const leaves = [{ value: 0.5, stderr: null, n: 10 }, { value: 0.8, stderr: null, n: 30 }];
  assertEquals(aggregateGroup(leaves, { weightBySize: true }).value, 0.725);
  assertEquals(aggregateGroup(leaves, { weightBySize: false }).value, 0.65);
});

Deno.test("S06: an error of 0 between 0 and 1 is refused", () => {
  const leaves = [{ value: 0.03, stderr: 0, n: 100 }];
  assertEquals(
    code(() => aggregateGroup(leaves, { weightBySize: true, zeroOne: true })),
    "impossible_stderr",
  );
  assertEquals(
    aggregateGroup([{ value: 1, stderr: 0, n: 9 }], { weightBySize: true, zeroOne: true }).stderr,
    0,
  );
});

Deno.test("S07: the pooled formula", () => {
  const leaves = [{ value: 0.4, stderr: 0.04, n: 100 }, { value: 0.5, stderr: 0.02, n: 400 }];
  assertEquals(aggregateGroup(leaves, { weightBySize: true }).stderr?.toFixed(10), "0.0178885438");
});

Deno.test("S11, S25: a value outside its range or no number is an error of the sample", () => {
  const give = (value: SampleValue) => ({
    name: "t",
    metrics: [defineMetric({ name: "share", range: [0, 1], score: () => value })],
  });
  assertEquals(scoreSample(give(1), blank, "none"), { share: 1 });
  for (const bad of [2.5, -1, NaN, Infinity]) {
    assertEquals(code(() => scoreSample(give(bad), blank, "none")), "score_out_of_range", String(bad));
  }
  assertEquals(code(() => aggregateMetric(acc, [1, NaN, 0])), "bad_score");
  assertEquals(code(() => aggregateMetric(acc, [1, "1"])), "bad_score");
});

Deno.test("S12: variants keep their names", () => {
  const names = ["exact_match,strict-match", "exact_match,flexible-extract"];
  const task = { name: "gsm8k", metrics: [], primaryMetric: "exact_match,flexible-extract" };
  assertEquals(primaryMetric(task, names), "exact_match,flexible-extract");
  assertEquals(
    code(() => metricOf({ name: "t", metrics: [{ metric: "acc_norm" }] }, "acc")),
    "unknown_metric",
  );
  const twice = {
    name: "t",
    metrics: [{ metric: "exact_match" }, { metric: "exact_match", args: { ignore_case: true } }],
  };
  assertEquals(code(() => taskMetrics(twice)), "duplicate_metric");
});

Deno.test("S13: code points and bytes, never UTF-16 units", () => {
  // one code point, two UTF-16 units, four bytes against two code points, two bytes
  const view = { ...blank, choices: ["\u{1f600}", "ab"], logliks: [-3, -4], target: 1 };
  assertEquals([acc.score(view), accNorm.score(view)], [0, 1]);
  assertEquals(accBytes.score(view), 0);
  const units = { ...blank, choices: ["\u{1f600}\u{1f600}", "abc"], logliks: [-4, -5.5], target: 1 };
  assertEquals(accNorm.score(units), 1);
});

Deno.test("S14: ties go to the first choice and are counted", () => {
  const view = { ...blank, choices: ["a", "b", "c", "d"], logliks: [0, 0, 0, 0], target: 0 };
  assertEquals(acc.score(view), 1);
  assert(isTie(view.logliks) && !isTie([-1, -2, -2]) && !isTie([-1]));
  assertEquals([judgeTies(5, 100), judgeTies(6, 100), judgeTies(9, 9)].map((one) => one.level), [
    "none",
    "warning",
    "error",
  ]);
});

Deno.test("S15: lists are multisets", () => {
  assertEquals(answerListScores(["4", "4"], ["4"]), { em: 0, f1: 0.5 });
  assertEquals(answerListScores(["b", "d c"], ["c", "b"]).f1, (1 + 2 / 3) / 2);
  assertEquals(answerListScores([], []), { em: 1, f1: 1 });
});

Deno.test("S16: per-sample and corpus metrics stand side by side", () => {
  const task = { name: "t", metrics: [{ metric: "exact_match" }, { metric: "bleu" }, { metric: "rougeL" }] };
  const scores = scoreSample(task, reply("yes"), "none");
  assertEquals(scores, { exact_match: 1, bleu: ["yes", "yes"], rougeL: 1 });
});

Deno.test("S17: a mean meant to equal the threshold reaches it", () => {
  assert(atLeast((0.6 + 0.7 + 0.8) / 3, 0.7) && atLeast(0.1 + 0.7, 0.8));
  assert(!atLeast(0.6999, 0.7) && !atLeast(null, 0));
});

Deno.test("S20: nothing measured is null, and null parts do not weigh", () => {
  const share = defineMetric({ name: "share", score: () => null });
  assertEquals(aggregateMetric(share, []), { value: null, stderr: null, n: 0 });
  assertEquals(aggregateMetric(share, [1, null]), { value: 1, stderr: null, n: 1 });
  assertEquals(retrievalScores(["a"], [], 3), null);
});

Deno.test("S21: macro F1 over declared labels", () => {
  const labels = ["yes", "no", "maybe"];
  const metric = macroF1Of(labels);
  const pairs = [["yes", "yes"], ["no", "yes"], ["maybe", "maybe"]] as const;
  const values = pairs.map(([gold, said]) => metric.score(reply(said, gold)) as SampleValue);
  assertEquals(metric.aggregate(values)?.toFixed(10), "0.5555555556");
  const invalid = pairs.map(([gold, said], i) =>
    metric.score(reply(i === 1 ? "perhaps" : said, gold)) as SampleValue
  );
  assertEquals(metric.aggregate(invalid)?.toFixed(10), "0.6666666667");
  assertEquals(mcc.aggregate([[1, 1], [1, 0], [1, 1]]), 0);
  assertEquals(f1.aggregate([[0, 0], [0, 0]]), 0);
  const view = { ...blank, choices: labels, logliks: [-1, -2, -3], target: 0 };
  assertEquals(macroF1.score(view), [0, 0, 3]);
  assertEquals(macroF1.score({ ...view, logliks: [], picked: null }), [0, -1, 3]);
  assertEquals(code(() => macroF1.aggregate([[0, 0, 3], [0, 0, 2]])), "bad_score");
});

Deno.test("S23: rougeLsum depends on newlines", () => {
  const lines = rougeScores("The cat sat.\nThe dog ran.", "The dog ran.\nThe cat sat.");
  assertEquals([lines.rougeLsum?.fmeasure, lines.rougeL?.fmeasure], [1, 0.5]);
  const one = rougeScores("The cat sat. The dog ran.", "The dog ran. The cat sat.");
  assertEquals([one.rougeLsum?.fmeasure, one.rougeL?.fmeasure], [0.5, 0.5]);
});

Deno.test("S24: the stemmer changes scores and the name says so", () => {
  const view = reply("run valve close", "running valves closes");
  assertEquals([rouge("rouge1").score(view), rouge("rouge1", { stemmer: true }).score(view)], [0, 1]);
  assertEquals(resolveMetric({ metric: "rouge1", args: { use_stemmer: true } }).name, "rouge1_stem");
  assert(isBlindToRouge("東京") && !isBlindToRouge("!") && !isBlindToRouge("a"));
});

Deno.test("S26: a leaf without a value leaves the group without one", () => {
  const hole = [{ value: 0.5, stderr: 0.1, n: 10 }, { value: null, stderr: null, n: 0 }];
  assertEquals(aggregateGroup(hole, { weightBySize: true }), { value: null, stderr: null, n: 10 });
  const single = [{ value: 0.5, stderr: 0.1, n: 10 }, { value: 1, stderr: null, n: 1 }];
  assertEquals(aggregateGroup(single, { weightBySize: true }).stderr, null);
  assertEquals(aggregateGroup([], { weightBySize: true }), { value: null, stderr: null, n: 0 });
});

Deno.test("P23: strict and flexible numbers have two names", () => {
  const view = reply("The total is 1,000.", "1000");
  assertEquals([numberMatch.score(view), numberMatchFlexible.score(view)], [0, 1]);
  assertEquals(numberMatch.score(reply("1,000", "1000")), 1);
  assertEquals(numberMatch.score(reply("", "0")), 0);
  assertEquals([numberMatch.name, numberMatchFlexible.name], ["number_match", "number_match_flexible"]);
});

Deno.test("an unreadable reply scores 0; missing log-likelihoods are an error", () => {
  const task = {
    name: "t",
    metrics: [{ metric: "exact_match" }, { metric: "token_f1" }, { metric: "rouge1" }],
  };
  assertEquals(scoreSample(task, reply(null, ""), "none"), { exact_match: 0, token_f1: 0, rouge1: 0 });
  assertEquals(code(() => acc.score(blank)), "missing_loglik");
  assertEquals(code(() => acc.score({ ...blank, logliks: [NaN, -1] })), "bad_loglik");
  assertEquals(code(() => accMutualInfo.score({ ...blank, logliks: [-1, -2] })), "missing_loglik");
});

Deno.test("multiple choice answered in words", () => {
  const view = { ...blank, choices: ["red", "blue"], target: 1, responses: ["blue"] };
  assertEquals(acc.score({ ...view, picked: 1 }), 1);
  assertEquals(accNorm.score({ ...view, picked: 0 }), 0);
  assertEquals(acc.score({ ...view, picked: null }), 0);
  assertEquals(acc.score(view), 1);
  assertEquals(exactMatch().score({ ...view, picked: 1 }), 1);
});

Deno.test("several right answers, and a gold that is no choice", () => {
  const view = { ...blank, choices: ["a", "b", "c"], logliks: [-3, -1, -2], greedy: [false, true, false] };
  assertEquals(acc.score({ ...view, target: [0, 1] }), 1);
  assertEquals(acc.score({ ...view, target: [0, 2] }), 0);
  assertEquals(acc.score({ ...view, target: -100 }), 0);
  assertEquals(acc.score({ ...view, target: "b" }), 1);
  assertEquals(exactMatch().score({ ...view, target: [0, 1] }), 1);
  assertEquals(exactMatch().score({ ...view, target: 0 }), 0);
});

Deno.test("registry: unknown names, aggregations, own metrics", () => {
  assertEquals(code(() => resolveMetric({ metric: "acurracy" })), "unknown_metric");
  assertEquals(code(() => resolveMetric({ metric: "acc", aggregation: "mode" })), "unknown_aggregation");
  const median = resolveMetric({ metric: "acc", aggregation: "median", higherIsBetter: false });
  assertEquals([median.stderr, median.higherIsBetter, median.aggregate([0, 1, 1])], ["bootstrap", false, 1]);
  const elsewhere = resolveMetric({ metric: "my_own", aggregation: "mean" });
  assertEquals(elsewhere.aggregate([0, 1]), 0.5);
  assertEquals(code(() => elsewhere.score(blank)), "unknown_metric");
  registerMetric("test_own", () => defineMetric({ name: "test_own", score: () => 1 }));
  assertEquals(resolveMetric({ metric: "test_own" }).name, "test_own");
  assertThrows(() => registerMetric("test_own", () => acc), RangeError);
  assertThrows(() => defineMetric({ name: "a,b", score: () => 1 }), TypeError);
});
