import { assertEquals, assertRejects } from "@std/assert";
import type { BenchEvent } from "../../lib/core/context.ts";
import { ModelError } from "../../lib/core/errors.ts";
import { openModel } from "../../lib/cli/bench_model.ts";
import { parseModelName } from "../../lib/cli/model_name.ts";
import { startFakeServer } from "../support/fake_server.ts";

const open = (baseUrl: string, frozen: boolean) => {
  const endpoint = {
    id: "openai:m",
    name: parseModelName("openai:m"),
    baseUrl,
    apiKeyEnv: null,
    headers: {},
  };
  return openModel(endpoint, { flags: {}, env: () => undefined, api: "chat", frozen });
};
const long = { type: "chat", messages: [{ role: "user", content: "word ".repeat(9000) }] } as const;

Deno.test("M20: a prompt the server cut is an error in canonical mode, a warning in diagnostic mode", async () => {
  await using server = startFakeServer({ contextTokens: 2050, usage: "real" });
  const error = await assertRejects(async () => (await open(server.baseUrl, true))(long), ModelError);
  assertEquals(error.code, "context_truncated");
  const events: BenchEvent[] = [];
  const reply = await (await open(server.baseUrl, false))(long, { emit: (event) => events.push(event) });
  assertEquals(reply.text.length > 0, true);
  assertEquals(events.filter(({ kind }) => kind === "warning").map(({ code }) => code), [
    "context_truncated",
  ]);
});

Deno.test("M03: a refused temperature is an error in canonical mode, left out in diagnostic mode", async () => {
  await using server = startFakeServer({
    faults: (body) =>
      "temperature" in body
        ? { kind: "status", status: 400, body: { error: { message: "Unsupported", param: "temperature" } } }
        : null,
  });
  const short = { type: "chat", messages: [{ role: "user", content: "x" }] } as const;
  const error = await assertRejects(async () => (await open(server.baseUrl, true))(short), ModelError);
  assertEquals(error.code, "parameter_refused");
  assertEquals((await (await open(server.baseUrl, false))(short)).text.length > 0, true);
});
