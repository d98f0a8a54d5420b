import { assert, assertEquals } from "@std/assert";
import { endingText } from "../../lib/report/ending_text.ts";
import { nextCommand } from "../../lib/report/next_command.ts";
import { outlookText, type RunOutlook } from "../../lib/report/outlook_text.ts";
import { reportText } from "../../lib/report/report_text.ts";
import { toTable } from "../../lib/report/table.ts";
import { toView } from "../../lib/report/view.ts";
import { sampleEntry } from "../support/entries.ts";

Deno.test("toTable() aligns by the width on a terminal, not by code units", async () => {
  const cells = ["plain", "漢字", "e\u0301", "👩‍👩‍👧", "ｆｕｌｌ", "한국"];
  const lines = (await toTable([{ title: "t" }, { title: "n" }], cells.map((cell) => [cell, "|"]))).split(
    "\n",
  );
  const { default: stringWidth } = await import("npm:string-width@9.0.0");
  const ends = lines.slice(2).map((line) => stringWidth(line));
  assertEquals(ends.length, cells.length);
  assertEquals(new Set(ends), new Set([ends[0]]));
});

Deno.test("Z09: control codes of models and data become visible, one row stays one line", async () => {
  const text = await toTable([{ title: "answer" }], [["ok\u001b[2K\u001b[1A"], ["a\nb\tc\r"], [
    "\u202edcba",
  ]]);
  assertEquals(text.split("\n").length, 5);
  assert(text.includes("ok\\u001b[2K\\u001b[1A") && text.includes("\\u202e"));
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0009\u000b-\u001f]/.test(text), false);
  const entry = await sampleEntry("t\u001b]0;x\u0007", {
    status: "incomplete",
    message: "said\u001b[2J\nmore",
  });
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0009\u000b-\u001f]/.test(await reportText(toView([entry]))), false);
});

Deno.test("reportText() shows score ± error, interval, counts and protocol", async () => {
  const text = await reportText(toView([
    await sampleEntry("pubmedqa", {
      counts: { total: 20, scored: 18, errored: 2, unparsed: 3, limited: 1, cached: 0 },
      status: "incomplete",
      message: "2 samples got no answer",
      scoreIfErrorsWrong: 0.45,
      choiceProtocol: "constrained",
    }),
    await sampleEntry("mmlu", { blocking: false }),
  ]));
  for (
    const part of [
      "0.5000 ± 0.1000",
      "[0.3000, 0.7000]",
      "95% interval",
      "18 of 20",
      "constrained",
      "loglikelihood",
      "1 of 2 tasks ok",
      "pubmedqa: incomplete: 2 samples got no answer",
      "0.4500 if the errored samples count as wrong",
      "ok (diagnostic)",
    ]
  ) assert(text.includes(part), `${part} is not in\n${text}`);
});

Deno.test("S20, S26: what was not scored is a dash, never 0", async () => {
  const text = await reportText(toView([
    await sampleEntry("a", {
      score: null,
      stderr: null,
      interval: null,
      status: "error",
      message: "no rows",
    }),
  ]));
  assertEquals(text.split("\n")[2]?.split(/ {2,}/).slice(0, 4), ["a", "acc", "-", "-"]);
});

Deno.test("U16: tasks that were not run are listed and the headline counts them", async () => {
  const view = toView([
    await sampleEntry("medmcqa"),
    await sampleEntry("pubmedqa"),
    await sampleEntry("medhelm", { status: "skipped", score: null, message: "needs a judge" }),
    await sampleEntry("mmlu", { status: "error", score: null, reason: "no_data" }),
  ]);
  assertEquals(view.headline, "2 of 4 tasks ok");
  const text = await reportText(view);
  assert(text.includes("medhelm: skipped: needs a judge") && text.includes("mmlu: error: no_data"));
});

const outlook: RunOutlook = {
  niche: "medical",
  tasks: ["medmcqa", "pubmedqa"],
  model: "openai:qwen3-8b",
  baseUrl: "http://127.0.0.1:8000/v1",
  floor: false,
  source: "huggingface",
  mode: "canonical",
  notCanonicalBecause: [],
  costUsd: null,
  config: "config/specialists/medical.yaml",
};

Deno.test("outlookText() says what, model, source, size, cost, config and mode in one line", () => {
  assertEquals(
    outlookText(outlook),
    "medical: medmcqa, pubmedqa; openai:qwen3-8b at http://127.0.0.1:8000/v1; source huggingface; " +
      "cost unknown; config config/specialists/medical.yaml; canonical if the data is the pinned split",
  );
  const floor = outlookText({
    ...outlook,
    model: "builtin:floor",
    baseUrl: null,
    floor: true,
    costUsd: 0,
    config: null,
    mode: "diagnostic",
    notCanonicalBecause: ["source sample", "limit 5"],
  });
  for (const part of ["a floor, not a model", "no cost", "no config, defaults"]) {
    assert(floor.includes(part), floor);
  }
  assert(floor.endsWith("diagnostic: not canonical because source sample, limit 5"), floor);
  assert(outlookText({ ...outlook, costUsd: 1.234 }).includes("about $1.23"));
});

Deno.test("nextCommand() keeps what was typed and never advises a gate of 0", async () => {
  const of = async (score: number) => ({
    ...toView([await sampleEntry("mmlu", { status: "ok", score, blocking: true })]),
    floor: false,
  });
  const zero = await of(0);
  assert(!nextCommand(zero).includes("--fail-under"), nextCommand(zero));
  const half = await of(0.5);
  const next = nextCommand(half, "--tasks my/legal.yaml");
  assert(next.startsWith("deno task bench --tasks my/legal.yaml --fail-under 0.5 "), next);
});

Deno.test("endingText() names every file and ends with the next command", async () => {
  const view = toView([await sampleEntry("mmlu", { status: "incomplete" })]);
  const next = nextCommand(view);
  assert(next.includes("--resume 20260102-030405"), next);
  const text = endingText({
    files: ["x/a.json", "x/b.json"],
    folder: "x/r",
    next,
    gate: "gate passed",
    costUsd: 2,
  });
  assertEquals(text.split("\n").slice(0, 4), [
    "gate passed",
    "cost $2.00",
    "wrote x/a.json",
    "wrote x/b.json",
  ]);
  assertEquals(text.split("\n").at(-1), `next: ${next}`);
});
