import { assertEquals, assertRejects } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";

const ask = { type: "completion", prompt: "a" } as const;

Deno.test("replies come in order, calls are kept, the end is loud", async () => {
  const model = scriptedModel(["one", { text: "two", finishReason: "length" }, [-2, -1], new Error("down")]);
  assertEquals((await model(ask)).text, "one");
  assertEquals((await model({ ...ask, prompt: "b" })).finishReason, "length");
  assertEquals((await model(ask)).logliks, [{ loglik: -2, isGreedy: false }, { loglik: -1, isGreedy: true }]);
  await assertRejects(() => model(ask), Error, "down");
  const error = await assertRejects(() => model(ask), ModelError, "call 5");
  assertEquals(error.code, "script_exhausted");
  assertEquals(model.calls.map((call) => call.type === "completion" ? call.prompt : ""), [
    "a",
    "b",
    "a",
    "a",
    "a",
  ]);
});

Deno.test("a function answers by request and call; repeat starts again; abort wins", async () => {
  const model = scriptedModel((request, call) => `${request.type}${call}`);
  assertEquals([(await model(ask)).text, (await model(ask)).text], ["completion0", "completion1"]);
  const again = scriptedModel(["x", "y"], { repeat: true, id: "builtin:xy" });
  const texts = [];
  for (let i = 0; i < 3; i++) texts.push((await again(ask)).text);
  assertEquals([...texts, again.info.id], ["x", "y", "x", "builtin:xy"]);
  await assertRejects(() => again(ask, { signal: AbortSignal.abort(new Error("no")) }), Error, "no");
  await assertRejects(() => scriptedModel([], { repeat: true })(ask), ModelError);
});
