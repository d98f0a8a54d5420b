import { assert, assertAlmostEquals, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { askChoices, logprobsOfLabels } from "../../lib/model/ask_choices.ts";
import { probe } from "../../lib/model/capability.ts";
import { chooseProtocol, type ModelClients } from "../../lib/model/choice_protocol.ts";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { openaiCompletions } from "../../lib/model/openai_completions.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { type FakeOptions, type FakeServer, startFakeServer } from "../support/fake_server.ts";

const question = {
  prompt: "Which?\nA. x\nB. y\nAnswer:",
  continuations: [" A", " B"],
  labels: ["A", "B"],
};

const top = (pairs: Record<string, number>) => ({
  content: [{
    token: Object.keys(pairs)[0],
    logprob: Object.values(pairs)[0],
    top_logprobs: Object.entries(pairs).map(([token, logprob]) => ({ token, logprob })),
  }],
});

const withTop = (pairs: Record<string, number>): NonNullable<FakeOptions["reply"]> => (body) => ({
  choices: [{
    index: 0,
    message: { content: Object.keys(pairs)[0] },
    finish_reason: "length",
    logprobs: body.logprobs ? top(pairs) : null,
  }],
});

async function withClients(
  options: FakeOptions,
  fn: (clients: Required<ModelClients>, server: FakeServer) => Promise<void>,
): Promise<void> {
  await using server = startFakeServer(options);
  const { baseUrl } = server;
  await fn({ completions: openaiCompletions("m", { baseUrl }), chat: openaiChat("m", { baseUrl }) }, server);
}

Deno.test("auto: log-likelihoods where the endpoint echoes, and chat is not even asked", async () => {
  await withClients({}, async (clients, server) => {
    const chosen = await chooseProtocol(clients);
    assertEquals([chosen.api, chosen.choice], ["completions", "loglikelihood"]);
    const answer = await askChoices(chosen, question);
    assertEquals([answer.protocol, answer.logliks?.length], ["loglikelihood", 2]);
    assertEquals(server.counts["/v1/chat/completions"], undefined);
  });
});

Deno.test("a base URL behind which no API is ends at the probe, with a hint", async () => {
  await using server = startFakeServer();
  const baseUrl = server.baseUrl.replace("/v1", "/");
  const clients = { completions: openaiCompletions("m", { baseUrl }), chat: openaiChat("m", { baseUrl }) };
  const error = await assertRejects(() => chooseProtocol(clients), ModelError);
  assertEquals(error.code, "not_found");
  assert(error.message.includes(`"${baseUrl}chat/completions"`), error.message);
  assert(error.hint?.includes("/v1"), error.hint);
});

Deno.test("M07: auto falls to chat in words: first token where log-probs come, else text", async () => {
  await withClients({ echo: "ignore", reply: withTop({ B: -0.1, A: -2.5 }) }, async (clients) => {
    const chosen = await chooseProtocol(clients);
    assertEquals([chosen.api, chosen.choice], ["chat", "top_logprobs"]);
    assert(chosen.why.includes("echo"));
    const answer = await askChoices(chosen, question);
    assertEquals([answer.label, answer.labelLogprobs], ["B", [-2.5, -0.1]]);
  });
  await withClients({ echo: "refuse", reply: () => "The answer is B." }, async (clients) => {
    const chosen = await chooseProtocol(clients);
    assertEquals([chosen.api, chosen.choice], ["chat", "text"]);
    const answer = await askChoices(chosen, question);
    assertEquals([answer.text, answer.label], ["The answer is B.", undefined]);
  });
});

Deno.test("M07: a named protocol that cannot be is refused with two ways out, never replaced", async () => {
  await withClients({ echo: "ignore" }, async (clients) => {
    for (
      const wish of [
        { choice: "loglikelihood" },
        { choice: "loglikelihood", api: "chat" },
        { choice: "loglikelihood", api: "completions" },
        { choice: "top_logprobs" },
      ] as const
    ) {
      const error = await assertRejects(() => chooseProtocol(clients, wish), ModelError);
      assertEquals(error.code, "protocol_unsupported");
      assert(error.hint?.includes("Two ways out"));
    }
    const { chat } = clients;
    await assertRejects(() => chooseProtocol({ chat }, { api: "completions" }), TypeError);
  });
});

Deno.test("an endpoint that is down is an error, not an endpoint that cannot", async () => {
  await withClients({ faults: () => ({ kind: "status", status: 503 }) }, async (clients) => {
    const error = await assertRejects(() => chooseProtocol(clients), ModelError);
    assertEquals(error.code, "server_error");
  });
});

Deno.test("a model that thinks first is not read by its first token", async () => {
  const reply = withTop({ "<think>": -0.01, A: -9 });
  await withClients(
    { echo: "refuse", reply },
    async (clients) => {
      assertEquals((await chooseProtocol(clients)).choice, "text");
    },
  );
});

Deno.test("labels: spellings are summed, a missing one lies below all, none found is null", () => {
  const first = (pairs: Record<string, number>) => ({
    token: "x",
    logprob: -9,
    top: Object.entries(pairs).map(([token, logprob]) => ({ token, logprob })),
  });
  const [a, b] = logprobsOfLabels(first({ A: Math.log(0.2), " A": Math.log(0.3), z: -3 }), ["A", "B"]) ?? [];
  assertAlmostEquals(a ?? NaN, Math.log(0.5), 1e-12);
  assertEquals(b, -10);
  assertEquals(logprobsOfLabels(first({ The: -0.1 }), ["A", "B"]), null);
});

Deno.test("M21: a constrained reply is validated, never trusted", async () => {
  for (
    const [text, label] of [['{"answer":"B"}', "B"], ["B because", null], ['{"answer":"C"}', null]] as const
  ) {
    await withClients({ reply: () => text }, async (clients, server) => {
      const chosen = await chooseProtocol(clients, { api: "chat", choice: "constrained" });
      const answer = await askChoices(chosen, question);
      assertEquals([answer.label, answer.text], [label, label === null ? text : undefined]);
      assertEquals(server.arrivals.at(-1)?.body.response_format.json_schema.schema.properties.answer.enum, [
        "A",
        "B",
      ]);
    });
  }
});

Deno.test("askChoices wants a label per continuation", async () => {
  await withClients({}, async (clients) => {
    const chosen = await chooseProtocol(clients);
    await assertRejects(() => askChoices(chosen, { ...question, labels: ["A"] }), RangeError);
  });
  assertThrows(() => openaiChat("", { baseUrl: "http://h/v1" }), TypeError);
});

Deno.test("probe: what is found is what the server does, and it is asked once", async () => {
  await withClients(
    { obeys: true, usage: "real", reply: () => "one, two, three" },
    async ({ completions, chat }, server) => {
      const can = await probe(completions);
      assertEquals([can.loglikelihood, can.limit, can.usage, can.contextCut], [true, true, true, false]);
      const asked = server.arrivals.length;
      assertEquals(await probe(withRetry(completions)), can);
      assertEquals(server.arrivals.length, asked);
      const talk = await probe(chat);
      assertEquals([talk.loglikelihood, talk.topLogprobs, talk.stop], [false, 0, true]);
      assertEquals([talk.seed, talk.contextCut, talk.maxTokensName], [null, false, "max_tokens"]);
      assertEquals(talk.serving, { model: "m", server: "fake" });
    },
  );
});

Deno.test("M20: the probe finds a server that cuts prompts, and one that ignores stops", async () => {
  const options: FakeOptions = { usage: "real", contextTokens: 2048, reply: () => "one, two, three" };
  await withClients(options, async ({ chat }) => {
    const can = await probe(chat);
    assertEquals([can.contextCut, can.stop, can.limit], [true, false, false]);
  });
});
