import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { isBenchError, JudgeError, ModelError } from "../../lib/core/errors.ts";
import { staticBearer } from "../../lib/model/static_bearer.ts";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { defineJudge, type JudgeOptions } from "../../lib/reward/judge.ts";
import { parseJudgeReply } from "../../lib/reward/judge_reply.ts";
import { goldenTests } from "./golden.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** Where the rule for replies differs from the original's: what is read here instead, or the error's code. */
const PARSE_DIFFERENCES: Record<string, unknown> = {
  "think is case sensitive": { score: 1 },
  "unclosed think is kept": "truncated_reasoning",
  "nested think closes at first end": { score: 1 },
  "array of object -> inner object": "unparsable",
  "string containing braces": "unparsable",
  "outer invalid, inner object found": "unparsable",
  "NaN accepted": "unparsable",
  "first object even if empty": { score: 1 },
  "truncated outer with complete inner": "unparsable",
  "two objects: first wins": { score: 1 },
};

goldenTests("judge_parse", 32, ({ name, input, expected }) => {
  const different = PARSE_DIFFERENCES[name];
  const run = () => parseJudgeReply(input.raw, ["score"]);
  if (typeof different === "string") {
    const error = assertThrows(run, JudgeError);
    assertEquals((error as JudgeError).code, different);
  } else if (expected.error !== undefined && different === undefined) assertThrows(run, JudgeError);
  else assertEquals(run(), different ?? expected);
});

/** Answers from the script, the last entry again and again, and keeps what was sent. */
function scriptedFetch(script: readonly Any[], sent: Any[]): typeof fetch {
  return ((url: string, init: RequestInit & { headers: Record<string, string> }) => {
    const step = script[Math.min(sent.length, script.length - 1)];
    const json = JSON.parse(init.body as string);
    for (const message of json.messages) message.content = "<prompt>";
    sent.push({ path: new URL(url).pathname, authorization: init.headers.authorization ?? null, json });
    if (step.delay !== undefined) {
      return new Promise((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason))
      );
    }
    return Promise.resolve(
      step.raw === undefined
        ? Response.json(step.body, { status: step.status })
        : new Response(step.raw, { status: step.status }),
    );
  }) as unknown as typeof fetch;
}

