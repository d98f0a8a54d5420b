import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { BenchEvent } from "../../lib/core/context.ts";
import { ModelError, ResultError } from "../../lib/core/errors.ts";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { priceOf, priceUsd } from "../../lib/model/price.ts";
import { scriptedModel, type ScriptedReply } from "../../lib/model/scripted_model.ts";
import { withBudget } from "../../lib/model/with_budget.ts";
import { cacheKeyText, withCache } from "../../lib/model/with_cache.ts";
import { withRateLimit } from "../../lib/model/with_rate_limit.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { usageMeter, usageText, withUsage } from "../../lib/model/with_usage.ts";
import type { ModelRequest } from "../../lib/model/model.ts";
import type { GenerationOptions } from "../../lib/task/task.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { tempDir } from "../support/temp.ts";

function ask(prompt: string, generation?: GenerationOptions): ModelRequest {
  return { type: "completion", prompt, ...(generation === undefined ? {} : { generation }) };
}

const failure = (code: string, details: Record<string, unknown> = { retryable: true }): ScriptedReply =>
  new ModelError(`planted ${code}`, { code, details });

Deno.test("M25: two models, two temperatures or two settings never share a cached reply", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({ reply: (body) => `${body.model} ${body.temperature} ${body.seed}` });
  const { baseUrl } = server;
  const messages = [{ role: "user" as const, content: "?" }];
  const texts = [];
  for (const [name, seed] of [["a", 1], ["b", 1], ["a", 2], ["a", 1]] as const) {
    const model = withCache(openaiChat(name, { baseUrl, defaults: { seed } }), { dir: dir.path });
    texts.push((await model({ type: "chat", messages })).text);
    await model.close?.();
  }
  assertEquals(texts, ["a 0 1", "b 0 1", "a 0 2", "a 0 1"]);
  assertEquals(server.arrivals.length, 3);
  const keys = [
    cacheKeyText(openaiChat("a", { baseUrl }), ask("x"), 0),
    cacheKeyText(openaiChat("a", { baseUrl: "http://other/v1" }), ask("x"), 0),
    cacheKeyText(openaiChat("a", { baseUrl }), ask("x", { topP: 0 }), 0),
    cacheKeyText(openaiChat("a", { baseUrl }), ask("x", { until: ["\n"] }), 0),
    cacheKeyText(openaiChat("a", { baseUrl, reasoning: true }), ask("x"), 0),
    cacheKeyText(openaiChat("a", { baseUrl }), ask("x"), 1),
  ];
  assertEquals(new Set(keys).size, keys.length);
});

Deno.test("M25: sampled replies are not cached unless asked; hits and misses are counted", async () => {
  const sampled = withCache(scriptedModel(["1", "2"]));
  const warm = ask("?", { temperature: 0.7 });
  assertEquals([(await sampled(warm)).text, (await sampled(warm)).text], ["1", "2"]);
  const asked = withCache(scriptedModel(["1"]), { sampled: true });
  assertEquals([(await asked(warm)).text, (await asked(warm)).text], ["1", "1"]);
  assertEquals(asked.cacheCounts, { hits: 1, misses: 1 });
  // A temperature that is left out is the server's own, which samples.
  const open = withCache(scriptedModel(["1", "2"]));
  const unsaid = ask("?", { extra: { temperature: null } });
  assertEquals([(await open(unsaid)).text, (await open(unsaid)).text], ["1", "2"]);
});

Deno.test("M26: repetitions are asked one by one, and cached one by one", async () => {
  const model = withCache(scriptedModel(["a", "b", "c"]), { sampled: true });
  const warm = ask("?", { temperature: 0.7 });
  for (let round = 0; round < 2; round++) {
    const texts = [];
    for (let epoch = 0; epoch < 3; epoch++) texts.push((await model(warm, { epoch })).text);
    assertEquals(texts, ["a", "b", "c"]);
  }
  assertEquals(model.cacheCounts, { hits: 3, misses: 3 });
});

