import { assert, assertAlmostEquals, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { floorModel, floorProbabilities } from "../../lib/model/floor_model.ts";
import { fc } from "../support/fast_check.ts";

const model = floorModel();

async function loglik(prompt: string, continuation: string): Promise<number> {
  const reply = await model({ type: "loglikelihood", items: [{ prompt, continuation }] });
  return reply.logliks?.[0]?.loglik ?? NaN;
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(fc.constantFrom("A", "return", "the", " ", "\n", "    ", ":", ".", "(", "maybe", "zebra"), {
    maxLength: 20,
  })
    .map((words) => words.join("")),
);

Deno.test("the next-token probabilities sum to 1 after any text, and none is 0", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const p = floorProbabilities(text);
      assertEquals(p.length, 130);
      assert(p.every((value) => value > 0 && value < 1));
      assertAlmostEquals(p.reduce((sum, value) => sum + value, 0), 1, 1e-12);
    }),
    { numRuns: 500 },
  );
});

Deno.test("chain rule: a continuation may be cut anywhere", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, fc.nat(), async (prompt, continuation, at) => {
      const cut = continuation.length === 0 ? 0 : at % (continuation.length + 1);
      const [head, tail] = [continuation.slice(0, cut), continuation.slice(cut)];
      const parts = await loglik(prompt, head) + await loglik(prompt + head, tail);
      assertAlmostEquals(await loglik(prompt, continuation), parts, 1e-9);
    }),
    { numRuns: 300 },
  );
});

Deno.test("each single log-prob is that of the published distribution", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: 0, max: 127 }), async (prompt, unit) => {
      const wanted = Math.log(floorProbabilities(prompt)[unit] ?? NaN);
      assertAlmostEquals(await loglik(prompt, String.fromCharCode(unit)), wanted, 1e-12);
    }),
    { numRuns: 200 },
  );
  const other = Math.log((floorProbabilities("x")[128] ?? NaN) / (65536 - 128));
  assertAlmostEquals(await loglik("x", "é"), other, 1e-12);
});

Deno.test("a greedy reply is greedy to the log-likelihood, and their log-probs agree", async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(anyText, async (prompt) => {
      const reply = await model({
        type: "completion",
        prompt,
        generation: { maxTokens: 30 },
        topLogprobs: 2,
      });
      const scored = await model({ type: "loglikelihood", items: [{ prompt, continuation: reply.text }] });
      assertEquals(scored.logliks?.[0]?.isGreedy, true);
      const sum = (reply.tokens ?? []).reduce((total, token) => total + token.logprob, 0);
      const trailing = await loglik(
        prompt + reply.text.replace(/ +$/, ""),
        reply.text.slice(reply.text.replace(/ +$/, "").length),
      );
      assertAlmostEquals(scored.logliks?.[0]?.loglik ?? NaN, sum + trailing, 1e-9);
      assertEquals(reply.tokens?.map(({ token }) => token).join(""), reply.text.replace(/ +$/, ""));
      let before = prompt;
      for (const { token, logprob, top } of reply.tokens ?? []) {
        assertAlmostEquals(await loglik(before, token), logprob, 1e-9);
        for (const other of top) assertAlmostEquals(await loglik(before, other.token), other.logprob, 1e-9);
        assert(
          (top[0]?.logprob ?? NaN) >= logprob - 1e-12 && (top[0]?.logprob ?? 0) >= (top[1]?.logprob ?? 0),
        );
        before += token;
        checked++;
      }
    }),
    { numRuns: 200 },
  );
  assert(checked > 200);
  const wrong = await model({
    type: "loglikelihood",
    items: [{ prompt: "Answer:", continuation: " \u0007" }],
  });
  assertEquals(wrong.logliks?.[0]?.isGreedy, false);
});

Deno.test("items of one request score as they do alone; rolling is the text after nothing", async () => {
  const items = [" A", " B", " C"].map((continuation) => ({ prompt: "Q?\nAnswer:", continuation }));
  items.push({ prompt: "other", continuation: " D" });
  const together = await model({ type: "loglikelihood", items });
  for (const [i, item] of items.entries()) {
    assertEquals(together.logliks?.[i]?.loglik, await loglik(item.prompt, item.continuation));
  }
  const rolling = await model({ type: "loglikelihood_rolling", text: "Some text.\nMore." });
  assertEquals(rolling.logliks?.[0]?.loglik, await loglik("", "Some text.\nMore."));
  assertEquals(rolling.usage, { inputTokens: 15, outputTokens: 0 });
  const none = await model({ type: "loglikelihood", items: [{ prompt: "x", continuation: "" }] });
  assertEquals(none.logliks, [{ loglik: 0, isGreedy: true }]);
});

