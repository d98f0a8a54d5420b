// deno-lint-ignore-file camelcase -- the wire is snake_case
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { BenchEvent } from "../../lib/core/context.ts";
import { ModelError } from "../../lib/core/errors.ts";
import { echoLists, scoreByCount, scoreByOffset } from "../../lib/model/echo_reply.ts";
import { learnLayout, scanEcho } from "../../lib/model/echo_scan.ts";
import { cutLeft, encodePair, rollingWindows } from "../../lib/model/encode_pair.ts";
import { openaiCompletions, type OpenaiCompletionsOptions } from "../../lib/model/openai_completions.ts";
import type { Model } from "../../lib/model/model.ts";
import { encode, scoreTokens, tokenize } from "../support/fake_model.ts";
import { type FakeOptions, type FakeServer, startFakeServer } from "../support/fake_server.ts";
import { fc } from "../support/fast_check.ts";
import { readGoldenJson } from "../support/shared.ts";

async function withServer(
  server: FakeOptions,
  fn: (model: Model, server: FakeServer) => Promise<void>,
  options: Partial<OpenaiCompletionsOptions> = {},
): Promise<void> {
  await using fake = startFakeServer(server);
  await fn(openaiCompletions("m", { baseUrl: fake.baseUrl, ...options }), fake);
}

const items = ["yes", "no", "maybe so"].map((word) => ({
  prompt: "Is it wet?\nAnswer:",
  continuation: ` ${word}`,
}));
const scoring = { type: "loglikelihood" as const, items };

const choiceOf = (logprobs: unknown) => ({ index: 0, text: "", logprobs });

Deno.test("M09: only tokens from the end of the prompt to the end of the text count", () => {
  const top_logprobs = [null, { a: -1.5 }, { b: -0.4 }, { c: -9 }];
  const logprobs = {
    tokens: ["ab", "cde", "fghi", "x"],
    token_logprobs: [null, -1.5, -0.5, -9],
    top_logprobs,
    text_offset: [0, 2, 5, 9],
  };
  const sent = { prompt: "abcde", continuation: "fghi" };
  assertEquals(scoreByOffset(echoLists(choiceOf(logprobs), "h"), sent, "h"), {
    loglik: -0.5,
    isGreedy: false,
  });
  const error = assertThrows(
    () => scoreByOffset(echoLists(choiceOf(logprobs), "h"), { prompt: "", continuation: "abcdefghi" }, "h"),
    ModelError,
  );
  assertEquals(error.code, "logprob_missing");
});

Deno.test("M09: max_tokens is 1, never 0, and the generated token never counts", async () => {
  await withServer({}, async (model, server) => {
    const reply = await model(scoring);
    assertEquals(server.arrivals[0]?.body.max_tokens, 1);
    const whole = tokenize(items[0]?.prompt + " yes");
    assertEquals(reply.logliks?.[0]?.loglik, scoreTokens(whole).at(-1)?.logprob);
  });
});

Deno.test("M10: a token that spans the boundary counts whole and is flagged", () => {
  const top_logprobs = [null, { a: -1 }, { b: -2 }, { c: -3 }];
  const logprobs = {
    tokens: ["ab", "cde", "f", "x"],
    token_logprobs: [null, -1, -2, -3],
    top_logprobs,
    text_offset: [0, 2, 5, 6],
  };
  const sent = { prompt: "abc", continuation: "def" };
  assertEquals(scoreByOffset(echoLists(choiceOf(logprobs), "h"), sent, "h"), {
    loglik: -3,
    isGreedy: true,
    boundarySplit: true,
  });
});

Deno.test("M10: token texts that do not concatenate do not matter, a counted start token is taken off", () => {
  const tokens = ["<s>", "", "\n", "1", ".", "\n Carol", "x"];
  const token_logprobs = [null, -1, -1, -1, -1, -0.25, -7];
  const top_logprobs = token_logprobs.map((logprob) => logprob === null ? null : { t: logprob });
  for (const shift of [0, 3]) {
    const text_offset = [0, ...[0, 0, 1, 2, 3, 10].map((offset) => offset + shift)];
    const lists = echoLists(choiceOf({ tokens, token_logprobs, top_logprobs, text_offset }), "h");
    assertEquals(scoreByOffset(lists, { prompt: "\n1.", continuation: "\n Carol" }, "h").loglik, -0.25);
  }
});

