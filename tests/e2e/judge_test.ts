import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runScript } from "../support/cli.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { tempDir } from "../support/temp.ts";

const RUBRICS = JSON.stringify([{ title: "Tone", description: "Is polite." }]);

/** Responses say what the judge will say; people say the score of the label. */
const LABELS = [[1, 1, 20], [1, 0, 5], [0, 1, 10], [0, 0, 15]].flatMap(([person, judge, count = 0]) =>
  Array.from(
    { length: count },
    (_, i) =>
      JSON.stringify({ question: "q", response: `says ${judge} ${i}`, scores: { rubric_tone: person } }),
  )
).join("\n");

const reply = (_: unknown, text: string): string => `{"score": ${/says (\d)/.exec(text)?.[1] ?? 0}}`;

Deno.test("judge calibrate: exact figures, an artefact, a gate; only the judge's host is reached", async () => {
  await using server = await startFakeServer({ reply, key: "sk-secret-judge" });
  await using dir = await tempDir();
  const rubrics = await dir.write("rubrics.json", RUBRICS);
  const labels = await dir.write("labels.jsonl", LABELS);
  const args = [
    "calibrate",
    labels,
    "--rubrics",
    rubrics,
    "--judge-model",
    "openai:j",
    "--judge-api-key-env",
    "KEY",
  ];
  const options = {
    cwd: dir.path,
    env: { KEY: "sk-secret-judge", BENCHBOOK_JUDGE_BASE_URL: server.baseUrl },
  };
  const out = await runScript("judge", args, options);
  assertEquals(out.code, 0, out.stderr);
  assertStringIncludes(out.stdout, "0.400");
  const calibration = JSON.parse(await Deno.readTextFile(`${dir.path}/calibration.json`));
  const [found] = calibration.rubrics;
  assertEquals([found.kappa, found.tpr, found.tnr, found.self_consistency], [0.4, 0.8, 0.6, 1]);
  assert(!(out.stdout + out.stderr + JSON.stringify(calibration)).includes("sk-secret"));
  const gated = await runScript("judge", [...args, "--gate", "--json"], options);
  assertEquals(gated.code, 1, gated.stderr);
  assertStringIncludes(gated.stderr, "weak: ");
  const few = await runScript(
    "judge",
    [...args, "--gate", "--min-kappa", "0.4", "--min-labels", "99"],
    options,
  );
  assertEquals([few.code, few.stderr.includes("unproven: ")], [1, true]); // TNR is weak as well
});

Deno.test("judge calibrate: a judge that fails is exit 3, labels that do not fit exit 2, none exit 5", async () => {
  await using server = await startFakeServer({ reply: () => "I like it" });
  await using dir = await tempDir();
  const rubrics = await dir.write("rubrics.json", RUBRICS);
  const run = async (text: string) => {
    const labels = await dir.write("l.jsonl", text);
    const args = [
      "calibrate",
      labels,
      "-r",
      rubrics,
      "--judge-model",
      "openai:j",
      "--judge-base-url",
      server.baseUrl,
    ];
    return await runScript("judge", args, { cwd: dir.path });
  };
  const line = (scores: unknown) => JSON.stringify({ question: "q", response: "r", scores });
  const failed = await run(line({ rubric_tone: 1 }));
  assertEquals(failed.code, 3, failed.stderr);
  assertEquals((await run(line({ rubric_tone: 7 }))).code, 2);
  assertEquals((await run(line({ rubric_tone: null }))).code, 5);
  assertEquals((await run("{")).code, 3);
});

Deno.test("judge selftest: a judge that can be talked round is exit 1, one that cannot 0", async () => {
  const gullible = (_: unknown, text: string): string =>
    text.includes("reviewed by experts") ? '{"score": 1}' : '{"score": 0}';
  for (const [answer, code, word] of [[gullible, 1, "fell"], [() => '{"score": 0}', 0, "held"]] as const) {
    await using server = await startFakeServer({ reply: answer });
    await using dir = await tempDir();
    const rubrics = await dir.write("rubrics.json", RUBRICS);
    const args = [
      "selftest",
      "--rubrics",
      rubrics,
      "--question",
      "How are you?",
      "--judge-model",
      "openai:j",
    ];
    const out = await runScript("judge", [...args, "--judge-base-url", server.baseUrl], { cwd: dir.path });
    assertEquals(out.code, code, out.stderr);
    assertStringIncludes(out.stdout, `: ${word}`);
  }
});

