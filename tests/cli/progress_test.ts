import { assert, assertEquals } from "@std/assert";
import { openProgress } from "../../lib/cli/progress.ts";

function recorded(inPlace: boolean) {
  const clock = { ms: 0 };
  const parts: string[] = [];
  const progress = openProgress({ write: (text) => parts.push(text), inPlace, nowMs: () => clock.ms });
  return { clock, parts, progress };
}

Deno.test("openProgress() writes plain lines without control codes, one per tenth", () => {
  const { clock, parts, progress } = recorded(false);
  progress.event({ kind: "run.planned", units: 1000, done: 0 });
  for (let i = 0; i < 1000; i++) {
    clock.ms += 10;
    progress.event({ kind: "unit.done", status: i % 100 === 0 ? "error" : "ok" });
  }
  progress.end();
  assertEquals(parts.length, 10);
  assertEquals(parts[4], "500 of 1000 (50%), 5 errored, eta 0:05\n");
  assertEquals(parts.at(-1), "1000 of 1000 (100%), 10 errored, took 0:10\n");
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0009\u000b-\u001f]/.test(parts.join("")), false);
});

Deno.test("openProgress() draws a bar in place, at most ten times a second", () => {
  const { clock, parts, progress } = recorded(true);
  progress.event({ kind: "run.planned", units: 100, done: 50 });
  for (let i = 0; i < 50; i++) {
    clock.ms += 20;
    progress.event({ kind: "unit.done", status: "ok" });
  }
  progress.end();
  assert(parts.length <= 13, String(parts.length));
  assert(parts[0]?.startsWith("\r\u001b[K[############............] 50 of 100 (50%)"), parts[0]);
  assertEquals(parts.at(-1), "\n");
});

Deno.test("openProgress() estimates from this start only, and never divides by nothing", () => {
  const { clock, parts, progress } = recorded(false);
  progress.event({ kind: "run.planned", units: 100, done: 90 });
  clock.ms = 1000;
  progress.event({ kind: "unit.done", status: "ok" });
  assert(parts.at(-1)?.includes("eta 0:09"), parts.at(-1));
  const empty = recorded(false);
  empty.progress.event({ kind: "run.planned", units: 0, done: 0 });
  empty.progress.end();
  assertEquals(empty.parts, []);
});

Deno.test("R11: a clock set back never shows a negative time", () => {
  const { clock, parts, progress } = recorded(false);
  clock.ms = 5000;
  progress.event({ kind: "run.planned", units: 1, done: 0 });
  clock.ms = 0;
  progress.event({ kind: "unit.done", status: "ok" });
  progress.end();
  assertEquals(parts.join("").includes("-"), false);
});

Deno.test("Z09: a warning's text cannot steer the terminal", () => {
  const { parts, progress } = recorded(false);
  progress.event({ kind: "warning", code: "odd_reply", message: "said \u001b[2J" });
  assertEquals(parts, ["warning odd_reply: said \\u001b[2J\n"]);
});

Deno.test("openProgress() says the same warning three times and counts the rest", () => {
  const lines: string[] = [];
  const progress = openProgress({ write: (text) => lines.push(text), inPlace: false, nowMs: () => 0 });
  for (let i = 0; i < 10; i++) progress.event({ kind: "warning", code: "cut", message: `lost ${i}` });
  progress.event({ kind: "warning", code: "other", message: "once" });
  progress.end();
  progress.end();
  assertEquals(lines, [
    "warning cut: lost 0\n",
    "warning cut: lost 1\n",
    "warning cut: lost 2\n",
    "warning other: once\n",
    "warning cut: 7 more\n",
  ]);
});
