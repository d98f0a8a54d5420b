// deno-lint-ignore-file camelcase -- the wire is snake_case
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { BenchEvent } from "../../lib/core/context.ts";
import { ModelError } from "../../lib/core/errors.ts";
import type { GenerationOptions } from "../../lib/task/task.ts";
import type { Model, ModelRequest } from "../../lib/model/model.ts";
import { openaiChat, type OpenaiChatOptions } from "../../lib/model/openai_chat.ts";
import { openaiCompletions } from "../../lib/model/openai_completions.ts";
import { withRateLimit } from "../../lib/model/with_rate_limit.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { type FakeOptions, type FakeServer, type Fault, startFakeServer } from "../support/fake_server.ts";

type Faults = NonNullable<FakeOptions["faults"]>;
const noWait = { wait: () => Promise.resolve(), random: () => 1 };

function ask(text = "hi", generation?: GenerationOptions): ModelRequest {
  const messages = [{ role: "user" as const, content: text }];
  return { type: "chat", messages, ...(generation === undefined ? {} : { generation }) };
}

async function withServer(
  server: FakeOptions,
  fn: (model: Model, server: FakeServer) => Promise<void>,
  options: Partial<OpenaiChatOptions> = {},
): Promise<void> {
  await using fake = startFakeServer(server);
  await fn(openaiChat("m", { baseUrl: fake.baseUrl, ...options }), fake);
}

const choice = (message: unknown, finish_reason: unknown = "stop", more = {}) => ({
  choices: [{ index: 0, message, finish_reason, ...more }],
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, ModelError)).code;
}

Deno.test("M02: null content with stop is empty_content, repeated only when sampled", async () => {
  const reply = () => choice({ role: "assistant", content: null, reasoning: null });
  await withServer({ reply }, async (model, server) => {
    const got = await model(ask());
    assertEquals([got.text, got.problem, got.rawText], ["", "empty_content", undefined]);
    const retrying = withRetry(model, { ...noWait, emptyAttempts: 3 });
    await retrying(ask("x", { temperature: 0 }));
    assertEquals(server.arrivals.length, 2);
    assertEquals((await retrying(ask("x", { temperature: 0.7 }))).attempts, 3);
    assertEquals(server.arrivals.length, 5);
  });
});

Deno.test("M02: tool calls with null content are an answer", async () => {
  const tool_calls = [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } }];
  await withServer({ reply: () => choice({ content: null, tool_calls }, "tool_calls") }, async (model) => {
    const got = await model(ask());
    assertEquals(got.problem, undefined);
    assertEquals(got.toolCalls, [{ id: "c1", name: "add", arguments: '{"a":1}' }]);
    assertEquals(got.finishReason, "tool_calls");
  });
});

Deno.test("M03: a refused parameter is renamed once and remembered, a 400 never repeated blindly", async () => {
  const faults: Faults = (body) =>
    "max_tokens" in body
      ? {
        kind: "status",
        status: 400,
        body: { error: { message: "Unsupported", code: "unsupported_parameter", param: "max_tokens" } },
      }
      : null;
  await withServer({ faults }, async (model, server) => {
    await Promise.all([model(ask("a")), model(ask("b"))]);
    await model(ask("c"));
    const sent = server.arrivals.map((one) => "max_completion_tokens" in one.body);
    assertEquals(sent.filter((ok) => ok).length, 3);
    assert(server.arrivals.at(-1)?.body.max_completion_tokens === 256);
    assertEquals(sent.length <= 5, true);
    assertEquals(model.info.adaptations, [{ parameter: "max_tokens", renamedTo: "max_completion_tokens" }]);
  });
  const always: Faults = () => ({
    kind: "status",
    status: 400,
    body: { error: { message: "no" } },
  });
  await withServer({ faults: always }, async (model, server) => {
    assertEquals(await codeOf(withRetry(model, noWait)(ask())), "bad_request");
    assertEquals(server.arrivals.length, 1);
  });
});

Deno.test("M03: a frozen parameter is never dropped, a free one is and is listed", async () => {
  const faults: Faults = (body) =>
    "temperature" in body
      ? {
        kind: "status",
        status: 400,
        body: { error: { message: "temperature must be 1", param: "temperature" } },
      }
      : null;
  await withServer({ faults }, async (model) => {
    assertEquals(await codeOf(model(ask())), "parameter_refused");
  }, { frozen: ["temperature"] });
  await withServer({ faults }, async (model, server) => {
    await model(ask());
    assertEquals("temperature" in (server.arrivals[1]?.body ?? {}), false);
    assertEquals(model.info.adaptations, [{ parameter: "temperature", renamedTo: null }]);
  });
});