Deno.test("M27: a hit keeps the original latency and usage, and costs nothing", async () => {
  await using dir = await tempDir();
  const usage = { inputTokens: 1000, outputTokens: 100 };
  const price = { input: 2, output: 8 };
  const meter = usageMeter();
  for (let run = 0; run < 2; run++) {
    const cache = withCache(scriptedModel([{ text: "A", latencyMs: 1234, usage }]), { dir: dir.path });
    const reply = await withUsage(cache, meter, { price })(ask("?"));
    assertEquals([reply.latencyMs, reply.usage, reply.cached ?? false], [1234, usage, run === 1]);
    await cache.close?.();
  }
  assertEquals([meter.replies, meter.cached, meter.requests, meter.inputTokens], [2, 1, 1, 1000]);
  assertAlmostEquals(meter.costUsd, 0.0028, 1e-12);
});

Deno.test("the cache on disk survives torn lines, foreign files and damage", async () => {
  await using dir = await tempDir();
  const first = withCache(scriptedModel(["A", "B"]), { dir: dir.path });
  await first(ask("1"));
  await first(ask("2"));
  await first.close?.();
  const [entry] = await Array.fromAsync(Deno.readDir(dir.path));
  const file = dir.join(entry?.name ?? "");
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, text.slice(0, -7));
  await dir.write("notes.jsonl", "not a line of ours\n{}\n");
  const second = withCache(scriptedModel(["again"]), { dir: dir.path });
  assertEquals([(await second(ask("1"))).text, (await second(ask("2"))).text], ["A", "again"]);
  await second.close?.();
  await Deno.writeTextFile(file, text.replace('"text":"A"', '"text":7'));
  const third = withCache(scriptedModel(["fresh"]), { dir: dir.path });
  assertEquals((await third(ask("1"))).text, "fresh");
  await third.close?.();
  await dir.write("file", "");
  const broken = withCache(scriptedModel(["A"]), { dir: dir.join("file") });
  assertEquals((await assertRejects(() => broken(ask("1")), ResultError)).code, "cache_unreadable");
});

Deno.test("errors and replies that are no answer are not cached", async () => {
  const model = withCache(scriptedModel([failure("timeout"), { text: "", problem: "empty_content" }, "A"]));
  await assertRejects(() => model(ask("?")), ModelError);
  assertEquals((await model(ask("?"))).problem, "empty_content");
  assertEquals((await model(ask("?"))).text, "A");
  assertEquals((await model(ask("?"))).cached, true);
});

Deno.test("retry: what is repeated, how often, and how long it waits", async () => {
  const cases: [string, Record<string, unknown>, number][] = [
    ["server_error", { retryable: true }, 4],
    ["connection_cut", { retryable: true }, 4],
    ["timeout", { retryable: true }, 2],
    ["rate_limited", { retryable: true }, 10],
    ["bad_request", { retryable: false }, 1],
    ["unauthorized", { retryable: false }, 1],
    ["context_truncated", { retryable: false }, 1],
  ];
  for (const [code, details, wanted] of cases) {
    const inner = scriptedModel(Array.from({ length: 12 }, () => failure(code, details)));
    const waits: number[] = [];
    const model = withRetry(inner, { random: () => 1, wait: (ms) => (waits.push(ms), Promise.resolve()) });
    const error = await assertRejects(() => model(ask("?")), ModelError);
    assertEquals([error.code, inner.calls.length, waits.length], [code, wanted, wanted - 1]);
    assertEquals(waits.slice(0, 2), [500, 1000].slice(0, wanted - 1));
  }
  assertThrows(() => withRetry(scriptedModel([]), { attempts: 0 }), RangeError);
});

