/**
 * Golden runs over real HTTP: the bodies that are sent and the numbers that
 * come back, as recorded from lm-eval.
 */
import { assert, assertEquals } from "@std/assert";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { openaiCompletions, type OpenaiCompletionsOptions } from "../../lib/model/openai_completions.ts";
import type { ChatMessage, GenerationOptions } from "../../lib/task/task.ts";
import type { Model } from "../../lib/model/model.ts";
import { canonicalJson } from "../../lib/core/canonical.ts";
import { cannedOf, type GoldenRequest, pythonGoldenServer } from "../support/golden_server.ts";
import { type Arrival, startFakeServer } from "../support/fake_server.ts";
import { encode, tokenOfId } from "../support/fake_model.ts";
import { testWith } from "../support/require.ts";
import { readGoldenJson, readSharedJson, readSharedJsonl } from "../support/shared.ts";

// deno-lint-ignore no-explicit-any
type Row = any;

/** Runs without requests of ours: graded or defined by other means. */
const FOREIGN = ["livecodebench", "rag_pipeline_eval"];

function generationOf(args: Row): GenerationOptions {
  return { until: args.until ?? [], maxTokens: args.max_gen_toks ?? 256, temperature: args.temperature ?? 0 };
}

async function answer(model: Model, request: GoldenRequest): Promise<unknown> {
  const [first, second] = request.args;
  if (request.type === "loglikelihood") {
    const items = [{ prompt: first, continuation: second }];
    const one = (await model({ type: "loglikelihood", items })).logliks?.[0];
    return [one?.loglik, one?.isGreedy];
  }
  if (request.type === "loglikelihood_rolling") {
    return (await model({ type: "loglikelihood_rolling", text: first })).logliks?.[0]?.loglik;
  }
  const generation = generationOf(second);
  const reply = model.info.accepts.includes("chat")
    ? await model({ type: "chat", messages: JSON.parse(first) as ChatMessage[], generation })
    : await model({ type: "completion", prompt: first, generation });
  return reply.text;
}

const bodies = (rows: readonly (Arrival | Row)[]): string[] =>
  rows.map((row) => canonicalJson(JSON.parse(JSON.stringify({ path: row.path, body: row.body })))).sort();

testWith(["shared"], "golden runs over HTTP: replies equal and bodies equal as sets", async (t) => {
  const index = await readSharedJson("golden", "lmeval", "index.json");
  let ran = 0;
  for (const [run, facts] of Object.entries<Row>(index)) {
    await t.step(run, async () => {
      ran++;
      if (FOREIGN.includes(run)) return;
      const requests = await readSharedJsonl("golden", "lmeval", run, "requests.jsonl");
      const responses = await readSharedJsonl("golden", "lmeval", run, "responses.jsonl");
      assertEquals(requests.length, facts.requests);
      const wire = facts.files.includes("http.jsonl")
        ? await readSharedJsonl("golden", "lmeval", run, "http.jsonl")
        : null;
      await using server = startFakeServer({ canned: cannedOf(requests, responses) });
      const isChat = facts.chat && requests[0].type === "generate_until";
      const model = (isChat ? openaiChat : openaiCompletions)("fake-model", { baseUrl: server.baseUrl });
      for (const [i, request] of requests.entries()) {
        assertEquals(await answer(model, request), responses[i].resp, `request ${i}`);
      }
      if (wire !== null) assertEquals(bodies(server.arrivals), bodies(wire));
    });
  }
  assertEquals(ran, 31);
});

testWith(["shared", "python"], "golden log-likelihoods from the Python original", async () => {
  await using server = await pythonGoldenServer();
  let ran = 0;
  for (const run of ["pubmedqa_0shot", "lambada_openai", "wikitext", "medmcqa_5shot"]) {
    const requests = await readSharedJsonl("golden", "lmeval", run, "requests.jsonl");
    const responses = await readSharedJsonl("golden", "lmeval", run, "responses.jsonl");
    const byIds = openaiCompletions("fake-model", { baseUrl: server.baseUrl });
    const byText = openaiCompletions("fake-model", { baseUrl: server.baseUrl, tokenizer: "none" });
    for (const [i, request] of requests.entries()) {
      assertEquals(await answer(byIds, request), responses[i].resp);
      if (request.type === "loglikelihood") assertEquals(await answer(byText, request), responses[i].resp);
      ran++;
    }
  }
  assertEquals(ran, 90 + 14 + 12 + 120);
});

/** Variants that are asked again body by body. */
const VARIANTS: Record<string, { count: number; options?: Partial<OpenaiCompletionsOptions> }> = {
  "chat_local": { count: 12 },
  "chat_local_prefill": { count: 6 },
  "chat_local_singleturn": { count: 6 },
  "chat_openai": { count: 6 },
  "chat_openai_reasoning": { count: 6 },
  "completions_batch3": { count: 8 },
  "completions_concurrent4": { count: 24, options: { stopAtEos: false } },
  "completions_gen_kwargs": { count: 6 },
  "completions_mutual_info": { count: 48 },
  "completions_strings": { count: 24, options: { prompts: "text" } },
  "completions_strings_no_tokenizer_gen": { count: 6, options: { tokenizer: "none" } },
  "completions_token_ids": { count: 24 },
};