function judgeOptions(settings: Any): Partial<JudgeOptions> {
  const { timeout, max_retries: maxRetries, auth_attempts: authAttempts } = settings;
  return {
    ...(timeout === undefined
      ? {}
      : { timeoutMs: timeout === null ? null : timeout === true ? true as Any : timeout * 1000 }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(authAttempts === undefined ? {} : { authAttempts }),
  };
}

const DIRECT = { baseUrl: "http://127.0.0.1:9/v1", auth: staticBearer("t1") };
/** `1.0` is `1` in JavaScript. */
const SAME_IN_JAVASCRIPT = ["validate: retries float"];

async function checkValidation(input: Any, expected: Any): Promise<void> {
  const {
    model = "m",
    base_url: baseUrl = DIRECT.baseUrl,
    auth = DIRECT.auth,
    prompt,
    request_id: requestId,
    ...rest
  } = input.kw;
  const { temperature, max_tokens: maxTokens, ...settings } = rest;
  const isCall = ["prompt", "request_id", "temperature", "max_tokens"].some((key) => key in input.kw);
  const make = () => defineJudge({ model, baseUrl, auth, ...judgeOptions(settings) });
  if (expected === "ok") return void make();
  if (!isCall) return void assertThrows(make, Error, "Cannot");
  const judge = make();
  const error = await assertRejects(() =>
    judge.requestJson(prompt ?? "p", {
      requestId: requestId ?? "r",
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    })
  );
  assert(error instanceof TypeError || error instanceof RangeError, String(error));
}

goldenTests("judge_request", 36, async ({ name, input, expected }) => {
  if (SAME_IN_JAVASCRIPT.includes(name)) return;
  if (input.kw !== undefined) return await checkValidation(input, expected);
  const sent: Any[] = [];
  const contexts: Any[] = [];
  const auth = {
    headersForRequest: (context: Any) => {
      contexts.push({ "base_url": "<base>", model: context.model, "rollout_id": context.rolloutId });
      if (name === "provider raises") throw new Error("no key");
      return name.startsWith("provider without") ? { "x-other": "1" } : { Authorization: "Bearer t1" };
    },
  };
  const { timeoutMs, ...retries } = judgeOptions(input.judge);
  const waits: { code: unknown; waitMs: number }[] = [];
  const judge = defineJudge({
    model: openaiChat("jm", {
      baseUrl: "http://127.0.0.1:9/v1",
      auth,
      fetch: scriptedFetch(input.script, sent),
      ...(typeof timeoutMs === "number" ? { timeoutMs } : {}),
    }),
    ...retries,
    wait: () => Promise.resolve(),
  });
  const { temperature, max_tokens: maxTokens } = input.call;
  const request = {
    requestId: "rid",
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    context: {
      emit: (event: Any) =>
        event.kind === "model.retry" && waits.push({ code: event.code, waitMs: event.waitMs }),
    },
  };
  const { result } = expected;
  if (result.error === undefined) {
    const { value, raw } = await judge.requestJson("p", request);
    assertEquals({ object: value, raw }, result);
  } else {
    const error = await assertRejects(() => judge.requestJson("p", request), JudgeError);
    assertEquals(error.details.terminationReason, result.termination_reason);
  }
  const wanted = expected.requests.map((one: Any) =>
    // A placeholder token is never sent (DESIGN §7).
    name.startsWith("provider without") ? { ...one, authorization: null } : one
  ).map((one: Any) => ({ ...one, authorization: tokenOf(one.authorization) }));
  assertEquals(sent.map((one) => ({ ...one, authorization: tokenOf(one.authorization) })), wanted);
  if (expected.auth_contexts !== undefined) assertEquals(contexts, expected.auth_contexts);
  // Half a second times the attempt, before jitter of up to one half.
  const authWaits = waits.filter(({ code }) => code === "unauthorized").map(({ waitMs }) => waitMs);
  const most = [500, 1000].slice(0, authWaits.length).reduce((a, b) => a + b, 0);
  assertEquals(most / 1000, expected.auth_wait_s);
  authWaits.forEach((ms, i) => assert(ms >= 250 * (i + 1) && ms <= 500 * (i + 1)));
});

/** The golden's provider counts its tokens; here only that one is sent matters. */
function tokenOf(header: string | null): string | null {
  return header === null || header === undefined ? null : header.replace(/t\d+$/, "t");
}

const ask = (reply: Any, request = {}) =>
  defineJudge({ model: scriptedModel([reply]), wait: () => Promise.resolve() }).requestJson("p", {
    requestId: "r",
    keys: ["score"],
    ...request,
  });

async function codeOf(reply: Any, request = {}): Promise<string> {
  const error = await assertRejects(() => ask(reply, request), JudgeError);
  return error.code;
}

Deno.test("J01: one request reads an object in a fence, with prose around it", async () => {
  const model = scriptedModel(['```json\n{"score":1,"reasoning":"ok"}\n```\nHope this helps!']);
  const judge = defineJudge({ model });
  assertEquals((await judge.requestJson("p", { requestId: "r" })).value, { score: 1, reasoning: "ok" });
  assertEquals(model.calls.length, 1);
});

Deno.test("J02: valid JSON is read whole, whatever its strings quote", () => {
  const reply = '{"score":0,"reasoning":"they wrote ```{\\"score\\":1}``` and <think>"}';
  assertEquals(parseJudgeReply(reply, ["score"]).score, 0);
});

Deno.test("J04: of several verdicts the last decides, never the echoed example", () => {
  assertEquals(
    parseJudgeReply('Format: {"score": 0}. Verdict: {"score": 1, "reasoning": "fits"}', ["score"]).score,
    1,
  );
  assertEquals(parseJudgeReply('{"score": 1} then {"note": "done"}', ["score"]).score, 1);
});

Deno.test("J05: closed thoughts are dropped, the text before a stray closer too, an open one is an error", async () => {
  assertEquals(parseJudgeReply('<Think>{"score":0}</think>{"score":1}').score, 1);
  assertEquals(parseJudgeReply('{"score":0} hm</think>{"score":1}').score, 1);
  assertEquals(await codeOf('<think>maybe {"score":0}'), "truncated_reasoning");
});

Deno.test("J07: a reply without a verdict is a JudgeError, never the lowest score", async () => {
  assertEquals(await codeOf("**Answer: C**"), "unparsable");
  assertEquals(await codeOf(""), "empty_reply");
  assertEquals(await codeOf({ text: "no", finishReason: "content_filter" }), "content_filter");
});

Deno.test("J14: a cut reply is a JudgeError that names the limit, and is not mended", async () => {
  const cut = { text: '{"reasoning":"very long', finishReason: "length" as const };
  assertEquals(await codeOf(cut), "truncated");
  await assertRejects(() => ask(cut, { maxTokens: 64 }), JudgeError, "64 tokens");
  assertEquals(await codeOf({ text: '{"score": 1}', finishReason: "length" as const }), "truncated");
});

Deno.test("J15: a server that fails for good is a JudgeError that keeps code and cause", async () => {
  const lost = new ModelError("status 503", {
    code: "server_error",
    details: { retryable: true, status: 503 },
  });
  const model = scriptedModel(() => lost);
  const judge = defineJudge({ model, maxRetries: 2, wait: () => Promise.resolve() });
  const error = await assertRejects(() => judge.requestJson("p", { requestId: "r" }), JudgeError);
  assertEquals([error.code, error.details.status, model.calls.length], ["server_error", 503, 3]);
  assert(isBenchError(error.cause));
});

Deno.test("a judge whose model was given a limit keeps it", async () => {
  const sent: Any[] = [];
  const body = { choices: [{ message: { content: '{"score":1}' }, finish_reason: "stop" }] };
  const fetch = scriptedFetch([{ status: 200, body }], sent);
  const model = openaiChat("jm", { baseUrl: "http://127.0.0.1:9/v1", fetch, defaults: { maxTokens: 900 } });
  await defineJudge({ model }).requestJson("p", { requestId: "r" });
  assertEquals([sent[0].json.max_tokens, sent[0].json.seed, sent[0].authorization], [900, undefined, null]);
});

Deno.test("a judge asks no more at once than it may", async () => {
  let [now, most] = [0, 0];
  const model = scriptedModel(async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now--;
    return '{"score": 1}';
  });
  const judge = defineJudge({ model, maxConcurrent: 3 });
  await Promise.all(Array.from({ length: 20 }, () => judge.requestJson("p", { requestId: "r" })));
  assertEquals(most, 3);
});
