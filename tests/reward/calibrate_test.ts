import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { JudgeError, ResultError } from "../../lib/core/errors.ts";
import { calibrateJudge } from "../../lib/reward/calibrate.ts";
import {
  calibrationFromJson,
  calibrationToJson,
  labelsFromJsonl,
  rubricsFromJson,
} from "../../lib/reward/calibration_codec.ts";
import { calibrationGate, requireCalibration } from "../../lib/reward/calibration_gate.ts";
import { rubric } from "../../lib/reward/rubric.ts";
import { calibrationText } from "../../lib/reward/show_calibration.ts";
import { stubJudge } from "./stub_judge.ts";

const tone = rubric("Tone", "Is polite.");
const dateNowMs = () => Date.UTC(2026, 0, 2);

/** Labels and a judge that together have the confusion matrix wanted. */
function known({ tp, fn, fp, tn }: { tp: number; fn: number; fp: number; tn: number }) {
  const cells = [[1, 1, tp], [1, 0, fn], [0, 1, fp], [0, 0, tn]] as const;
  const labels = cells.flatMap(([person, judge, count]) =>
    Array.from({ length: count }, (_, i) => ({
      question: "q",
      response: `says ${judge} ${person} ${i}`,
      scores: { rubric_tone: person },
    }))
  );
  const judge = stubJudge((prompt) => ({ score: Number(/says (\d)/.exec(prompt)?.[1]) }), "openai:j");
  return { labels, judge };
}

Deno.test("a judge of known confusion matrix gives kappa, TPR and TNR exactly", async () => {
  const { labels, judge } = known({ tp: 20, fn: 5, fp: 10, tn: 15 });
  const calibration = await calibrateJudge(judge, [tone], { labels, dateNowMs });
  const [found] = calibration.rubrics;
  assertEquals(found?.confusion, { tp: 20, fn: 5, fp: 10, tn: 15 });
  assertEquals([found?.kappa, found?.tpr, found?.tnr], [0.4, 0.8, 0.6]);
  assertEquals([found?.agreement, found?.baseRate, found?.n, found?.nErrored], [0.7, 0.5, 50, 0]);
  assertEquals([found?.selfConsistency, found?.weightedKappa], [1, null]);
  assertEquals([calibration.judge, calibration.createdAt], ["openai:j", "2026-01-02T00:00:00.000Z"]);
  assert((found?.tprBounds?.low ?? 1) < 0.8 && (found?.tprBounds?.high ?? 0) > 0.8);
  assert(judge.calls.every(({ prompt }) => !prompt.includes("rubric_tone")), "the judge saw a label");
  assertEquals(judge.calls.length, 100);
  assertEquals(new Set(judge.calls.map(({ request }) => request.context?.epoch)), new Set([0, 1]));
});

Deno.test("repetitions that differ, and failures of the judge, are counted", async () => {
  const judge = stubJudge((prompt, { context }) => {
    if (prompt.includes("broken")) return "no json";
    return { score: prompt.includes("fickle") ? context?.epoch : 1 };
  });
  const labels = ["fickle", "steady", "steady 2", "broken"].map((response) => ({
    question: "q",
    response,
    scores: { rubric_tone: response === "fickle" ? 0 : 1 },
  }));
  const { rubrics: [found] } = await calibrateJudge(judge, [tone], labels);
  assertEquals([found?.selfConsistency, found?.nErrored, found?.n, found?.kappa], [2 / 3, 1, 3, 1]);
});

Deno.test("a scale of five scores has a weighted kappa; halves split at the middle", async () => {
  const scoreMap = [1, 2, 3, 4, 5].map((score) => [score, `level ${score}`] as const);
  const quality = rubric("Tone", "Is polite.", { scoreMap });
  const judge = stubJudge((prompt) => ({ score: Number(/says (\d)/.exec(prompt)?.[1]) }));
  const pairs = [[1, 1], [2, 3], [3, 3], [4, 5], [5, 5], [1, 2]] as const;
  const labels = pairs.map(([person, says]) => ({
    question: "q",
    response: `says ${says}`,
    scores: { rubric_tone: person },
  }));
  const { rubrics: [found] } = await calibrateJudge(judge, [quality], labels);
  assert((found?.weightedKappa ?? 0) > (found?.kappa ?? 1));
  assertEquals(found?.confusion, { tp: 3, fn: 0, fp: 1, tn: 2 });
});

