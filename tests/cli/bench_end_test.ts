import { assert, assertEquals } from "@std/assert";
import { gateOf, jsonLine, runExitCode, type RunOutcome } from "../../lib/cli/bench_end.ts";
import type { TaskResult } from "../../lib/result/task_result.ts";
import { gateText } from "../../lib/run/gate.ts";
import { sampleEntry, sampleResult } from "../support/entries.ts";

const outcome = (results: TaskResult[], known: Partial<RunOutcome> = {}): RunOutcome => ({
  results,
  mode: "diagnostic",
  entries: results.map(() => ({ fingerprintValid: false, fingerprintMissing: ["model_manifest_sha256"] })),
  ...known,
});

Deno.test("runExitCode(): 0 done, 3 for what was not scored, 5 without tasks", () => {
  const skipped = { status: "skipped", score: null } as const;
  const code = (...results: TaskResult[]) => runExitCode(outcome(results), null);
  assertEquals(code(sampleResult("a")), 0);
  assertEquals(code(sampleResult("a"), sampleResult("b", { status: "incomplete" })), 3);
  assertEquals(code(sampleResult("a"), sampleResult("b", { status: "error", score: null })), 3);
  assertEquals(
    code(sampleResult("a"), sampleResult("mmlu", { status: "error", score: null, blocking: false })),
    3,
  );
  assertEquals(code(sampleResult("a"), sampleResult("b", skipped)), 3);
  assertEquals(code(sampleResult("a"), sampleResult("b", { ...skipped, blocking: false })), 0);
  assertEquals(code(), 5);
});

Deno.test("U02: low scores without a gate exit 0; a gate that fails is 1 also when something is missing", () => {
  const low = sampleResult("a", { score: 0 });
  assertEquals(runExitCode(outcome([low]), gateOf(outcome([low]), { hardFloor: {} })), 0);
  const both = outcome([low, sampleResult("b", { status: "incomplete" })]);
  assertEquals(runExitCode(both, gateOf(both, { failUnder: 0.5, hardFloor: {} })), 1);
});

Deno.test("R12: a canonical run whose fingerprint lacks something passes no gate and says what to do", () => {
  const run = outcome([sampleResult("a", { score: 0.9 })], { mode: "canonical" });
  const verdict = gateOf(run, { failUnder: 0.5, hardFloor: {} });
  assertEquals([verdict?.outcome, runExitCode(run, verdict)], ["inconclusive", 3]);
  const text = verdict === null ? "" : gateText(verdict);
  assert(text.includes("model_manifest_sha256") && text.includes("--mode diagnostic"), text);
  assertEquals(gateOf({ ...run, mode: "diagnostic" }, { failUnder: 0.5, hardFloor: {} })?.outcome, "pass");
});

Deno.test("Z04: jsonLine() takes known secrets out", async () => {
  const entry = await sampleEntry("a", { status: "error", message: "server said sk-planted-0123456789" });
  const line = jsonLine(entry, ["sk-planted-0123456789"]);
  assertEquals([line.includes("planted"), line.endsWith("}\n"), line.split("\n").length], [false, true, 2]);
});