Deno.test("M04: four stops are sent, all are applied, empty ones are not sent", async () => {
  const until = ["", "\n\n", "Q:", "###", "</s>", "User:"];
  await withServer({ reply: () => "yes User: next" }, async (model, server) => {
    const got = await model(ask("?", { until }));
    assertEquals(server.arrivals[0]?.body.stop, ["\n\n", "Q:", "###", "</s>"]);
    assertEquals([got.text, got.rawText], ["yes ", "yes User: next"]);
  });
});

Deno.test("M05: temperature 0, top_p 0 and seed 0 are sent", async () => {
  await withServer({}, async (model, server) => {
    await model(ask("?", { temperature: 0, topP: 0, seed: 0 }));
    const { temperature, top_p, seed } = server.arrivals[0]?.body ?? {};
    assertEquals([temperature, top_p, seed], [0, 0, 0]);
  });
});

Deno.test("M11: both shapes of log-probs are read, anything else is logprobs_unsupported", async () => {
  const shapes = [
    { tokens: ["A"], token_logprobs: [-0.1], top_logprobs: [{ A: -0.1, B: -2.5 }] },
    {
      content: [{
        token: "A",
        logprob: -0.1,
        top_logprobs: [{ token: "A", logprob: -0.1 }, { token: "B", logprob: -2.5 }],
      }],
    },
  ];
  for (const logprobs of shapes) {
    await withServer({ reply: () => choice({ content: "A" }, "stop", { logprobs }) }, async (model) => {
      const got = await model({ ...ask(), topLogprobs: 2 } as ModelRequest);
      const top = [{ token: "A", logprob: -0.1 }, { token: "B", logprob: -2.5 }];
      assertEquals(got.tokens, [{ token: "A", logprob: -0.1, top }]);
    });
  }
  for (const logprobs of [null, {}, { content: [] }, { tokens: ["A"], token_logprobs: [null] }]) {
    await withServer({ reply: () => choice({ content: "A" }, "stop", { logprobs }) }, async (model) => {
      assertEquals(await codeOf(model({ ...ask(), topLogprobs: 2 } as ModelRequest)), "logprobs_unsupported");
    });
  }
});

Deno.test("M12: an empty, missing or odd finish reason is unknown, not stop", async () => {
  for (
    const [raw, wanted] of [["", "unknown"], [null, "unknown"], [undefined, "unknown"], [
      "tool_call",
      "tool_calls",
    ], ["weird", "unknown"]]
  ) {
    await withServer(
      { reply: () => ({ choices: [{ message: { content: "A" }, finish_reason: raw }] }) },
      async (model) => {
        const got = await model(ask());
        assertEquals(got.finishReason as string, wanted);
        assertEquals(got.rawFinishReason, raw || null);
      },
    );
  }
});

Deno.test("M13: a reply without choices is an error, in a stream such a chunk only brings usage", async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
  await withServer({ reply: () => ({ choices: [], usage }) }, async (model) => {
    assertEquals(await codeOf(model(ask())), "no_choices");
  });
  const pieces = [
    chunk({ choices: [{ index: 0, delta: { content: "A" }, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    chunk({ choices: [], usage }),
    "data: [DONE]\n\n",
  ];
  await withServer({ faults: [{ kind: "stream", pieces }] }, async (model) => {
    const got = await model(ask());
    assertEquals([got.text, got.usage.inputTokens, got.usage.outputTokens], ["A", 3, 5]);
  }, { stream: true });
});

const chunk = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: string) => chunk({ choices: [{ index: 0, delta: { content } }] });

Deno.test("M14: a stream that just ends is a retryable error, never an answer", async () => {
  for (const cut of [false, true]) {
    const pieces = [delta("The answer"), delta(" is B")];
    await withServer({ faults: [{ kind: "stream", pieces, cut }] }, async (model) => {
      const error = await assertRejects(() => model(ask()), ModelError);
      assertEquals([error.code, error.details.retryable], ["stream_cut", true]);
      assert(!error.message.includes("is B"));
    }, { stream: true });
  }
});

Deno.test("M12: a reply that was filtered is no answer, whatever text it has", async () => {
  for (const content of ["I can", "", null]) {
    await withServer({ reply: () => choice({ content }, "content_filter") }, async (model) => {
      const { finishReason, problem } = await model(ask());
      assertEquals([finishReason, problem], ["content_filter", "content_filter"]);
    });
  }
});

Deno.test("M12 M14: an empty finish reason in a chunk ends no stream", async () => {
  const inner = (content: string) =>
    chunk({ choices: [{ index: 0, delta: { content }, finish_reason: "" }] });
  const last = chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  const pieces = [inner("The answer"), inner(" is B")];
  await withServer({ faults: [{ kind: "stream", pieces }] }, async (model) => {
    assertEquals(await codeOf(model(ask())), "stream_cut");
  }, { stream: true });
  await withServer({ faults: [{ kind: "stream", pieces: [...pieces, last] }] }, async (model) => {
    const { text, finishReason } = await model(ask());
    assertEquals([text, finishReason], ["The answer is B", "stop"]);
  }, { stream: true });
});

Deno.test("M15: characters split across chunks stay whole", async () => {
  const bytes = new TextEncoder().encode(
    delta("é😀中") + chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }) +
      "data: [DONE]\n\n",
  );
  const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]));
  await withServer({ faults: [{ kind: "stream", pieces }] }, async (model) => {
    assertEquals((await model(ask())).text, "é😀中");
  }, { stream: true });
});