Deno.test("offsets count code points, or the unit in which they end where the text ends", async () => {
  const hard = [{ prompt: "naïve – 中文😀:", continuation: " ü😀 b" }];
  await withServer({}, async (model, server) => {
    const byIds = await model({ type: "loglikelihood", items: hard });
    const texts = openaiCompletions("m", { baseUrl: server.baseUrl, tokenizer: "none" });
    assertEquals((await texts({ type: "loglikelihood", items: hard })).logliks, byIds.logliks);
    const size = (unit: (text: string) => number): FakeOptions["faults"] => [{
      kind: "edit",
      edit: (reply) => {
        let at = 0;
        reply.choices[0].logprobs.text_offset = reply.choices[0].logprobs.tokens.map((token: string) => {
          at += unit(token);
          return at - unit(token);
        });
        return reply;
      },
    }];
    for (
      const unit of [(text: string) => text.length, (text: string) => new TextEncoder().encode(text).length]
    ) {
      server.options.faults = size(unit) ?? [];
      assertEquals((await texts({ type: "loglikelihood", items: hard })).logliks, byIds.logliks);
    }
    server.options.faults = size((text) => text.length * 3) ?? [];
    await assertRejects(() => texts({ type: "loglikelihood", items: hard }), ModelError);
  });
});

Deno.test("M07: a server that ignores, refuses or misshapes echo is refused, never scored", async () => {
  for (const echo of ["ignore", "refuse", "chat"] as const) {
    for (const tokenizer of [true, false]) {
      await withServer({ echo, tokenizer }, async (model) => {
        const error = await assertRejects(() => model(scoring), ModelError);
        assertEquals(error.code, "logprobs_unsupported");
        assert(error.hint?.includes("Two ways out"));
      });
    }
  }
});

Deno.test("a server that lies about log-probs is an error", async () => {
  // deno-lint-ignore no-explicit-any
  const lies: ((list: any) => void)[] = [
    (list) => list.token_logprobs.pop(),
    (list) => list.token_logprobs[list.token_logprobs.length - 2] = null,
    (list) => list.token_logprobs[list.token_logprobs.length - 2] = 0.5,
    (list) => list.token_logprobs[list.token_logprobs.length - 2] = "x",
    (list) => list.top_logprobs = null,
    (list) => list.top_logprobs[list.top_logprobs.length - 2] = {},
    (list) => list.top_logprobs.pop(),
  ];
  for (const tokenizer of [true, false]) {
    for (const lie of lies) {
      const faults: FakeOptions["faults"] = [{
        kind: "edit",
        edit: (reply) => (lie(reply.choices[0].logprobs), reply),
      }];
      await withServer({ faults, tokenizer }, async (model) => {
        const one = { type: "loglikelihood" as const, items: items.slice(0, 1) };
        const error = await assertRejects(() => model(one), ModelError);
        assert(error.code.startsWith("logprob"), error.code);
      });
    }
  }
});

Deno.test("prompt arrays: batches of eight, and one by one where arrays are refused", async () => {
  const many = Array.from({ length: 20 }, (_, i) => ({ prompt: "Q:", continuation: ` word${i} x` }));
  for (const tokenizer of [true, false]) {
    await withServer({ tokenizer }, async (model, server) => {
      const reply = await model({ type: "loglikelihood", items: many });
      assertEquals(server.arrivals.map((one) => one.body.prompt.length), [8, 8, 4]);
      assertEquals([reply.attempts, reply.logliks?.length], [3, 20]);
      const single = openaiCompletions("m", { baseUrl: server.baseUrl, batchSize: 1 });
      assertEquals((await single({ type: "loglikelihood", items: many })).logliks, reply.logliks);
    });
  }
  await withServer({ tokenizer: false, arrays: false }, async (model, server) => {
    assertEquals((await model({ type: "loglikelihood", items: many })).logliks?.length, 20);
    await model({ type: "loglikelihood", items: many.slice(0, 2) });
    assertEquals(server.arrivals.length, 23);
  });
});

Deno.test("choices that come in another order are sorted by their index", async () => {
  await withServer({}, async (model, server) => {
    const straight = await model(scoring);
    server.options.faults = [{ kind: "edit", edit: (reply) => (reply.choices.reverse(), reply) }];
    assertEquals((await model(scoring)).logliks, straight.logliks);
  });
});

Deno.test("an empty continuation is an error, not a sure thing", async () => {
  for (const tokenizer of [true, false]) {
    await withServer({ tokenizer }, async (model) => {
      const empty = [{ prompt: "a", continuation: "" }];
      await assertRejects(() => model({ type: "loglikelihood", items: empty }), ModelError);
    });
  }
});

