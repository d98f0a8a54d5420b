import { assert, assertEquals, assertRejects } from "@std/assert";
import { codeReward } from "../../lib/reward/code_reward.ts";
import { openSandbox } from "../../lib/sandbox/open_sandbox.ts";
import { testWith } from "../support/require.ts";

const MARK = "`".repeat(3);
const PROBLEM = {
  prompt: "def double(x):\n",
  tests: "assert double(2) == 4\nassert double(0) == 0",
  entryPoint: "double",
};
const LIE = "class A(int):\n    def __eq__(self, other): return True\ndef double(x): return A()\n";

testWith(["bwrap", "python"], "codeReward() gives 1 for code that passes, 0 for all else", async () => {
  await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
  const reward = codeReward(PROBLEM, { sandbox });
  const chat = [{
    role: "assistant",
    content: `Sure:\n${MARK}python\ndef double(x):\n    return x + x\n${MARK}\nDone.`,
  }];
  assertEquals(await reward(chat), 1);
  assertEquals(await reward("    return 2 * x"), 1); // continues the prompt
  assertEquals(await reward("def double(x):\n    return 4"), 0);
  assertEquals(await reward("I cannot."), 0);
  assertEquals(await reward("import os; os._exit(0)"), 0);
  assertEquals(await reward(LIE), 0);
  const square = codeReward({ cases: [{ input: "3\n", output: "9" }] }, { sandbox });
  assertEquals([await square("print(int(input()) ** 2)"), await square("print(8)")], [1, 0]);
});

Deno.test("codeReward() without a second process: flagged code earns nothing unless allowed", async () => {
  await using sandbox = await openSandbox({ backend: "python", files: "fresh" });
  assertEquals(await codeReward(PROBLEM, { sandbox })(LIE), 0);
  assertEquals(await codeReward(PROBLEM, { sandbox, allowFlagged: true })(LIE), 1);
  assertEquals(await codeReward("assert double(3) == 6", { sandbox })("def double(x): return x * 2"), 1);
});

Deno.test("codeReward() throws for what is no fault of the code", async () => {
  const sandbox = await openSandbox({ backend: "python", files: "fresh" });
  await assertRejects(() => codeReward({ cases: [] }, { sandbox })("x = 1"), Error, "no tests");
  await sandbox.close();
  const error = await assertRejects(() => codeReward(PROBLEM, { sandbox })("x = 1"));
  assert(error instanceof Error && error.name === "SandboxError");
});
