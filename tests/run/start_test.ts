import { assertEquals, assertRejects } from "@std/assert";
import { BenchError } from "../../lib/core/errors.ts";
import { reload } from "../../lib/run/reload.ts";
import { start } from "../../lib/run/start.ts";
import { tempDir } from "../support/temp.ts";

const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

Deno.test("U04: started work gives its value, can be looked at and cancelled", async () => {
  const quick = start(() => Promise.resolve(7));
  assertEquals([quick.status(), await quick.result, quick.status()], ["running", 7, "done"]);
  await quick.cancel();
  assertEquals(quick.status(), "done", "cancelling what has ended changes nothing");

  const slow = start(({ signal }) => untilAborted(signal));
  await slow.cancel("enough");
  assertEquals(slow.status(), "cancelled");
  const error = await assertRejects(() => slow.result, BenchError, "enough");
  assertEquals(error.code, "cancelled");
  const before = slow.elapsedMs();
  await new Promise((done) => setTimeout(done, 2));
  assertEquals(slow.elapsedMs(), before, "the clock stops at the end");
});

Deno.test("U04: a time limit cancels; no timer is left when the work ends first", async () => {
  const late = start(({ signal }) => untilAborted(signal), { timeoutMs: 5 });
  await assertRejects(() => late.result, BenchError, "time limit of 5 ms");
  assertEquals(await start(() => Promise.resolve(1), { timeoutMs: 60_000 }).result, 1);
});

Deno.test("U09: a failure is reported at once, a cancellation is none, and a throw at the start counts", async () => {
  const said: string[] = [];
  const report = (text: string) => void said.push(text);
  const failure = new BenchError("Cannot go on", { code: "x", hint: "Try again" });
  const failed = start(() => Promise.reject(failure), { report });
  await assertRejects(() => failed.result);
  const thrown = start(() => {
    throw new TypeError("at once");
  }, { report });
  await assertRejects(() => thrown.result, TypeError);
  const stopped = start(({ signal }) => untilAborted(signal), { report });
  await stopped.cancel();
  assertEquals(said, ["BenchError: Cannot go on\n  Try again", "TypeError: at once"]);
  assertEquals([failed.status(), thrown.status(), stopped.status()], ["failed", "failed", "cancelled"]);
});

Deno.test("U05: reload gives the file as it is now, by relative path, file URL and with spaces in the name", async () => {
  await using dir = await tempDir();
  const path = await dir.write("my mine.ts", "export const n = 1;");
  const n = async (which: string) => (await reload<{ n: number }>(which)).n;
  assertEquals(await n(path), 1);
  await dir.write("my mine.ts", "export const n = 2;");
  assertEquals(await n(path), 2);
  await dir.write("my mine.ts", "export const n = 3;");
  assertEquals(await n(`file://${encodeURI(path)}`), 3);
  await assertRejects(() => reload(dir.join("none.ts")), TypeError);
  const here = Deno.cwd();
  Deno.chdir(dir.path);
  try {
    assertEquals(await n("./my mine.ts"), 3);
  } finally {
    Deno.chdir(here);
  }
});