Deno.test("the first character of the prompt matters, however far away", async () => {
  const tail = "x ".repeat(2000) + "Answer:";
  assertNotEquals(await loglik(`a${tail}`, " B"), await loglik(`b${tail}`, " B"));
  const system = (content: string) =>
    model({
      type: "chat",
      messages: [{ role: "system", content }, { role: "user", content: tail }],
      generation: { maxTokens: 40, until: [] },
      topLogprobs: 1,
    });
  assertNotEquals((await system("be brief")).tokens, (await system("be  brief")).tokens);
});

Deno.test("stops, limits, usage and finish reasons", async () => {
  const prompt = "List of words: ";
  const long = await model({ type: "completion", prompt, generation: { maxTokens: 3 } });
  const count = (text: string) => text.replaceAll(" ", "").length;
  assert(count(long.text) <= 3);
  assertEquals(long.usage, { inputTokens: count(prompt), outputTokens: count(long.text) });
  const one = await model({ type: "completion", prompt: "Q?\nAnswer:", generation: { maxTokens: 1 } });
  assertEquals([one.text.length, one.text[0]], [2, " "]);
  const none = await model({ type: "completion", prompt, generation: { maxTokens: 0 } });
  assertEquals([none.text, none.finishReason], ["", "length"]);
  for (let i = 0; i < 50; i++) {
    const free = await model({ type: "completion", prompt: `${i} words: `, generation: { maxTokens: 60 } });
    const stopped = await model({
      type: "completion",
      prompt: `${i} words: `,
      generation: { maxTokens: 60, until: ["e", ""] },
    });
    assertEquals(stopped.text, free.text.split("e")[0]);
    assertEquals(stopped.finishReason, free.text.includes("e") ? "stop" : free.finishReason);
  }
});

Deno.test("letters are usually readable, never always, and no letter rules", async () => {
  const seen = new Map<string, number>();
  const asked = 400;
  for (let i = 0; i < asked; i++) {
    const reply = await model({
      type: "chat",
      messages: [{
        role: "user",
        content: `Question ${i}?\nA. one\nB. two\nC. three\nD. four\nReply with the letter.`,
      }],
    });
    const letter = /^[ABCD]\b/.exec(reply.text)?.[0] ?? "none";
    seen.set(letter, (seen.get(letter) ?? 0) + 1);
  }
  const none = seen.get("none") ?? 0;
  assert(none > asked * 0.05 && none < asked * 0.5, `${none} of ${asked} without a letter`);
  for (const letter of "ABCD") {
    assert((seen.get(letter) ?? 0) > asked * 0.08, `${letter}: ${seen.get(letter)}`);
  }
});

Deno.test("the likeliest choice is spread over the letters", async () => {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 400; i++) {
    const reply = await model({
      type: "loglikelihood",
      items: ["A", "B", "C", "D"].map((letter) => ({
        prompt: `Question ${i}?\nAnswer:`,
        continuation: ` ${letter}`,
      })),
    });
    const values = reply.logliks?.map((item) => item.loglik) ?? [];
    const best = values.indexOf(Math.max(...values));
    counts[best] = (counts[best] ?? 0) + 1;
  }
  for (const count of counts) assert(count > 60 && count < 140, counts.join(" "));
});

Deno.test("temperature samples reproducibly; seed and epoch draw anew; topP 0 is greedy", async () => {
  const ask = async (generation: Record<string, unknown>, epoch = 0) =>
    (await model({
      type: "completion",
      prompt: "Tell me: ",
      generation: { maxTokens: 40, ...generation },
    }, { epoch })).text;
  const hot = { temperature: 1, seed: 1 };
  assertEquals(await ask(hot), await ask(hot));
  assertNotEquals(await ask(hot), await ask({ ...hot, seed: 2 }));
  assertNotEquals(await ask(hot, 0), await ask(hot, 1));
  assertEquals(await ask({ ...hot, topP: 0 }), await ask({}));
  assertEquals(await ask({ ...hot, doSample: false }), await ask({}));
});

Deno.test("it is stamped as a floor and stops when told to", async () => {
  assertEquals([model.info.id, model.info.floor], ["builtin:floor", true]);
  const stop = AbortSignal.abort(new Error("stopped"));
  await assertRejects(() => model({ type: "completion", prompt: "a" }, { signal: stop }), Error, "stopped");
  assertEquals(JSON.parse(JSON.stringify(model.info)), { ...model.info });
});