Deno.test("M17: a wait above the cap fails as rate_limited, one below is announced and honoured", async () => {
  const limited = (after: string) => ({
    kind: "status" as const,
    status: 429,
    headers: { "retry-after": after },
  });
  await withServer({ faults: [limited("600"), limited("2"), null] }, async (model, server) => {
    const waits: number[] = [];
    const events: BenchEvent[] = [];
    const retrying = withRetry(model, { wait: (ms) => (waits.push(ms), Promise.resolve()) });
    const emit = (event: BenchEvent) => void events.push(event);
    const error = await assertRejects(() => retrying(ask(), { emit }), ModelError);
    assertEquals([error.code, error.details.retryable, waits.length], ["rate_limited", false, 0]);
    assertEquals((await retrying(ask(), { emit })).attempts, 2);
    assertEquals(waits, [2000]);
    const told = events.find((event) => event.kind === "model.retry");
    assertEquals([told?.waitMs, told?.host], [2000, `127.0.0.1:${server.port}`]);
  });
});

Deno.test("M20: a prompt the server cut is an error, or a warning when asked", async () => {
  const long = "word ".repeat(9000);
  const usage = { prompt_tokens: 2050, completion_tokens: 3 };
  const reply = () => ({ ...choice({ content: "A" }), usage });
  await withServer({ reply }, async (model) => {
    assertEquals(await codeOf(model(ask(long))), "context_truncated");
    assertEquals((await model(ask("short"))).text, "A");
  });
  await withServer({ reply }, async (model) => {
    const events: BenchEvent[] = [];
    assertEquals((await model(ask(long), { emit: (event) => void events.push(event) })).text, "A");
    assertEquals(events.map((event) => event.code), ["context_truncated"]);
  }, { onContextCut: "warn" });
});

Deno.test("M20: a reply that ends by length at a power of two has hit the server's context", async () => {
  const reply = () => ({
    ...choice({ content: "A" }, "length"),
    usage: { prompt_tokens: 4000, completion_tokens: 96 },
  });
  await withServer({ reply }, async (model) => {
    assertEquals(await codeOf(model(ask("x", { maxTokens: 256 }))), "context_truncated");
    assertEquals((await model(ask("x", { maxTokens: 96 }))).finishReason, "length");
  });
});

Deno.test("M21: response_format that is refused is left out once and remembered", async () => {
  const faults: Faults = (body) =>
    body.response_format
      ? { kind: "status", status: 400, body: { error: { message: "response_format is not supported" } } }
      : null;
  await withServer({ faults }, async (model, server) => {
    const generation = { extra: { response_format: { type: "json_object" } } };
    await model(ask("1", generation));
    await model(ask("2", generation));
    assertEquals(server.arrivals.map((one) => "response_format" in one.body), [true, false, false]);
  });
});

Deno.test("M22: many requests against a server that drops idle connections all arrive", async () => {
  let n = 0;
  const faults: Faults = () => ++n % 25 === 0 ? { kind: "cut", afterBytes: 3 } : null;
  await withServer({ faults }, async (model, server) => {
    const bounded = withRetry(withRateLimit(model, { maxConcurrent: 8 }), noWait);
    const replies = await Promise.all(Array.from({ length: 200 }, (_, i) => bounded(ask(`n${i}`))));
    assertEquals(replies.every((reply) => reply.text !== ""), true);
    assert((server.counts.peak ?? 99) <= 8);
  });
});