Deno.test("judge label: away from a terminal the gaps are written, what was labelled is kept", async () => {
  await using dir = await tempDir();
  const rubrics = await dir.write("rubrics.json", RUBRICS);
  const rows = ["a", "b"].map((response) => JSON.stringify({ question: "q", response, ground_truth: "g" }));
  const file = await dir.write("responses.jsonl", rows.join("\n"));
  const out = await runScript("judge", ["label", file, "--rubrics", rubrics], { cwd: dir.path });
  assertEquals([out.code, out.stderr.includes("2 scores are missing")], [3, true], out.stderr);
  const path = `${dir.path}/labels.jsonl`;
  const text = await Deno.readTextFile(path);
  assertEquals(JSON.parse(text.split("\n")[0] ?? ""), {
    question: "q",
    response: "a",
    ground_truth: "g",
    scores: { rubric_tone: null },
  });
  await Deno.writeTextFile(path, text.replaceAll("null", "1"));
  const again = await runScript("judge", ["label", file, "--rubrics", rubrics], { cwd: dir.path });
  assertEquals([again.code, (await Deno.readTextFile(path)).split(":1}").length], [0, 3]);
});

Deno.test("judge: what makes no sense is exit 2 and asks nobody", async () => {
  await using dir = await tempDir();
  const rubrics = await dir.write("rubrics.json", RUBRICS);
  for (
    const [args, wanted] of [
      [["guess"], "label, calibrate, selftest"],
      [["calibrate"], "wanted a file"],
      [["calibrate", "x.jsonl"], "--rubrics"],
      [["calibrate", "x.jsonl", "--rubrics", rubrics], "wanted a judge"],
      [["selftest", "--rubrics", rubrics, "--judge-model", "builtin:floor"], "--question"],
      [["selftest", "--rubrik", rubrics], "--rubrik"],
    ] as const
  ) {
    const out = await runScript("judge", args, { cwd: dir.path });
    assertEquals(out.code, 2, out.stderr);
    assertStringIncludes(out.stderr, wanted);
  }
  const help = await runScript("judge", ["--help"]);
  assertEquals([help.code, help.stdout.includes("--min-kappa K")], [0, true]);
});

Deno.test("bench --source api: the judge scores faithfulness; without a judge exit 2, with one that is down exit 3", async () => {
  const answered = (_: unknown, text: string): string => {
    if (text.includes("You split an answer")) return '{"statements": ["It is deep."]}';
    if (text.includes("You check numbered statements")) {
      return '{"verdicts": [{"index": 0, "supported": true}]}';
    }
    return "It is deep.";
  };
  await using server = await startFakeServer({ reply: answered });
  await using dir = await tempDir();
  const question = { id: "1", question: "How deep is the lake?", answers: ["deep"], "gold_ids": ["a"] };
  await dir.write("data/benchmarks/rag_pipeline_eval/test.jsonl", JSON.stringify(question));
  const passage = { id: "a", title: "Lake", text: "It is deep." };
  await dir.write("data/benchmarks/rag_pipeline_eval/corpus.jsonl", JSON.stringify(passage));
  const model = ["--model", "openai:m", "--base-url", server.baseUrl, "--api", "chat"];
  const args = ["--tasks", "rag_pipeline_eval", "--source", "api", "--json", ...model];
  const without = await runScript("bench", args, { cwd: dir.path });
  assertEquals(without.code, 2, without.stderr);
  assertStringIncludes(without.stderr, "--judge-model");
  const judge = ["--judge-model", "openai:j", "--judge-base-url"];
  const out = await runScript("bench", [...args, ...judge, server.baseUrl], { cwd: dir.path });
  assertEquals(out.code, 0, out.stderr);
  const entry = JSON.parse(out.stdout.trim().split("\n").at(-1) ?? "");
  const metrics: { metric: string; value: number }[] = entry.results.rag_pipeline_eval.metrics;
  assertEquals(metrics.find(({ metric }) => metric === "faithfulness")?.value, 1);
  const down = await startFakeServer({ faults: () => ({ kind: "status", status: 403 }) });
  const failed = await runScript("bench", [...args, ...judge, down.baseUrl], { cwd: dir.path });
  await down[Symbol.asyncDispose]();
  assertEquals(failed.code, 3, failed.stderr);
});