Deno.test("an empty context starts from the start token; without one it is an error", async () => {
  const bare = { type: "loglikelihood" as const, items: [{ prompt: "", continuation: " A" }] };
  await withServer({}, async (model) => assertEquals((await model(bare)).logliks?.[0]?.loglik, -4.4623));
  await withServer({ tokenizer: false }, async (model) => {
    assertEquals((await assertRejects(() => model(bare), ModelError)).code, "logprob_missing");
  });
});

Deno.test("M20: prompts beyond maxLength lose their left end, with a warning", async () => {
  await withServer({}, async (model, server) => {
    const events: BenchEvent[] = [];
    const long = [{ prompt: "word ".repeat(50).trim(), continuation: " yes" }];
    await model({ type: "loglikelihood", items: long }, { emit: (event) => void events.push(event) });
    assertEquals(server.arrivals[0]?.body.prompt[0].length, 19);
    assertEquals(events.map((event) => [event.code, event.tokens]), [["prompt_truncated", 32]]);
  }, { maxLength: 20 });
});

Deno.test("M20: a server that reads fewer tokens than were sent is found out", async () => {
  await withServer({ contextTokens: 4 }, async (model) => {
    const error = await assertRejects(() => model(scoring), ModelError);
    assert(["context_truncated", "logprobs_mismatch"].includes(error.code));
    const prompt = "one two three four five six seven";
    assertEquals(
      (await assertRejects(() => model({ type: "completion", prompt }), ModelError)).code,
      "context_truncated",
    );
  }, { batchSize: 1 });
});

Deno.test("M23 M24 for completions: cut and hanging connections are errors", async () => {
  await withServer(
    { tokenizer: false, faults: [{ kind: "cut" }, { kind: "hang", part: "body" }] },
    async (model) => {
      const codes = [];
      for (let i = 0; i < 2; i++) codes.push((await assertRejects(() => model(scoring), ModelError)).code);
      assertEquals(codes, ["connection_failed", "timeout"]);
    },
    { timeoutMs: 150, tokenizer: "none" },
  );
});

Deno.test("M30 for completions: limit, temperature and seed are always sent, log-probs are read", async () => {
  await withServer({ tokenizer: false }, async (model, server) => {
    await model({ type: "completion", prompt: "a" });
    assertEquals(server.arrivals[0]?.body, {
      prompt: "a",
      model: "m",
      max_tokens: 256,
      temperature: 0,
      seed: 1234,
    });
  });
  const logprobs = { tokens: ["B"], token_logprobs: [-0.2], top_logprobs: [{ B: -0.2, A: -3 }] };
  await withServer({ reply: () => ({ text: "B", finish_reason: "stop", logprobs }) }, async (model) => {
    const reply = await model({ type: "completion", prompt: "a", topLogprobs: 2 });
    assertEquals(reply.tokens?.[0]?.top.length, 2);
  });
});

Deno.test("a failing tokenizer route is an error, a missing one is another way of asking", async () => {
  await withServer({ tokenizer: false }, async (model, server) => {
    await model(scoring);
    assertEquals(typeof server.arrivals[0]?.body.prompt[0], "string");
  });
  const failing: typeof fetch = (input) =>
    Promise.resolve(new Response("", { status: String(input).endsWith("tokenizer_info") ? 503 : 200 }));
  const model = openaiCompletions("m", { baseUrl: "http://h/v1", fetch: failing });
  assertEquals((await assertRejects(() => model(scoring), ModelError)).code, "server_error");
});

Deno.test("golden rolling windows", async () => {
  const cases = await readGoldenJson("model", "rolling_windows.json");
  assertEquals(cases.length, 5);
  for (const { n, max_seq_len, context_len, windows } of cases) {
    const made = rollingWindows(Array.from({ length: n }, (_, i) => i), {
      prefix: -1,
      maxLength: max_seq_len,
      contextLength: context_len,
    });
    assertEquals(made.map((window) => [window.context, window.continuation]), windows);
  }
});

Deno.test("property: windows score each token once, in order", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }), (n, maxLength) => {
    const ids = Array.from({ length: n }, (_, i) => i);
    for (let contextLength = 1; contextLength <= maxLength; contextLength++) {
      const windows = rollingWindows(ids, { prefix: -1, maxLength, contextLength });
      assertEquals(windows.flatMap((window) => window.continuation), ids);
      for (const window of windows) {
        assert(window.continuation.length + window.context.length <= maxLength + 1);
      }
    }
  }));
});

