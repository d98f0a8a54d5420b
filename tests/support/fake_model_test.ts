// deno-lint-ignore-file camelcase -- the wire is snake_case
import { assertEquals } from "@std/assert";
import { BOS, encode, scoreTokens, tokenize } from "./fake_model.ts";
import { readGoldenJson, readSharedJson } from "./shared.ts";
import { testWith } from "./require.ts";
import { startFakeServer } from "./fake_server.ts";

interface Vector {
  context: string;
  continuation: string;
  tokens: string[];
  ids: number[];
  states: number[];
  ll: number;
  is_greedy: boolean;
}

Deno.test("golden fake model: every vector is reproduced", async () => {
  const vectors = await readGoldenJson("model", "fake_model.json") as Vector[];
  assertEquals(vectors.length, 5);
  let ran = 0;
  for (const vector of vectors) {
    const context = vector.context.replace(/\s+$/u, "");
    const moved = vector.context.slice(context.length) + vector.continuation;
    const whole = tokenize(context + moved);
    assertEquals(whole, vector.tokens);
    assertEquals(encode(context + moved), vector.ids);
    assertEquals(scoreTokens(whole).map((score) => score.state), vector.states);
    const scored = context === ""
      ? scoreTokens([BOS, ...whole]).slice(1)
      : scoreTokens(whole).slice(tokenize(context).length);
    assertEquals(scored.reduce((sum, score) => sum + score.logprob, 0), vector.ll);
    assertEquals(scored.every((score) => score.greedy), vector.is_greedy);
    ran++;
  }
  assertEquals(ran, vectors.length);
});

testWith(["shared"], "golden fake model: the copy is the shared file", async () => {
  assertEquals(
    await readGoldenJson("model", "fake_model.json"),
    await readSharedJson("golden", "lmeval", "_units", "fake_model.json"),
  );
});

Deno.test("fake server: faults in turn, counters, clean close", async () => {
  await using server = startFakeServer({
    faults: [{ kind: "status", status: 429, headers: { "retry-after": "1" } }, null, {
      kind: "cut",
      afterBytes: 5,
    }],
  });
  const post = () =>
    fetch(`${server.baseUrl}/completions`, {
      method: "POST",
      body: JSON.stringify({ prompt: "a b", echo: true, model: "m" }),
    });
  const first = await post();
  assertEquals([first.status, first.headers.get("retry-after")], [429, "1"]);
  await first.body?.cancel();
  assertEquals((await (await post()).json()).choices[0].logprobs.text_offset, [0, 1, 3]);
  let cut = false;
  await post().then((reply) => reply.text()).catch(() => (cut = true));
  assertEquals(cut, true);
  assertEquals(server.arrivals.length, 3);
});
