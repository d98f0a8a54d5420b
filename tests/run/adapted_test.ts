import { assertEquals } from "@std/assert";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { readEntry } from "../../lib/result/read_entry.ts";
import { lostReasons, sentParams } from "../../lib/run/adapted.ts";
import { runBenchmark } from "../../lib/run/run_benchmark.ts";
import { type FakeOptions, startFakeServer } from "../support/fake_server.ts";
import { tempDir } from "../support/temp.ts";

/** Refuses a parameter by name, as reasoning models do. */
const refusing = (...names: string[]): FakeOptions => ({
  faults: (body) => {
    const param = names.find((name) => name in body);
    if (param === undefined) return null;
    const error = { message: `Unsupported parameter: '${param}'`, code: "unsupported_parameter", param };
    return { kind: "status", status: 400, body: { error } };
  },
});

const settings = { niche: "medical", tasks: ["medhelm"], source: "sample", limit: 1 } as const;

Deno.test("M03: what was sent and what was changed stand in the fingerprint; a lost temperature is a reason", async () => {
  await using server = startFakeServer(refusing("max_tokens", "temperature"));
  await using dir = await tempDir();
  const model = withRetry(openaiChat("m", { baseUrl: server.baseUrl }));
  const run = await runBenchmark({ ...settings, model, out: dir.path });
  const params = (await readEntry(run.files[0] ?? "")).fingerprint.generationParams ?? {};
  assertEquals(params.adaptations, [
    { "parameter": "max_tokens", "renamed_to": "max_completion_tokens" },
    { "parameter": "temperature", "renamed_to": null },
  ]);
  assertEquals(["max_tokens" in params, "temperature" in params], [false, false]);
  assertEquals(typeof params.max_completion_tokens, "number");
  assertEquals(run.notCanonicalBecause.at(-1), "changed temperature, which the server refuses");
});

Deno.test("M03: nothing was refused, nothing is stamped", async () => {
  await using server = startFakeServer();
  const model = openaiChat("m", { baseUrl: server.baseUrl });
  const params = { temperature: 0 };
  assertEquals(sentParams(params, model), params);
  assertEquals(lostReasons(model), []);
});

Deno.test("M03: a renamed parameter is no loss, one that was left out and is not frozen neither", async () => {
  await using server = startFakeServer(refusing("max_tokens", "seed"));
  const model = openaiChat("m", { baseUrl: server.baseUrl });
  await model({ type: "chat", messages: [{ role: "user", content: "x" }], generation: { seed: 1 } });
  assertEquals(lostReasons(model), []);
});
