import { assert, assertEquals, assertRejects } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { floorModel } from "../../lib/model/floor_model.ts";
import { runTask } from "../../lib/run/run_task.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { tempDir } from "../support/temp.ts";

const sums = defineTask({
  name: "sums",
  prompt: (doc) => `${doc.q}=`,
  target: (doc) => doc.a,
  metrics: ["exact_match"],
});
const docs = Array.from({ length: 10 }, (_, at) => ({ q: `${at}+1`, a: String(at + 1) }));
const sum = (prompt: string): string => String(Number(/(\d+)\+1=$/.exec(prompt)?.[1]) + 1);

Deno.test("S08: 10 samples, 6 right, 2 wrong, 2 errors: 0.75 scored, 0.6 with errors as wrong, incomplete", async () => {
  const model = scriptedModel((request) => {
    const prompt = request.type === "completion"
      ? request.prompt
      : request.type === "chat"
      ? request.messages.at(-1)?.content ?? ""
      : "";
    const at = Number(/(\d+)\+1=$/.exec(prompt)?.[1]);
    if (at < 2) throw new ModelError("Server is overloaded", { code: "server_error" });
    return at < 4 ? "wrong" : sum(prompt);
  });
  const run = await runTask(sums, { docs, model });
  const { result } = run;
  assertEquals([result.score, result.scoreIfErrorsWrong, result.status], [0.75, 0.6, "incomplete"]);
  assertEquals(result.counts, { total: 10, scored: 8, errored: 2, unparsed: 0, limited: 0, cached: 0 });
  assertEquals(result.reasons, { server_error: 2 });
  assertEquals(result.message, "2 of 10 samples could not be scored (server_error 2)");
  assertEquals(result.metrics[0]?.n, 8);
  assert(result.promptHash?.length === 64);
  const errors = await run.samples({ where: (sample) => sample.status === "error" });
  assertEquals(errors.map((sample) => [sample.score, sample.prompt]), [[null, "0+1="], [null, "1+1="]]);
});

Deno.test("runTask: all errors give no score, never 0", async () => {
  const model = scriptedModel(() => {
    throw new ModelError("down", { code: "connect_failed" });
  });
  const { result } = await runTask(sums, { docs, model });
  assertEquals([result.score, result.scoreIfErrorsWrong, result.status, result.interval], [
    null,
    0,
    "incomplete",
    null,
  ]);
});

Deno.test("runTask: a reply cut by the token limit is scored and counted as limited", async () => {
  const model = scriptedModel(() => ({ text: "1", finishReason: "length" }));
  const { result } = await runTask(sums, { docs, model });
  assertEquals([result.counts.limited, result.counts.scored, result.score], [10, 10, 0.1]);
  assertEquals([result.status, result.reasons.token_limit], ["ok", 10]);
});

Deno.test("S02: 0 and 100 % keep a Wilson interval", async () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ q: `${at}+1`, a: "x" }));
  const { result } = await runTask(sums, { docs: rows, model: scriptedModel(() => "no") });
  assertEquals([result.score, result.stderr], [0, 0]);
  assertEquals(result.interval?.high.toFixed(10), "0.1331922509");
});

Deno.test("M26: epochs ask again, not from a copy, and average per doc", async () => {
  const seen: (number | undefined)[] = [];
  const model = Object.assign(
    (request: { type: string }, context?: { epoch?: number }) => {
      seen.push(context?.epoch);
      return scriptedModel(() => (context?.epoch === 1 ? "1" : "?"))(request as never, context as never);
    },
    { info: scriptedModel(() => "").info },
  );
  const run = await runTask(sums, { docs: docs.slice(0, 1), model: model as never, epochs: 3 });
  assertEquals(seen.toSorted(), [1, 2, undefined]);
  assertEquals([run.result.score?.toFixed(4), run.result.counts.total, run.result.metrics[0]?.n], [
    "0.3333",
    3,
    1,
  ]);
  assertEquals((await run.samples()).map((sample) => [sample.epoch, sample.score]), [[0, 0], [1, 1], [2, 0]]);
});

Deno.test("runTask: on files, resumes, and reads samples back as they were", async () => {
  await using dir = await tempDir();
  let calls = 0;
  const make = (failing: boolean) =>
    scriptedModel((request) => {
      calls++;
      const prompt = request.type === "completion" ? request.prompt : "";
      if (failing && prompt.startsWith("3")) throw new ModelError("down", { code: "down" });
      return sum(prompt);
    });
  const first = await runTask(sums, { docs, model: make(true), runsDir: dir.path, concurrency: 2 });
  assertEquals([first.result.status, calls], ["incomplete", 10]);
  const second = await runTask(sums, { docs, model: make(false), runsDir: dir.path, resume: "latest" });
  assertEquals([second.result.status, second.result.score, calls], ["ok", 1, 11]);
  assertEquals(second.runId, first.runId);
  const [sample] = await second.samples({ where: (one) => one.docIndex === 3 });
  assertEquals([sample?.attempts, sample?.replies, sample?.answer, sample?.scores], [2, ["4"], "4", {
    "exact_match,none": 1,
  }]);
  const whole = await runTask(sums, { docs, model: make(false) });
  assertEquals({ ...second.result, durationMs: 0 }, { ...whole.result, durationMs: 0 });
  await assertRejects(
    () => runTask(sums, { docs, model: make(false), runsDir: dir.path, resume: "latest", numFewshot: 1 }),
    Error,
    "tasks.sums.num_fewshot was 0, is 1",
  );
});