testWith(["shared"], "golden bodies of client variants are what our client sends", async (t) => {
  await learnWords();
  let ran = 0;
  for (const [name, { count, options }] of Object.entries(VARIANTS)) {
    await t.step(name, async () => {
      const rows = await readSharedJsonl("golden", "lmeval", "_http", `${name}.jsonl`);
      assertEquals(rows.length, count);
      await using server = startFakeServer();
      const hosted: typeof fetch = (url, init) =>
        fetch(String(url).replace("https://api.openai.com/v1", server.baseUrl), init);
      const model = rows[0].path.includes("chat")
        ? name.includes("openai")
          ? openaiChat(rows[0].body.model, { baseUrl: "https://api.openai.com/v1", fetch: hosted })
          : openaiChat("fake-model", { baseUrl: server.baseUrl })
        : openaiCompletions("fake-model", { baseUrl: server.baseUrl, ...options });
      for (const row of rows) {
        await askAgain(model, row.body);
        ran++;
      }
      assertEquals(bodies(server.arrivals), bodies(rows.flatMap(singles)));
    });
  }
  assertEquals(ran, 176);
});

testWith(["shared"], "golden bodies of prompts and texts that are too long", async () => {
  await using server = startFakeServer();
  const rows = await readSharedJsonl("golden", "lmeval", "_http", "completions_truncated_2048.jsonl");
  const requests = await readSharedJsonl("golden", "lmeval", "medmcqa_5shot", "requests.jsonl");
  const short = openaiCompletions("fake-model", { baseUrl: server.baseUrl, maxLength: 120 });
  const cut = (request: GoldenRequest) => encode(request.args.join("")).slice(-119).join();
  const wanted = new Set(rows.map((row) => row.body.prompt[0].join()));
  for (const request of requests) if (wanted.has(cut(request))) await answer(short, request);
  assertEquals(rows.length, 24);
  assertEquals(bodies(server.arrivals), bodies(rows));

  server.arrivals.length = 0;
  const windows = await readSharedJsonl("golden", "lmeval", "_http", "completions_rolling_window.jsonl");
  const rolling = openaiCompletions("fake-model", { baseUrl: server.baseUrl, maxLength: 24, batchSize: 1 });
  for (const { page } of await readSharedJson("golden", "lmeval", "_data", "roll", "test.json")) {
    if (server.arrivals.length < windows.length) await rolling({ type: "loglikelihood_rolling", text: page });
  }
  assertEquals(windows.length, 12);
  assertEquals(bodies(server.arrivals), bodies(windows));
});

/** A generation over an array of prompts asks what as many single ones ask; arrays of generations are not sent. */
function singles(row: Row): Row[] {
  if (row.body.echo || typeof row.body.prompt === "string" || row.body.prompt === undefined) return [row];
  return row.body.prompt.map((ids: number[]) => ({ ...row, body: { ...row.body, prompt: [ids] } }));
}

async function askAgain(model: Model, body: Row): Promise<void> {
  const generation: GenerationOptions = {
    until: body.stop ?? [],
    maxTokens: body.max_tokens ?? body.max_completion_tokens,
    temperature: body.temperature,
    ...(body.top_p === undefined ? {} : { topP: body.top_p }),
  };
  if (body.messages !== undefined) {
    await model({ type: "chat", messages: body.messages, generation });
    return;
  }
  const lists: (string | number[])[] = typeof body.prompt === "string" ? [body.prompt] : body.prompt;
  if (body.echo) await model({ type: "loglikelihood", items: lists.map(itemOf) });
  else for (const list of lists) await model({ type: "completion", prompt: textOf(list), generation });
}

/** Splits before the last word; what starts with the start token had no context. */
function itemOf(list: string | number[]): { prompt: string; continuation: string } {
  const text = textOf(list);
  const at = list[0] === 1 ? 0 : text.lastIndexOf(" ");
  return { prompt: text.slice(0, at), continuation: text.slice(at) };
}

function textOf(list: string | number[]): string {
  if (typeof list === "string") return list;
  return list.map((id) => {
    const text = id === 1 ? "" : tokenOfId(id);
    if (text === undefined) throw new Error(`no token ${id}`);
    return text;
  }).join("");
}

/** Makes the words of the synthetic data known, so that ids can be read back. */
async function learnWords(): Promise<void> {
  const learn = (value: unknown): void => {
    if (typeof value === "string") encode(value), encode(` ${value}`);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(learn);
  };
  for (
    const run of [
      "medmcqa_5shot",
      "pubmedqa_0shot",
      "winogrande_3shot",
      "lambada_openai",
      "mmlu_0shot",
      "gsm8k",
    ]
  ) {
    learn(await readSharedJsonl("golden", "lmeval", run, "requests.jsonl"));
  }
  for (const name of ["trivia/test.json", "tqa/validation.json", "pubmedqa/test.json", "wino/test.json"]) {
    learn(await readSharedJson("golden", "lmeval", "_data", ...name.split("/")));
  }
}

Deno.test("golden compact: whole cases stand alone", async () => {
  const cases = await readGoldenJson("model", "http_cases.json") as {
    request: GoldenRequest;
    response: unknown;
    body: Row;
  }[];
  assertEquals(cases.length, 6);
  let ran = 0;
  for (const { request, response, body } of cases) {
    const canned = cannedOf([request], [{ resp: response }]);
    await using server = startFakeServer({ canned });
    const isChat = body.path.endsWith("chat/completions");
    const model = (isChat ? openaiChat : openaiCompletions)("fake-model", { baseUrl: server.baseUrl });
    assertEquals(await answer(model, request), response);
    assertEquals(bodies(server.arrivals), bodies([body]));
    ran++;
  }
  assertEquals(ran, cases.length);
  assert(encode("a").length === 1);
});
