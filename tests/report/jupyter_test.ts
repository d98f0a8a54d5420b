import { assert, assertEquals } from "@std/assert";
import { escapeHtml } from "../../lib/core/escape_html.ts";
import { htmlTable } from "../../lib/core/html_table.ts";
import { intervalBar } from "../../lib/report/interval_bar.ts";
import { notebookKernel } from "../../lib/report/jupyter.ts";
import { openPlace } from "../../lib/report/open_place.ts";
import { showAs } from "../../lib/core/show_as.ts";
import { showProgress } from "../../lib/report/progress_shown.ts";
import { resultsHtml } from "../../lib/report/results_html.ts";
import { showSamples } from "../../lib/report/samples_html.ts";
import { toView } from "../../lib/report/view.ts";
import { blankResult } from "../../lib/result/blank_result.ts";
import type { Entry } from "../../lib/result/entry.ts";
import { openNotebookProgress } from "../../lib/run/notebook_progress.ts";
import { showSampleList, showTask } from "../../lib/run/show_run.ts";
import { blankSample, decodeSample } from "../../lib/run/sample.ts";

const DISPLAY = Symbol.for("Jupyter.display");

async function bundleOf(object: object): Promise<Record<string, string>> {
  const display = (object as Record<symbol, () => Promise<Record<string, string>>>)[DISPLAY];
  return await display?.call(object) ?? {};
}

const view = (results: Entry["results"], more: Record<string, unknown> = {}) =>
  toView([
    {
      niche: "n",
      model: { id: "m", baseUrl: null, floor: false },
      notCanonicalBecause: [],
      results,
      ...more,
    } as unknown as Entry,
  ]);

Deno.test("there is no kernel outside a notebook, and no progress display", () => {
  assertEquals(notebookKernel(), undefined);
  assertEquals(openNotebookProgress(), undefined);
});

Deno.test("Z04 Z09: markup, control codes and keys never reach the page", () => {
  assertEquals(escapeHtml("<script>\"'&"), "&lt;script&gt;&quot;&#39;&amp;");
  assertEquals(escapeHtml("ok\u001b[2K\u001b[1A"), "ok\\u001b[2K\\u001b[1A");
  assertEquals(escapeHtml("key sk-abcdefghijklmnop1234"), "key ***");
  const evil = "<img src=x onerror=alert(1)>\u001b]8;;http://a\u0007";
  const { result } = { result: { ...blankResult("t", { status: "error", reason: "x", message: evil }) } };
  const { task: _, ...rest } = result;
  const html = resultsHtml(view({ [evil]: { ...rest, perCategory: { [evil]: 0.5, b: null } } }));
  const samples = showSamples([{
    docId: evil,
    status: evil,
    reason: evil,
    prompt: evil,
    target: evil,
    choices: [evil],
    replies: [evil, "sk-abcdefghijklmnop1234"],
    answer: evil,
    score: null,
  }]);
  for (const shown of [html, samples.html]) assert(!/<img|<script|sk-abc/.test(shown), shown);
  // deno-lint-ignore no-control-regex
  for (const shown of [html, samples.html, samples.text]) assert(!/[\u0000-\u0008\u000b-\u001f]/.test(shown));
});

Deno.test("an object shows itself, stays JSON-safe and is one line at a terminal", async () => {
  const run = showAs(
    { score: 0.5 },
    ({ score }) => ({ html: `<b>${score}</b>`, text: `${score}` }),
    () => "half",
  );
  assertEquals(await bundleOf(run), { "text/plain": "0.5", "text/html": "<b>0.5</b>" });
  assertEquals([JSON.stringify(run), Object.keys(run), Deno.inspect(run)], [
    '{"score":0.5}',
    ["score"],
    "half",
  ]);
});

Deno.test("U15: nothing over 20 kB is put into a notebook", async () => {
  const big = "x".repeat(30_000);
  const bundle = await bundleOf(showAs({}, () => ({ html: big, text: big })));
  assertEquals(Object.keys(bundle), ["text/plain"]);
  assert((bundle["text/plain"] ?? "").length < 20_100);
  const sample = decodeSample({
    ordinal: 0,
    status: "ok",
    id: "t/d",
    attempts: 1,
    finishedUtc: "",
    durationMs: 1,
    data: { ...blankSample("t", "d"), "prompt": big, "replies": [big], "target": big, "answer": big },
  });
  const list = showSampleList(Array.from({ length: 1000 }, () => sample));
  assertEquals(list.length, 1000);
  const shown = await bundleOf(list);
  assert((shown["text/html"] ?? "").length > 1000, "a thousand long samples still make a table");
  assert(/ 9[89]\d more|^9[89]\d more/m.test(shown["text/plain"] ?? ""));
  const quotes = Array.from({ length: 20 }, () => ({ ...sample, replies: ['"'.repeat(30_000)] }));
  assert(
    (await bundleOf(showSampleList(quotes)))["text/html"]?.includes("&quot;"),
    "rows are dropped, not the table",
  );
  const { task: _, ...blank } = blankResult("t", { status: "ok", reason: null });
  const perCategory = Object.fromEntries(Array.from({ length: 57 }, (_, i) => [`subject_${i}`, i / 57]));
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`task_${i}`, { ...blank, perCategory }]),
  );
  const html = resultsHtml(view(many));
  assert(
    html.length < 20_000 && html.includes("task_29") && html.includes("57 categories"),
    `${html.length}`,
  );
});