Deno.test("M22: an error of the network names host and attempt", async () => {
  const server = startFakeServer();
  await server.close();
  const model = withRetry(openaiChat("m", { baseUrl: server.baseUrl }), { ...noWait, attempts: 2 });
  const error = await assertRejects(() => model(ask()), ModelError);
  assertEquals(error.code, "connection_failed");
  assert(error.message.includes(`127.0.0.1:${server.port}`) && error.message.includes("attempt 2"));
});

Deno.test("M23: one arrival per attempt, each with a key of its own", async () => {
  await withServer({ faults: [{ kind: "cut" }] }, async (model, server) => {
    await assertRejects(() => model(ask()), ModelError);
    assertEquals(server.arrivals.length, 1);
    await model(ask());
    const keys = server.arrivals.map((one) => one.headers.get("idempotency-key"));
    assertEquals(new Set(keys).size, 2);
    assert(keys.every((key) => key !== null && key.length > 16));
  });
});

Deno.test("M23: a copy the runtime resends on its own carries the same key, and the reply counts once", async () => {
  // A kept connection that dies before any byte: the runtime asks again before the client hears of it.
  await withServer({ faults: [null, { kind: "cut" }] }, async (model, server) => {
    await model(ask("first"));
    const reply = await model(ask("second"));
    const seconds = server.arrivals.filter(({ body }) => body.messages[0].content === "second");
    assertEquals([reply.attempts, seconds.length, server.counts.connections], [1, 2, 2]);
    const [key, copy] = seconds.map(({ headers }) => headers.get("idempotency-key"));
    assert(typeof key === "string" && key.length > 16);
    assertEquals(copy, key);
  });
});

Deno.test("M23: after any byte nothing is resent", async () => {
  await withServer({ faults: [null, { kind: "cut", afterBytes: 0 }] }, async (model, server) => {
    await model(ask("first"));
    assertEquals(await codeOf(model(ask("second"))), "connection_cut");
    assertEquals(server.arrivals.length, 2);
  });
});

Deno.test("M24: the time limit covers headers and body", async () => {
  for (const part of ["all", "body"] as const) {
    await withServer({ faults: [{ kind: "hang", part }] }, async (model) => {
      const error = await assertRejects(() => model(ask()), ModelError);
      assertEquals([error.code, error.details.retryable], ["timeout", true]);
    }, { timeoutMs: 100 });
  }
});

Deno.test("M24: the caller's signal ends a hanging request with its own reason", async () => {
  await withServer({ faults: [{ kind: "hang", part: "body" }] }, async (model) => {
    const stop = new AbortController();
    const asked = model(ask(), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 20);
    await assertRejects(() => asked, Error, "enough");
  });
});

Deno.test("M28: missing, null and partial usage stays null", async () => {
  for (
    const [usage, wanted] of [[null, [null, null]], [undefined, [null, null]], [{ prompt_tokens: 5 }, [
      5,
      null,
    ]]] as const
  ) {
    await withServer({ reply: () => ({ ...choice({ content: "A" }), usage }) }, async (model) => {
      const got = await model(ask());
      assertEquals([got.usage.inputTokens, got.usage.outputTokens], wanted as unknown as (number | null)[]);
    });
  }
});

Deno.test("M29: base URLs join however they are pasted", async () => {
  await using server = startFakeServer();
  for (const tail of ["", "/", "//", "/chat/completions", "/chat/completions/"]) {
    const events: BenchEvent[] = [];
    const model = openaiChat("m", { baseUrl: server.baseUrl + tail });
    await model(ask(), { emit: (event) => void events.push(event) });
    assertEquals(events.some((event) => event.code === "base_url_route"), tail.includes("chat"));
  }
  assertEquals(new Set(server.arrivals.map((one) => one.path)), new Set(["/v1/chat/completions"]));
  const wrong = openaiChat("m", { baseUrl: server.baseUrl.replace("/v1", "/v2") });
  const error = await assertRejects(() => wrong(ask()), ModelError);
  assertEquals(error.code, "not_found");
  assert(error.message.includes("/v2/chat/completions"));
});

Deno.test("M30: a limit is always sent; a reply cut by it says so", async () => {
  await withServer({ obeys: true, reply: () => "one two three" }, async (model, server) => {
    await model(ask());
    assertEquals(server.arrivals[0]?.body.max_tokens, 256);
    assertEquals((await model(ask("x", { maxTokens: 2 }))).finishReason, "length");
    await model(ask("x", { extra: { max_tokens: null, seed: null, temperature: null } }));
    assertEquals(Object.keys(server.arrivals[2]?.body ?? {}), ["messages", "model"]);
  });
});

