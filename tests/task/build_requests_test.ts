import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { buildRequests, type BuildRequestsOptions } from "../../lib/task/build_requests.ts";
import { docBuilder } from "../../lib/task/build_doc.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { toSampleView } from "../../lib/task/sample_view.ts";
import type { Request } from "../../lib/task/request.ts";
import { TaskError } from "../../lib/core/errors.ts";

const task = defineTask({
  name: "mc",
  outputType: "multiple_choice",
  prompt: (doc) => doc.q,
  choices: ["no", "yes"],
  target: (doc) => doc.a,
  metrics: ["acc", "acc_mutual_info"],
});
const rows = [{ q: "1?", a: "yes" }, { q: "2?", a: "no" }, { q: "3?", a: "no" }];

async function collect(
  docs: Parameters<typeof buildRequests>[1],
  options?: BuildRequestsOptions,
): Promise<Request[]> {
  return await Array.fromAsync(buildRequests(task, docs, options));
}

Deno.test("the stream is what prepareTask gives, with and without shots", async () => {
  for (const options of [{}, { numFewshot: 1 }, { limit: 2 }, { chat: { multiturn: true }, system: "S" }]) {
    const want = [...prepareTask(task, { test: rows }, options).docs()].flatMap((doc) => doc.requests);
    assertEquals(await collect(rows, options), want);
    assertEquals(await collect(fromArray(rows), options), want);
  }
});

Deno.test("without shots docs are streamed: the source is not read past the limit", async () => {
  let read = 0;
  async function* endless(): AsyncIterable<Record<string, unknown>> {
    for (;;) {
      await Promise.resolve();
      yield { id: `r${read}`, q: `${read++}?`, a: "no" };
    }
  }
  const requests = await collect(endless(), { limit: 3 });
  assertEquals(requests.length, 12);
  assertEquals(read, 3);
  assertEquals(requests.map((request) => request.docIndex).filter((_, i) => i % 4 === 0), [0, 1, 2]);
});

Deno.test("shots from another split", async () => {
  const shots = { ...task, fewshotSplit: "dev" };
  const requests = await Array.fromAsync(
    buildRequests(shots, [rows[0] as typeof rows[number]], {
      numFewshot: 1,
      splits: { dev: [{ q: "d?", a: "no" }] },
    }),
  );
  assertEquals(requests[0]?.prompt, "d? no\n\n1?");
});

Deno.test("errors come before the first request", async () => {
  await assertRejects(() => collect(rows, { numFewshot: 3 }), TaskError, "wanted 3");
  await assertRejects(() => collect(rows, { limit: 0 }), RangeError);
});

Deno.test("mutual information: bare choices after an empty context, after the others", async () => {
  const [first] = [...Map.groupBy(await collect(rows), (request) => request.docId).values()];
  assertEquals(first?.map((request) => [request.idx, request.prompt, request.continuation]), [
    [0, "1?", " no"],
    [1, "1?", " yes"],
    [2, "", " no"],
    [3, "", " yes"],
  ]);
});

Deno.test("sample view: conditional and unconditional log-likelihoods apart, target as an index", () => {
  const [doc] = prepareTask(task, { test: rows }).docs();
  if (doc === undefined) throw new Error("no doc");
  const logliks = [-1, -2, -3, -4].map((loglik, i) => ({ loglik, isGreedy: i === 1 }));
  const view = toSampleView(task, doc, { logliks });
  assertEquals([view.logliks, view.unconditional, view.greedy, view.target], [[-1, -2], [-3, -4], [
    false,
    true,
  ], 1]);
});

Deno.test("a missing log-likelihood is an error, never a 0", () => {
  const [doc] = prepareTask(task, { test: rows }).docs();
  if (doc === undefined) throw new Error("no doc");
  assertThrows(
    () => toSampleView(task, doc, { logliks: [{ loglik: -1, isGreedy: true }] }),
    RangeError,
    "wanted 4",
  );
  assertThrows(() => toSampleView(task, doc, {}), RangeError, "found 0");
});

Deno.test("multiple-input mode: the choices are contexts, the continuation is one", () => {
  const input = defineTask({
    name: "wino",
    outputType: "multiple_choice",
    prompt: (doc) => doc.gold,
    choices: (doc) => doc.contexts,
    target: (doc) => doc.rest,
  });
  const build = docBuilder(input);
  const fields = { gold: 1, contexts: ["the cat", "the dog"], rest: "ran." };
  const doc = build({ id: "1", index: 0, fields }, 0, []);
  assertEquals(doc.requests.map((request) => [request.prompt, request.continuation]), [
    ["the cat", " ran."],
    ["the dog", " ran."],
  ]);
  assertEquals([doc.target, doc.multipleInput], [1, true]);
  const bad = { ...fields, gold: 2 };
  const error = assertThrows(() => build({ id: "2", index: 1, fields: bad }, 1, []), TaskError);
  assertEquals([error.code, error.details.doc], ["bad_prompt", "2"]);
});

Deno.test("chat: log-likelihood continuations have no delimiter, unless an answer prefix wants one", () => {
  const doc = { id: "1", index: 0, fields: rows[0] as typeof rows[number] };
  const continuations = (genPrefix?: string): (string | undefined)[] =>
    docBuilder(genPrefix === undefined ? task : { ...task, genPrefix }, { chat: { multiturn: true } })(
      doc,
      0,
      [],
    )
      .requests.slice(0, 2).map((request) => request.continuation);
  assertEquals(continuations(), ["no", "yes"]);
  assertEquals(continuations("So"), [" no", " yes"]);
  assertEquals(continuations("So "), ["no", "yes"]);
});