Deno.test("runTask: log-likelihoods of a doc travel in one request", async () => {
  const task = defineTask({
    name: "yn",
    outputType: "multiple_choice",
    prompt: (doc) => doc.q,
    choices: ["yes", "no", "maybe"],
    target: (doc) => doc.a,
    metrics: ["acc"],
  });
  const floor = floorModel();
  let calls = 0;
  const model = Object.assign((request: never, context: never) => {
    calls++;
    return floor(request, context);
  }, { info: floor.info });
  const run = await runTask(task, {
    docs: [{ q: "Up?", a: "yes" }, { q: "Down?", a: "no" }],
    model: model as never,
  });
  assertEquals([calls, run.result.choiceProtocol, run.result.counts.scored], [2, "loglikelihood", 2]);
  assertEquals((await run.samples())[0]?.logliks?.length, 3);
});

Deno.test("runTask: a stopped run is incomplete and says how much is missing", async () => {
  const controller = new AbortController();
  let calls = 0;
  const model = scriptedModel(() => {
    if (++calls === 4) controller.abort();
    return "1";
  });
  const { result, summary } = await runTask(sums, { docs, model, concurrency: 1, signal: controller.signal });
  assertEquals([result.status, result.reason, summary.stopped], ["incomplete", "not_finished", "aborted"]);
  assertEquals(result.message, "6 of 10 samples have no outcome yet");
});

Deno.test("multiple choice on a chat model is asked by a stamped protocol and read from the reply", async () => {
  const task = defineTask({
    name: "letters",
    outputType: "multiple_choice",
    prompt: (doc) => `${doc.q}\nA. one\nB. two\nAnswer:`,
    choices: ["A", "B"],
    target: (doc) => doc.a,
    answer: "letter",
    metrics: ["acc"],
  });
  const rows = [{ q: "1?", a: 0 }, { q: "2?", a: 1 }, { q: "3?", a: 1 }];
  const replies = ["The answer is (A).", "**B**", "I cannot say."];
  const scripted = scriptedModel((request) => {
    const text = request.type === "chat" ? request.messages.at(-1)?.content ?? "" : "";
    return replies[Number(/(\d)\?/.exec(text)?.[1] ?? 1) - 1] ?? "A";
  });
  const chat = Object.assign((...args: Parameters<typeof scripted>) => scripted(...args), {
    info: { ...scripted.info, accepts: ["chat" as const], baseUrl: "http://127.0.0.1:1/v1" },
  });
  const events: unknown[] = [];
  const run = await runTask(task, { docs: rows, model: chat, onEvent: (event) => events.push(event.kind) });
  assertEquals(run.result.choiceProtocol, "text");
  assertEquals(run.result.answerExtraction, "text:letter/1");
  assertEquals([run.result.score?.toFixed(3), run.result.counts.unparsed, run.result.status], [
    "0.667",
    1,
    "ok",
  ]);
  assertEquals((await run.samples()).map((sample) => sample.answer), [0, 1, null]);
  assertEquals(run.result.reasons, { no_answer: 1 });
  assert(events[0] === "choice.protocol", "the step taken is told before anything runs");
  const rolling = defineTask({
    name: "roll",
    outputType: "loglikelihood",
    prompt: (doc) => doc.q,
    target: () => "x",
  });
  await assertRejects(() => runTask(rolling, { docs: rows, model: chat }), Error, "log-likelihoods");
});

Deno.test("M27: cached replies cost nothing in this run, unknown tokens make the cost unknown", async () => {
  const priced = {
    priceUsd: ({ inputTokens, outputTokens }: { inputTokens: number | null; outputTokens: number | null }) =>
      inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  };
  const usage = { inputTokens: 10, outputTokens: 1 };
  const cost = async (reply: (call: number) => Record<string, unknown>) =>
    (await runTask(sums, {
      docs,
      model: scriptedModel((_, call) => ({ text: "1", ...reply(call) })),
      ...priced,
    })).result;
  const paid = await cost(() => ({ usage }));
  assertEquals([paid.costUsd, paid.usage], [110, { inputTokens: 100, outputTokens: 10 }]);
  const cached = await cost((call) => ({ usage, cached: call >= 4 }));
  assertEquals([cached.costUsd, cached.counts.cached], [44, 6]);
  assertEquals((await cost(() => ({ usage, cached: true }))).costUsd, 0);
  assertEquals((await cost((call) => (call === 3 ? {} : { usage }))).costUsd, null);
});