Deno.test("labels that make no sense are refused before any question", async () => {
  const judge = stubJudge(() => ({ score: 1 }));
  const label = (scores: Record<string, number>) => [{ question: "q", response: "r", scores }];
  await assertRejects(() => calibrateJudge(judge, [tone], []), RangeError, "found none");
  await assertRejects(
    () => calibrateJudge(judge, [tone], label({ rubric_tone: 2 })),
    RangeError,
    "wanted one of 0, 1",
  );
  await assertRejects(
    () => calibrateJudge(judge, [tone], label({ rubric_wit: 1 })),
    RangeError,
    "rubric_wit",
  );
  await assertRejects(() => calibrateJudge(judge, [tone], { labels: label({}), repeats: 0 }), RangeError);
  assertEquals(judge.calls.length, 0);
});

Deno.test("the gate refuses another judge, a changed rubric, weak figures and few labels", async () => {
  const good = known({ tp: 20, fn: 2, fp: 2, tn: 20 });
  const calibration = await calibrateJudge(good.judge, [tone], good.labels);
  const use = { judge: good.judge, rubrics: [tone] };
  assertEquals(calibrationGate(calibration, use), []);
  requireCalibration(calibration, use);
  const kinds = (options: Parameters<typeof calibrationGate>[1], of = calibration) =>
    calibrationGate(of, options).map(({ kind }) => kind);
  assertEquals(kinds({ ...use, judge: stubJudge(() => 1, "openai:other") }), ["stale"]);
  assertEquals(kinds({ ...use, rubrics: [rubric("Tone", "Is very polite.")] }), ["stale"]);
  assertEquals(kinds({ ...use, rubrics: [rubric("Wit", "Is funny.")] }), ["stale"]);
  assertEquals(kinds({ ...use, minKappa: 0.99 }), ["weak"]);
  assertEquals(kinds({ ...use, minLabels: 100 }), ["unproven"]);
  const weak = known({ tp: 20, fn: 5, fp: 10, tn: 15 });
  const poor = await calibrateJudge(weak.judge, [tone], weak.labels);
  assertEquals(kinds(use, poor), ["weak", "weak"]);
  const error = assertThrows(() => requireCalibration(poor, use), JudgeError);
  assertEquals((error as JudgeError).code, "calibration_weak");
  const alike = known({ tp: 40, fn: 0, fp: 0, tn: 0 });
  assertEquals(kinds(use, await calibrateJudge(alike.judge, [tone], alike.labels)), ["unproven", "unproven"]);
});

Deno.test("a calibration survives its file and shows itself", async () => {
  const { labels, judge } = known({ tp: 2, fn: 1, fp: 1, tn: 2 });
  const calibration = await calibrateJudge(judge, [tone], { labels, dateNowMs });
  const text = calibrationToJson(calibration);
  assertStringIncludes(text, '"self_consistency": 1');
  assertEquals(calibrationFromJson(text), calibration);
  assertThrows(() => calibrationFromJson('{"schema_version": 2}'), ResultError, "schema_version 1");
  assertThrows(() => calibrationFromJson("{"), ResultError);
  const shown = await (calibration as unknown as Record<symbol, () => Promise<Record<string, string>>>)[
    Symbol.for("Jupyter.display")
  ]?.();
  assertStringIncludes(shown?.["text/html"] ?? "", "<td");
  assertStringIncludes(calibrationText(calibration), "0.667");
});

Deno.test("rubrics and labels in files: what is wrong is named", () => {
  const [made] = rubricsFromJson(
    '[{"title": "T", "description": "d", "score_map": [[1, "low"], [5, "high"]]}]',
  );
  assertEquals(made?.scoreMap, [[1, "low"], [5, "high"]]);
  for (
    const bad of ["[]", "{}", '[{"title": "T"}]', '[{"title": "T", "description": "d", "weight": 1}]', "["]
  ) {
    assertThrows(() => rubricsFromJson(bad), ResultError);
  }
  const line = '{"question": "q", "response": "r", "scores": {"a": 1, "b": null}}';
  assertEquals(labelsFromJsonl(`\ufeff${line}\n\n${line}\r\n`).map(({ scores }) => scores), [{ a: 1 }, {
    a: 1,
  }]);
  assertThrows(() => labelsFromJsonl(`${line}\n{"question": 1}`), ResultError, "line 2");
  assertThrows(() => labelsFromJsonl("{"), ResultError, "line 1");
});