Deno.test("retry: the caller's abort ends a wait with its reason", async () => {
  const stop = new AbortController();
  const model = withRetry(
    scriptedModel([failure("rate_limited", { retryable: true, retryAfterMs: 50_000 })]),
  );
  const asked = model(ask("?"), { signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 10);
  await assertRejects(() => asked, Error, "enough");
});

Deno.test("M28: unknown usage makes the total a lower bound in words", async () => {
  const meter = usageMeter();
  const replies = [{ text: "a", usage: { inputTokens: 5, outputTokens: null } }, "b", {
    text: "c",
    usage: { inputTokens: 3, outputTokens: 2 },
  }];
  const model = withUsage(scriptedModel(replies), meter);
  for (let i = 0; i < 3; i++) await model(ask("?"));
  assertEquals(usageText(meter), "at least 8 tokens in, 2 out (2 replies without usage)");
  await assertRejects(() => model(ask("?")));
  assertEquals(meter.errors, 1);
});

Deno.test("price: unknown is null, never 0; only the provider's own host has list prices", () => {
  const at = (id: string, baseUrl: string | null) => priceOf({ id, baseUrl, accepts: [] });
  assertEquals(at("openai:gpt-4o-mini", "http://127.0.0.1:1/v1"), null);
  assertEquals(at("openai:nobody-knows", "https://api.openai.com/v1"), null);
  assertEquals(at("openai:gpt-4o-mini-2024-07-18", "https://api.openai.com/v1")?.input, 0.15);
  // A snapshot that costs more than its family is listed by itself.
  assertEquals(at("openai:gpt-4o-2024-05-13", "https://api.openai.com/v1"), { input: 5, output: 15 });
  assertEquals(at("openai:gpt-4o-2024-08-06", "https://api.openai.com/v1")?.input, 2.5);
  assertEquals(at("openai:constructor", "https://api.openai.com/v1"), null);
  assertEquals(at("builtin:floor", null), { input: 0, output: 0 });
  assertEquals(priceUsd(null, { inputTokens: 1, outputTokens: 1 }), null);
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 1_000_000 };
  assertEquals(priceUsd({ input: 2, output: 8, cachedInput: 0.5 }, usage), 0.5);
});

Deno.test("budget: refuses once spent; an unknown price is refused at once", async () => {
  const usage = { inputTokens: 600_000, outputTokens: 0 };
  const model = withBudget(scriptedModel([{ text: "a", usage }, { text: "b", usage }, "c"]), {
    usd: 1,
    price: { input: 1, output: 1 },
  });
  await model(ask("1"));
  await model(ask("2"));
  assertEquals((await assertRejects(() => model(ask("3")), ModelError)).code, "budget_exhausted");
  assertAlmostEquals(model.spent.costUsd, 1.2, 1e-9);
  const far = openaiChat("x", { baseUrl: "http://h/v1" });
  assertEquals(assertThrows(() => withBudget(far, { usd: 1 }), ModelError).code, "price_unknown");
  assertThrows(() => withBudget(far, {}), TypeError);
  assertThrows(() => withBudget(far, { tokens: -1 }), RangeError);
});

for (const place of ["inside", "outside"] as const) {
  Deno.test(`rate limit ${place} the retries: everything is served under a real quota`, async () => {
    await using server = startFakeServer({
      quota: { perSecond: 150, burst: 15, retryAfter: "0.2" },
      latencyMs: 10,
    });
    const base = openaiChat("m", { baseUrl: server.baseUrl });
    const model = place === "inside" ? withRetry(withRateLimit(base)) : withRateLimit(withRetry(base));
    let left = 300;
    await Promise.all(Array.from({ length: 64 }, async () => {
      while (left-- > 0) await model({ type: "chat", messages: [{ role: "user", content: "x" }] });
    }));
    // How much of a quota is used: tests/core/limiter_test.ts on a simulated clock, tests/bench on a real one.
    assertEquals(server.counts.ok, 300);
    // Without a limit each of the 64 callers is refused several times a second.
    assert((server.counts.refused ?? 0) <= 150, `${server.counts.refused} refusals`);
  });
}

Deno.test("rate limit: never more at once than allowed, and fewer than the open files", async () => {
  await using server = startFakeServer({ latencyMs: 5 });
  const base = openaiChat("m", { baseUrl: server.baseUrl });
  const model = withRateLimit(base, { maxConcurrent: 3, startConcurrent: 64 });
  await Promise.all(Array.from({ length: 40 }, () => model({ type: "chat", messages: [] })));
  assertEquals(server.counts.peak, 3);
  const events: BenchEvent[] = [];
  const greedy = withRateLimit(scriptedModel(["A"]), { maxConcurrent: 1e9 });
  await greedy(ask("?"), { emit: (event) => void events.push(event) });
  if (Deno.build.os === "linux") assertEquals(events.map((event) => event.code), ["few_files"]);
});

Deno.test("rate limit: a quota that is announced as used up is waited for", async () => {
  const emitQuota = scriptedModel((_request, call, context) => {
    if (call === 0) context.emit?.({ kind: "model.quota", remaining: 0, resetMs: 40 });
    return "A";
  });
  const model = withRateLimit(emitQuota);
  await model(ask("1"));
  const stop = new AbortController();
  const second = model(ask("2"), { signal: stop.signal });
  await Promise.resolve();
  assertEquals(emitQuota.calls.length, 1);
  assertEquals((await second).text, "A");
});
