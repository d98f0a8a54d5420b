import { assert, assertEquals } from "@std/assert";
import { aggregateGroup } from "../../lib/metric/group.ts";
import { aggregateMetric } from "../../lib/metric/aggregate.ts";
import { acc } from "../../lib/metric/acc.ts";
import { bleu } from "../../lib/metric/bleu.ts";
import { chrf } from "../../lib/metric/chrf.ts";
import { extractAnswer } from "../../lib/filter/extract_answer.ts";
import { f1Aggregation, mccAggregation } from "../../lib/metric/classification.ts";
import { jsonObjects } from "../../lib/filter/json_block.ts";
import { multisetF1 } from "../../lib/metric/token_f1.ts";
import { parseNumber } from "../../lib/filter/number.ts";
import { passAtK } from "../../lib/stat/pass_at_k.ts";
import { rougeScores } from "../../lib/metric/rouge_score.ts";
import { stripReasoning } from "../../lib/filter/strip_reasoning.ts";
import { studentCdf, studentQuantile } from "../../lib/stat/student.ts";
import { ter } from "../../lib/metric/ter.ts";
import { wilsonInterval } from "../../lib/stat/wilson.ts";
import { fc } from "../support/fast_check.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "run", "dogs", "x."), { maxLength: 12 }).map((list) =>
  list.join(" ")
);

Deno.test("property: a Wilson interval holds the share, mirrors and narrows", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), (n, raw) => {
    const k = raw % (n + 1);
    const one = wilsonInterval(k, n);
    const other = wilsonInterval(n - k, n);
    assert(one && other && one.low >= 0 && one.high <= 1 && one.low <= k / n && k / n <= one.high);
    assert(Math.abs(one.low - (1 - other.high)) < 1e-12);
    const wider = wilsonInterval(10 * k, 10 * n);
    assert(wider && wider.high - wider.low < one.high - one.low);
  }));
});

Deno.test("property: quantiles undo the distribution", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      fc.integer({ min: 1, max: 500 }),
      (p, df) => {
        assert(Math.abs(studentCdf(studentQuantile(p, df), df) - p) < 1e-9);
      },
    ),
  );
});

Deno.test("property: a weighted group of means is the mean of all samples", () => {
  const leaf = fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 30 });
  fc.assert(fc.property(fc.array(leaf, { minLength: 1, maxLength: 8 }), (leaves) => {
    const members = leaves.map((values) => aggregateMetric(acc, values));
    const group = aggregateGroup(members, { weightBySize: true });
    const all = aggregateMetric(acc, leaves.flat());
    assertEquals(group.n, all.n);
    assert(Math.abs((group.value ?? -1) - (all.value ?? -2)) < 1e-12);
    const turned = aggregateGroup(members.toReversed(), { weightBySize: true });
    assert(Math.abs((group.stderr ?? 0) - (turned.stderr ?? 0)) < 1e-12);
    const even = aggregateGroup(members, { weightBySize: false });
    const [low, high] = [Math.min, Math.max].map((pick) =>
      pick(...members.map((one) => one.value as number))
    );
    assert(
      (even.value as number) >= (low as number) - 1e-12 && (even.value as number) <= (high as number) + 1e-12,
    );
  }));
});

Deno.test("property: F1 is symmetric, in 0..1, and 1 on equal lists", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
  fc.assert(fc.property(list, list, (a, b) => {
    const value = multisetF1(a, b);
    assert(value >= 0 && value <= 1 + 1e-12 && Math.abs(value - multisetF1(b, a)) < 1e-12);
    if (a.length > 0) assertEquals(multisetF1(a, a), 1);
  }));
});

Deno.test("property: MCC and F1 do not look at the order; MCC turns its sign", () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(fc.property(pairs, (list) => {
    const near = (a: number | null, b: number | null) =>
      assert(Math.abs((a as number) - (b as number)) < 1e-12);
    near(mccAggregation.aggregate(list), mccAggregation.aggregate(list.toReversed()));
    near(f1Aggregation.aggregate(list), f1Aggregation.aggregate(list.toReversed()));
    const turned = list.map(([gold, said]): [number, number] => [gold, 1 - said]);
    near(mccAggregation.aggregate(list), -(mccAggregation.aggregate(turned) as number) || 0);
  }));
});

Deno.test("property: ROUGE swaps precision and recall with the texts", () => {
  fc.assert(fc.property(words, words, (a, b) => {
    const there = rougeScores(a, b, { types: ["rouge1", "rouge2", "rougeL"] });
    const back = rougeScores(b, a, { types: ["rouge1", "rouge2", "rougeL"] });
    for (const type of ["rouge1", "rouge2", "rougeL"] as const) {
      assertEquals(there[type]?.precision, back[type]?.recall);
      assert((there[type]?.fmeasure ?? -1) >= 0 && (there[type]?.fmeasure ?? 2) <= 1);
    }
    assert((there.rougeL?.fmeasure ?? 2) <= (there.rouge1?.fmeasure ?? -1) + 1e-12);
  }));
});

Deno.test("property: equal texts are perfect, TER counts at most a rewrite", () => {
  fc.assert(fc.property(words, words, (a, b) => {
    const size = (text: string) => text.split(" ").filter(Boolean).length;
    if (size(a) > 0) {
      assertEquals([chrf.aggregate([[a, a]]), ter.aggregate([[a, a]])], [100, 0]);
      const most = (100 * Math.max(size(a), size(b))) / size(a);
      assert((ter.aggregate([[a, b]]) as number) <= most + 1e-9);
    }
    if (size(a) >= 4) assert(Math.abs((bleu.aggregate([[a, a]]) as number) - 100) < 1e-9);
  }));
});

Deno.test("property: pass@k grows with k and with the passes", () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(60), fc.nat(60), (n, rawC, rawK) => {
    const c = rawC % n;
    const k = 1 + (rawK % (n - 1));
    const value = passAtK(n, c, k);
    assert(value >= -1e-12 && value <= 1);
    assert(passAtK(n, c, k + 1) >= value - 1e-12 && passAtK(n, c + 1, k) >= value - 1e-12);
  }));
});

Deno.test("property: a label behind a cue is read back, whatever stands before", () => {
  const labels = [..."ABCDEFGHIJ"];
  const wrap = fc.constantFrom(
    "@",
    "(@)",
    "**@**",
    "$@$",
    "\\boxed{@}",
    "[@]",
    "<@>",
    "`@`",
    "@.",
    "**(@)**",
  );
  const before = fc.constantFrom(
    "",
    "Let me think.\n",
    "Answer: unclear yet\n",
    "<think>Answer: C</think>",
    "(A) and (B) differ. ",
  );
  fc.assert(fc.property(fc.constantFrom(...labels), wrap, before, (label, shape, text) => {
    assertEquals(extractAnswer(`${text}ANSWER: ${shape.replace("@", label)}`, { labels }).answer, label);
  }));
});

Deno.test("property: readers never throw and numbers come back", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
    const read = extractAnswer(text, { labels: ["A", "B"] });
    assertEquals(read.answer === null, read.reason !== null);
    jsonObjects(text);
    stripReasoning(text);
    parseNumber(text);
  }));
  fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (n) => {
    assertEquals(parseNumber(n.toLocaleString("en-US")), n);
    assertEquals(parseNumber(String(n)), n);
  }));
});