Deno.test("results: interval bars, counts, notes, folded categories", async () => {
  const { task: _, ...blank } = blankResult("mmlu", {
    status: "incomplete",
    reason: "errors",
    message: "2 failed",
  });
  const result = {
    ...blank,
    score: 0.25,
    interval: { low: 0.1, high: 0.4, level: 0.95, method: "wilson" },
    counts: { ...blank.counts, total: 12, scored: 10, errored: 2, unparsed: 3 },
    perCategory: { law: 0.5, art: null, math: 0 },
  };
  const html = resultsHtml(view({ mmlu: result }, { notCanonicalBecause: ["limit 12"] }));
  for (
    const part of [
      "0.250",
      "0.100 to 0.400",
      "10 of 12",
      "2 failed",
      "3 categories",
      "not canonical: limit 12",
    ]
  ) {
    assert(html.includes(part), `${part} in ${html}`);
  }
  assertEquals(html.match(/<svg/g)?.length, 1, "one bar");
  const shown = await bundleOf(showTask({ result: { task: "mmlu", ...result } }));
  assert(shown["text/html"]?.includes("10 of 12") && shown["text/plain"]?.includes("0.2500"));
});

Deno.test("interval bars stay on their scale", () => {
  assertEquals(intervalBar(null, null), "");
  const bar = intervalBar(1.5, { low: -3, high: 0.5 });
  assert(bar.includes('x1="4" x2="60"') && bar.includes('cx="116"'), bar);
  assert(htmlTable(["a"], [[null], [1], [{ html: "<i></i>" }]]).includes("<i></i>"));
});

interface Drawn {
  readonly bundle: Record<string, string>;
  readonly options: Record<string, unknown>;
}

function fakeKernel(delayMs = 0): { kernel: NonNullable<ReturnType<typeof notebookKernel>>; drawn: Drawn[] } {
  const drawn: Drawn[] = [];
  const kernel = {
    async display(bundle: unknown, options: unknown) {
      await new Promise((done) => setTimeout(done, delayMs));
      drawn.push({ bundle: bundle as Drawn["bundle"], options: options as Drawn["options"] });
    },
    broadcast: () => Promise.resolve(),
  };
  return { kernel, drawn };
}

Deno.test("U08: a place is made once and drawn again under its id; states that were not sent are dropped", async () => {
  const { kernel, drawn } = fakeKernel(3);
  const place = openPlace(kernel);
  for (let i = 0; i < 50; i++) place.draw({ html: `${i}`, text: `${i}` });
  await place.settled();
  place.draw({ html: "end", text: "end" });
  await place.settled();
  assertEquals(drawn.map(({ bundle }) => bundle["text/plain"]), ["49", "end"]);
  assertEquals(drawn.map(({ options }) => options.update), [undefined, true]);
  assertEquals(new Set(drawn.map(({ options }) => options.display_id)).size, 1);
  assertEquals(drawn.every(({ options }) => options.raw === true), true);
});

Deno.test("U08: a kernel that refuses a drawing does not fail the run", async () => {
  const place = openPlace({
    display: () => Promise.reject(new Error("gone")),
    broadcast: () => Promise.resolve(),
  });
  place.draw({ html: "", text: "" });
  await place.settled();
});

Deno.test("U08: the progress of a run is drawn at most five times a second and at its end", async () => {
  const { kernel, drawn } = fakeKernel();
  let now = 0;
  const progress = openNotebookProgress(kernel, () => now);
  progress?.event({ kind: "run.planned", units: 100, done: 20 });
  for (let i = 0; i < 80; i++) {
    now += 10;
    progress?.event({ kind: "unit.done", status: i === 3 ? "error" : "ok" });
    await Promise.resolve();
    await new Promise((done) => setTimeout(done, 0));
  }
  await progress?.end();
  const texts = drawn.map(({ bundle }) => bundle["text/plain"]);
  assertEquals(texts[0], "20 of 100 (20%), 0 errored, time left unknown");
  assertEquals(texts[1], "40 of 100 (40%), 1 errored, about 0.6 s left");
  assertEquals(texts.at(-1), "100 of 100 (100%), 1 errored, took 0.8 s");
  assertEquals(texts.length, 6);
  assert(drawn[0]?.bundle["text/html"]?.startsWith("<progress"));
});

Deno.test("progress: nothing to do is done; long times are minutes", () => {
  assertEquals(
    showProgress({ units: 0, done: 0, errored: 0, elapsedMs: 5 }).text,
    "0 of 0 (100%), 0 errored, took 0.0 s",
  );
  const slow = showProgress({ units: 10, done: 1, errored: 0, elapsedMs: 60_000 });
  assertEquals(slow.text, "1 of 10 (10%), 0 errored, about 9 min left");
});