Deno.test("encodePair moves trailing space, cutLeft keeps the tail", async () => {
  const pair = await encodePair(
    { prompt: "trail ", continuation: "word" },
    (text) => Promise.resolve(encode(text)),
    1,
  );
  assertEquals([pair.context, pair.continuation], [encode("trail"), encode(" word")]);
  assertEquals(cutLeft([1], [2, 3, 4], 2), { ids: [3, 4], contextLength: 0, cut: 2 });
});

Deno.test("property: the tail scan of a reply gives what parsing gives", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", '"', "\\", "]", "}", "{", "[", ",", ":", " ", "é", "😀"),
    maxLength: 6,
  });
  const token = fc.record({
    text: word,
    alternative: word,
    logprob: fc.double({ min: -20, max: 0, noNaN: true }),
  });
  const choices = fc.array(fc.array(token, { minLength: 3, maxLength: 12 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(choices, fc.boolean(), fc.integer({ min: 1, max: 3 }), (lists, goldenOrder, spaces) => {
      const reply = {
        model: '"token_logprobs":[',
        choices: lists.map((list, index) => {
          const tokens = list.map((one) => one.text);
          const token_logprobs = list.map((one, i) => i === 0 ? null : one.logprob);
          const top_logprobs = list.map((one, i) =>
            i === 0 ? null : { [one.text]: one.logprob, [one.alternative]: -1 }
          );
          const text_offset = list.map((_, i) => i);
          const logprobs = goldenOrder
            ? { tokens, token_logprobs, top_logprobs, text_offset }
            : { text_offset, token_logprobs, tokens, top_logprobs };
          return { index, text: tokens.join(""), logprobs, finish_reason: "length" };
        }),
        usage: { prompt_tokens: 3 },
      };
      const text = spaces === 1
        ? JSON.stringify(reply)
        : JSON.stringify(reply).replaceAll(/(?<=[^\\]"):(?=[[{\d"n-])/g, ": ");
      const bytes = new TextEncoder().encode(text);
      const layout = learnLayout(bytes);
      assert(layout !== null);
      const scanned = scanEcho(bytes, layout, lists.map(() => 2));
      if (scanned === null) return; // giving up is always allowed: the caller parses
      JSON.parse(text).choices.forEach((choice: unknown, i: number) => {
        const parsed = echoLists(choice, "h");
        const count = lists[i]?.length ?? 0;
        assertEquals(scanned[i]?.logprobs, parsed.logprobs.slice(-2));
        assertEquals(scanned[i]?.top, parsed.top.slice(-2));
        assertEquals([scanned[i]?.count, scanned[i]?.from], [count, count - 2]);
        assertEquals(scanned[i]?.offsets, parsed.offsets?.slice(-2));
        assertEquals(scanned[i]?.secondOffset, parsed.secondOffset);
      });
    }),
  );
});

Deno.test("big replies are scanned after one was read both ways, with the same numbers", async () => {
  const context = Array.from({ length: 700 }, (_, i) => `word${i % 7} "x" ]}`).join(" ");
  const big = Array.from({ length: 3 }, (_, i) => ({ prompt: context, continuation: ` choice ${i}` }));
  for (const tokenizer of [true, false]) {
    await withServer({ tokenizer }, async (model) => {
      const [first, second] = [
        await model({ type: "loglikelihood", items: big }),
        await model({ type: "loglikelihood", items: big }),
      ];
      assertEquals(second.logliks, first.logliks);
      assertEquals(second.serving?.model, "m");
      assertEquals(second.usage.inputTokens, first.usage.inputTokens);
    }, { maxLength: 100_000 });
  }
});

Deno.test("scoreByCount wants exactly one entry per token and one more", () => {
  const logprobs = { token_logprobs: [null, -1, -1], top_logprobs: [null, { a: -1 }, { a: -1 }] };
  const lists = echoLists(choiceOf(logprobs), "h");
  assertEquals(scoreByCount(lists, { contextLength: 1, count: 2 }, "h"), { loglik: -1, isGreedy: true });
  for (const count of [1, 3]) {
    const error = assertThrows(() => scoreByCount(lists, { contextLength: 0, count }, "h"), ModelError);
    assertEquals(error.code, "logprobs_mismatch");
  }
});