Deno.test("M31: never a stream when log-probs are asked for", async () => {
  await withServer({}, async (model, server) => {
    assertEquals(await codeOf(model({ ...ask(), topLogprobs: 5 } as ModelRequest)), "logprobs_unsupported");
    assertEquals(server.arrivals[0]?.body.stream, undefined);
  }, { stream: true });
});

Deno.test("M32: only the final channel is the answer; stray tokens are counted", async () => {
  const cases: [string, string, string | undefined][] = [
    [
      "<|channel|>analysis<|message|>maybe A<|end|><|start|>assistant<|channel|>final<|message|>B",
      "B",
      undefined,
    ],
    ["<|channel|>analysis<|message|>maybe A", "", "truncated_reasoning"],
    ["B<|im_end|>", "B<|im_end|>", undefined],
  ];
  for (const [content, text, problem] of cases) {
    const events: BenchEvent[] = [];
    await withServer({ reply: () => content }, async (model) => {
      const got = await model(ask(), { emit: (event) => void events.push(event) });
      assertEquals([got.text, got.problem], [text, problem]);
    });
    assertEquals(
      events.filter((event) => event.code === "stray_tokens").length,
      content.startsWith("B") ? 1 : 0,
    );
  }
});

Deno.test("P10: stops are applied after the thought; one that ended the thought is asked again without", async () => {
  const thought = "<think>a\n\nb</think>\nX\n\nY";
  await withServer({ obeys: true, reply: () => thought }, async (model, server) => {
    const got = await model(ask("?", { until: ["\n\n"] }));
    assertEquals([got.text, got.reasoning, got.attempts], ["X", "a\n\nb", 2]);
    await model(ask("?", { until: ["\n\n"] }));
    assertEquals(server.arrivals.map((one) => one.body.stop), [["\n\n"], undefined, undefined]);
  });
});

Deno.test("a server that lies in its shape is an error with a code", async () => {
  const lies: [Fault[], string][] = [
    [[{ kind: "raw", text: '{"choices": [' }], "bad_json"],
    [[{ kind: "raw", text: "<html>login</html>", contentType: "text/html" }], "bad_json"],
    [[{ kind: "raw", text: "[]" }], "bad_reply"],
    [[{ kind: "raw", text: '{"error":{"message":"model not loaded"}}' }], "error_in_reply"],
    [[{ kind: "raw", text: '{"choices":[{"message":{"content":7}}]}' }], "bad_reply"],
    [[{ kind: "cut", afterBytes: 10 }], "connection_cut"],
    [[{ kind: "status", status: 500 }], "server_error"],
    [[{ kind: "status", status: 401 }], "unauthorized"],
    [
      [{ kind: "status", status: 429, body: { error: { code: "insufficient_quota", message: "x" } } }],
      "out_of_quota",
    ],
    [[{ kind: "status", status: 308, headers: { location: "https://else.where/v1" } }], "redirected"],
    [
      [{
        kind: "status",
        status: 400,
        body: { error: { code: "context_length_exceeded", message: "long" } },
      }],
      "context_exceeded",
    ],
  ];
  for (const [faults, code] of lies) {
    await withServer({ faults }, async (model) => {
      assertEquals(await codeOf(model(ask())), code);
    });
  }
});

Deno.test("S09: a failed request throws; no reply stands in for it", async () => {
  await withServer({ faults: () => ({ kind: "status", status: 503 }) }, async (model) => {
    const error = await assertRejects(() => withRetry(model, { ...noWait, attempts: 3 })(ask()), ModelError);
    assertEquals([error.code, error.details.attempts], ["server_error", 3]);
  });
});

Deno.test("M07: log-likelihoods on a chat endpoint are refused with two ways out", async () => {
  await withServer({}, async (model, server) => {
    const items = [{ prompt: "a", continuation: " b" }];
    const error = await assertRejects(() => model({ type: "loglikelihood", items }), ModelError);
    assertEquals(error.code, "unsupported_request");
    assert(error.hint?.includes("completions") && error.hint.includes("text"));
    assertEquals(server.arrivals.length, 0);
    const other = openaiCompletions("m", { baseUrl: server.baseUrl });
    assertEquals(await codeOf(other(ask())), "unsupported_request");
  });
});

Deno.test("R11: durations do not follow the wall clock", async () => {
  const real = Date.now;
  await withServer({}, async (model) => {
    let n = 0;
    Date.now = () => real() - 3_600_000 * ++n;
    try {
      const got = await model(ask());
      assert(got.latencyMs >= 0 && got.latencyMs < 60_000);
    } finally {
      Date.now = real;
    }
  });
});
