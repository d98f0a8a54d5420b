import { assert, assertEquals, assertRejects } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { replay } from "../../lib/model/replay.ts";
import { sampleUnit } from "../../lib/run/sample_unit.ts";
import { openLedger } from "../../lib/run/ledger.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { tempDir } from "../support/temp.ts";

const line = (i: number, data: Record<string, unknown>, st = "ok") =>
  JSON.stringify({ i, st, id: `t/${i}`, data });

Deno.test("a recorded run answers again, unit by unit, without its model", async () => {
  await using dir = await tempDir();
  const choice = defineTask({
    name: "choice",
    outputType: "multiple_choice",
    prompt: (doc) => `${doc.q}\nAnswer:`,
    choices: ["yes", "no"],
    target: (doc) => doc.a,
    metrics: [{ metric: "acc" }],
  });
  const text = defineTask({ name: "text", prompt: (doc) => doc.q, target: (doc) => doc.a });
  const rows = { test: [{ q: "one?", a: "yes" }, { q: "two?", a: "no" }] };
  const live = scriptedModel((request) =>
    request.type === "loglikelihood"
      ? request.items.map((_, i) => -1 - i)
      : `reply to ${JSON.stringify(request)}`
  );
  const outcomes = async (model: typeof live | ReturnType<typeof replay>) => {
    const units = [choice, text].flatMap((task) =>
      [...prepareTask(task, rows).stubs()].map((stub) => sampleUnit(task, stub, { model }))
    );
    return await Promise.all(units.map((unit) => unit.run({})));
  };
  const before = await outcomes(live);
  const ledger = await openLedger(dir.join("ledger.jsonl"), { runId: "r", sync: false });
  before.forEach((outcome, ordinal) =>
    ledger.append({ ordinal, id: `u${ordinal}`, attempts: 1, finishedUtc: "", durationMs: 1, ...outcome })
  );
  await ledger.close();
  for (const path of [dir.path, dir.join("ledger.jsonl")]) {
    const again = await outcomes(replay(path));
    assertEquals(again.map(({ data }) => data.scores), before.map(({ data }) => data.scores));
    assertEquals(again.map(({ data }) => data.replies), before.map(({ data }) => data.replies));
    assertEquals(again.map(({ data }) => data.logliks), before.map(({ data }) => data.logliks));
    assert(again.every(({ status, data }) => status === "ok" && data.cached === true));
  }
});

Deno.test("the last line of a unit counts; errors and a torn tail answer nothing", async () => {
  await using dir = await tempDir();
  const file = await dir.write(
    "ledger.jsonl",
    [
      '{"ledger":1,"run_id":"r"}',
      line(0, { prompt: "a", replies: ["old"] }),
      line(0, { prompt: "a", replies: ["new"], tokens: { input: 3, output: 1 } }),
      line(1, { prompt: "b", replies: ["kept?"] }),
      line(1, { prompt: "b" }, "error"),
      line(2, { prompt: "c", replies: ["cut"] }, "limited"),
      line(3, { prompt: "d", replies: ["torn"] }).slice(0, -3),
    ].join("\n"),
  );
  const model = replay(file);
  const a = await model({ type: "completion", prompt: "a" });
  assertEquals([a.text, a.usage.inputTokens, a.cached, a.attempts], ["new", 3, true, 0]);
  assertEquals((await model({ type: "completion", prompt: "c" })).finishReason, "length");
  for (const prompt of ["b", "d"]) {
    await assertRejects(() => model({ type: "completion", prompt }), ModelError);
  }
});

Deno.test("repetitions and messages are told apart; a lone user message is the bare prompt", async () => {
  await using dir = await tempDir();
  const messages = [{ role: "system", content: "s" }, { role: "user", content: "a" }] as const;
  const file = await dir.write(
    "ledger.jsonl",
    [
      line(0, { prompt: "a", replies: ["r0", "r1"] }),
      line(1, { prompt: "a", replies: ["e0", "e1"], epoch: 1 }),
      line(2, { prompt: JSON.stringify(messages), replies: ["chat"] }),
      "",
    ].join("\n"),
  );
  const model = replay(file);
  const texts = [];
  for (let epoch = 0; epoch < 4; epoch++) {
    texts.push((await model({ type: "completion", prompt: "a" }, { epoch })).text);
  }
  assertEquals(texts, ["r0", "r1", "e0", "e1"]);
  await assertRejects(
    () => model({ type: "completion", prompt: "a" }, { epoch: 4 }),
    ModelError,
    "repetition 4",
  );
  assertEquals((await model({ type: "chat", messages })).text, "chat");
  assertEquals((await model({ type: "chat", messages: [{ role: "user", content: "a" }] })).text, "r0");
});

Deno.test("a miss is loud and shows where the nearest prompt differs", async () => {
  await using dir = await tempDir();
  const file = await dir.write(
    "ledger.jsonl",
    line(0, { prompt: "Q: 1+1?\nA:", logliks: [[-1, true], [-2, false]], choices: ["yes", "no"] }) + "\n",
  );
  const model = replay(file);
  const items = (prompt: string, ...continuations: string[]) =>
    ({
      type: "loglikelihood",
      items: continuations.map((continuation) => ({ prompt, continuation })),
    }) as const;
  assertEquals((await model(items("Q: 1+1?\nA:", " yes", " no"))).logliks?.[1]?.loglik, -2);
  const error = await assertRejects(
    () => model(items("Q: 1+2?\nA:", " yes", " no")),
    ModelError,
    'differs at character 6: wanted "2?\\nA:", recorded "1?\\nA:"',
  );
  assertEquals(error.code, "replay_miss");
  await assertRejects(() => model(items("Q: 1+1?\nA:", " no", " yes")), ModelError, "these choices");
  await assertRejects(
    () => model({ type: "completion", prompt: "Q: 1+1?\nA:" }),
    ModelError,
    "only loglik answers",
  );
  const missing = await assertRejects(
    () => replay(dir.join("none"))({ type: "completion", prompt: "" }),
    ModelError,
  );
  assertEquals(missing.code, "replay_missing");
  const empty = await dir.write("empty.jsonl", '{"ledger":1}\n');
  const nothing = await assertRejects(() => replay(empty)({ type: "completion", prompt: "" }), ModelError);
  assertEquals(nothing.code, "replay_empty");
});
