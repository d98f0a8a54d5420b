import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { DataError, TaskError } from "../../lib/core/errors.ts";
import { shuffleChoices } from "../../lib/dataset/shuffle_choices.ts";
import type { Fields } from "../../lib/dataset/doc.ts";
import { contentKey } from "../../lib/task/content_key.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { type PrepareOptions, prepareTask, type Splits } from "../../lib/task/prepare_task.ts";
import type { Task } from "../../lib/task/task.ts";
import { fc } from "../support/fast_check.ts";

const sums = defineTask({ name: "sums", prompt: (doc) => `${doc.q}=`, target: (doc) => doc.a });

function rows(n: number, from = 0): Fields[] {
  return Array.from({ length: n }, (_, i) => ({ q: `${i + from}+1`, a: String(i + from + 1) }));
}

function prompts(task: Task, splits: Splits, options: PrepareOptions = {}): string[] {
  return [...prepareTask(task, splits, options).docs()].map((doc) => doc.requests[0]?.prompt ?? "");
}

const choice = defineTask({
  name: "choice",
  outputType: "multiple_choice",
  prompt: (doc) => doc.q,
  choices: (doc) => doc.options,
  target: (doc) => doc.gold,
});

Deno.test("D14: a question never stands among its own shots, also when the pool is the evaluated split", () => {
  const three = rows(3);
  for (const seed of [1, 2, 3, 1234]) {
    prompts(sums, { test: three }, { numFewshot: 2, fewshotSeed: seed }).forEach((prompt, i) => {
      assertEquals(prompt.split(`${three[i]?.q}=`).length - 1, 1, prompt);
      assertEquals(prompt.split("\n\n").length, 3);
    });
  }
});

Deno.test("D14: a copy with other metadata and other blanks is excluded too", () => {
  const test = [
    { id: "1", q: "2+2", a: "4", source: "book" },
    { id: "2", q: " 2+2", a: "4", source: "web" },
    { id: "3", q: "5+5", a: "10", source: "web" },
    { id: "4", q: "6+6", a: "12", source: "web" },
  ];
  const all = prompts(sums, { test }, { numFewshot: 2 });
  assertEquals(all[0]?.match(/2\+2/g)?.length, 1);
  assertEquals(all[1]?.match(/2\+2/g)?.length, 1);
});

Deno.test("D14: with parity lm-eval's draw stays and the leak is counted", () => {
  const parity = { ...sums, parity: true, testSplit: "test" };
  const prepared = prepareTask(parity, { test: rows(3) }, { numFewshot: 3 });
  assertEquals(prepared.warnings, []);
  const built = [...prepared.docs()];
  assertEquals(built.length, 3);
  const leak = prepared.warnings.find((warning) => warning.code === "shot_contains_item");
  assertEquals(leak?.count, 3);
  assertEquals([...prepared.docs()].length, 3);
  assertEquals(prepared.warnings.find((one) => one.code === "shot_contains_item")?.count, 3, "counted once");
});

Deno.test("D15: too few shots are an error before any request, with task, asked and available", () => {
  for (const [pool, asked, available] of [[4, 5, 4], [0, 1, 0]] as const) {
    const task = { ...sums, fewshotSplit: "dev" };
    const error = assertThrows(
      () => prepareTask(task, { test: rows(2, 100), dev: rows(pool) }, { numFewshot: asked }),
      TaskError,
    );
    assertEquals(error.code, "too_few_shots");
    assertEquals(error.details, { task: "sums", asked, available });
    assert(error.message.includes('"sums"'));
  }
});

Deno.test("D15: the row itself does not count when the pool is the evaluated split", () => {
  const error = assertThrows(() => prepareTask(sums, { test: rows(5) }, { numFewshot: 5 }), TaskError);
  assertEquals(error.details.available, 4);
  assertEquals(prompts(sums, { test: rows(5) }, { numFewshot: 4 }).length, 5);
  const twins = [...rows(3), { q: "0+1", a: "1", other: true }];
  assertThrows(() => prepareTask(sums, { test: twins }, { numFewshot: 3 }), TaskError);
});

Deno.test("D15: the first-n sampler checks as well", () => {
  const task = { ...sums, fewshotSplit: "dev", fewshot: { count: null, sampler: "first_n" as const } };
  const splits = { test: rows(1, 50), dev: rows(3) };
  assertThrows(() => prepareTask(task, splits, { numFewshot: 4 }), TaskError, "wanted 4, found 3");
  assertEquals(prompts(task, splits, { numFewshot: 2 }), ["0+1= 1\n\n1+1= 2\n\n50+1="]);
});

Deno.test("D16: a pool row with permuted options is the same question: dropped from the pool, not from the test", () => {
  const task = defineTask({
    name: "mc",
    testSplit: "test",
    validationSplit: "validation",
    prompt: (doc) => `${doc.q}\nA. ${doc.options[0]}\nB. ${doc.options[1]}\nAnswer:`,
    target: (doc) => doc.gold,
  });
  const test = [{ q: "Which is red?", options: ["blood", "grass"], gold: "A" }];
  const validation = [
    { q: "which is red? ", options: ["grass", "blood"], gold: "B", source: "web" },
    { q: "Which is blue?", options: ["sky", "snow"], gold: "A", source: "web" },
  ];
  const prepared = prepareTask(task, { test, validation }, { numFewshot: 1 });
  assertEquals(prepared.warnings.map((one) => [one.code, one.count]), [["shots_overlap", 1]]);
  assertEquals(prepared.evalDocs.length, 1);
  for (const doc of prepared.docs()) assert(doc.requests[0]?.prompt.startsWith("Which is blue?"));
  assertThrows(() => prepareTask(task, { test, validation }, { numFewshot: 2 }), TaskError, "found 1");
  const parity = prepareTask({ ...task, parity: true }, { test, validation }, { numFewshot: 2 });
  assertEquals([...parity.docs()][0]?.requests[0]?.prompt.includes("grass\nB. blood"), true);
  assertEquals(parity.warnings[0]?.code, "shots_overlap");
});

Deno.test("D20: an empty or N/A option and a gold on none of them are refused on own tasks, counted with parity", () => {
  const test = [
    { id: "ok", q: "?", options: ["x", "y"], gold: 0 },
    { id: "blank", q: "?", options: ["x", "N/A"], gold: 0 },
    { id: "none", q: "?", options: ["x", "y"], gold: 5 },
  ];
  const error = assertThrows(() => prepareTask(choice, { test }), DataError);
  assertEquals(error.code, "empty_choice");
  assertEquals(error.details, {
    task: "choice",
    index: 1,
    counts: { "empty_choice": 1, "gold_not_in_choices": 1 },
  });
  assert(error.message.includes('"blank"'));
  const prepared = prepareTask({ ...choice, parity: true }, { test });
  assertEquals(prepared.warnings.map(({ code, count }) => [code, count]), [
    ["empty_choice", 1],
    ["gold_not_in_choices", 1],
  ]);
  assertEquals([...prepared.docs()].map((doc) => doc.target), [0, 0, -100]);
});

Deno.test("D22: equal choices are refused on own tasks; with parity the gold stays the given index", () => {
  const test = [{ q: "?", options: ["10 mg", "5 mg", "10 mg"], gold: 2 }];
  const error = assertThrows(() => prepareTask(choice, { test }), DataError);
  assertEquals(error.code, "equal_choices");
  const prepared = prepareTask({ ...choice, parity: true }, { test });
  assertEquals(prepared.warnings[0]?.code, "equal_choices");
  assertEquals([...prepared.docs()][0]?.target, 2);
});

Deno.test("D12, D13: letters are a pure function of seed and row; dropping a row changes no other", () => {
  const shuffled = {
    ...choice,
    processDocs: (docs: readonly Fields[]): Fields[] =>
      docs.map((doc) => {
        const row = shuffleChoices({ choices: doc.options, gold: doc.gold }, { seed: 7, id: doc.id });
        return { ...doc, options: row.choices, gold: row.gold, permutation: row.permutation };
      }),
  };
  const test = Array.from(
    { length: 10 },
    (_, i) => ({ id: `r${i}`, q: "?", options: ["a", "b", "c", "d"], gold: 2 }),
  );
  const all = [...prepareTask(shuffled, { test }).docs()];
  const later = [...prepareTask(shuffled, { test: test.slice(1) }).docs()];
  assertEquals(later.map((doc) => doc.choices), all.slice(1).map((doc) => doc.choices));
  for (const doc of all) {
    assertEquals(doc.choices[doc.target as number], "c");
    assertEquals(doc.doc.fields.permutation.length, 4);
  }
  assert(new Set(all.map((doc) => doc.choices.join(""))).size > 1);
});

Deno.test("P12: braces, tags and dashes in the data reach the prompt as they are", () => {
  const q = "Solve {{x}} where {% a %} and ^{{Omega}\n---\n{q}";
  assertEquals(prompts(sums, { test: [{ q, a: "1" }] }), [`${q}=`]);
});

Deno.test("P10: MedHELM declares no stops; a generation's stops stay out of the prompt", () => {
  const task = defineTask({
    ...{ name: "g", prompt: () => "q", target: () => "a" },
    generation: { until: ["END"] },
  });
  const [doc] = prepareTask(task, { test: [{ a: 1 }] }).docs();
  assertEquals(doc?.requests[0]?.prompt, "q");
  assertEquals(doc?.requests[0]?.generation?.until, ["END"]);
});

Deno.test("R13: number of shots and seed are two facts", () => {
  const prepared = prepareTask(sums, { test: rows(8) }, { numFewshot: 5 });
  assertEquals([prepared.numFewshot, prepared.fewshotSeed], [5, 1234]);
});

Deno.test("R14: a fixed 0 stays 0, an own number is used unless the caller gives one", () => {
  const fixed = { ...sums, fewshot: { count: 0 } };
  const own = { ...sums, fewshot: { count: 2 } };
  const used = (task: Task, numFewshot?: number): number =>
    prepareTask(task, { test: rows(9) }, { numFewshot }).numFewshot;
  assertEquals([used(fixed, 5), used(own), used(own, 3), used(sums), used(sums, 1)], [0, 2, 3, 0, 1]);
});

Deno.test("missing splits and empty ones are errors that name them", () => {
  const missing = assertThrows(() => prepareTask(sums, { train: rows(1) }), TaskError);
  assertEquals(missing.code, "missing_split");
  assert(missing.message.includes('"test"') && missing.message.includes('"train"'));
  assertEquals(assertThrows(() => prepareTask(sums, { test: [] }), TaskError).code, "no_docs");
  const shots = { ...sums, fewshotSplit: "dev" };
  assertEquals(
    assertThrows(() => prepareTask(shots, { test: rows(2) }, { numFewshot: 1 }), TaskError).code,
    "missing_split",
  );
});

Deno.test("a column that is declared and missing is an error that names row and column", () => {
  const task = { ...sums, data: { path: "x", columns: { q: "string", a: "string" } } };
  const error = assertThrows(() => prepareTask(task, { test: [{ id: "7", q: "1" }] }), DataError);
  assertEquals([error.code, error.details.column], ["missing_column", "a"]);
});

Deno.test("a column the prompt wants and nobody has shows as a warning", () => {
  const prepared = prepareTask(sums, { test: [{ question: "1+1", a: "2" }] });
  assertEquals([...prepared.docs()][0]?.requests[0]?.prompt, "undefined=");
  assertEquals(prepared.warnings[0]?.code, "undefined_in_prompt");
  const honest = prepareTask(sums, { test: [{ q: "0/0 is undefined", a: "yes" }] });
  assertEquals([...honest.docs()].length, 1);
  assertEquals(honest.warnings, []);
});

Deno.test("limit and picks: whole positive numbers, existing positions, ascending", () => {
  const splits = { test: rows(4) };
  for (const limit of [0, -1, 1.5, NaN]) assertThrows(() => prepareTask(sums, splits, { limit }), RangeError);
  assertThrows(() => prepareTask(sums, splits, { only: [4] }), RangeError, "0 to 3");
  const picked = prepareTask(sums, splits, { only: [3, 1, 3] });
  assertEquals([...picked.docs()].map((doc) => [doc.docIndex, doc.doc.index]), [[0, 1], [1, 3]]);
  assertEquals(prepareTask(sums, splits, { limit: 9 }).evalDocs.length, 4);
  assertEquals(prepareTask(sums, splits, { limit: 2 }).totalDocs, 4);
});

Deno.test("D05: a repeated explicit id is refused, a repeated content gets a number", () => {
  const error = assertThrows(
    () => prepareTask(sums, { test: [{ id: "d", q: "1" }, { id: "d", q: "2" }] }),
    DataError,
  );
  assertEquals(error.code, "duplicate_id");
  const ids = prepareTask(sums, { test: [{ q: "1", a: "1" }, { q: "1", a: "1" }] }).evalDocs.map((doc) =>
    doc.id
  );
  assertEquals(ids[1], `${ids[0]}#2`);
});

Deno.test("ids survive processDocs: filtering, reordering and rewriting", () => {
  const test = rows(4).map((row, i) => ({ id: `r${i}`, ...row }));
  const ids = (processDocs: (docs: readonly Fields[]) => readonly Fields[]): string[] =>
    prepareTask({ ...sums, processDocs }, { test }).evalDocs.map((doc) => doc.id);
  assertEquals(ids((docs) => docs.filter((_, i) => i % 2 === 1)), ["r1", "r3"]);
  assertEquals(ids((docs) => [...docs].reverse()), ["r3", "r2", "r1", "r0"]);
  assertEquals(ids((docs) => docs.map((doc) => ({ ...doc, extra: 1 }))), ["r0", "r1", "r2", "r3"]);
});

Deno.test("request ids are unique and name task, doc, choice and repeat", () => {
  const task = defineTask({ ...{ name: "rep", prompt: () => "q", target: () => "a" }, repeats: 2 });
  const ids = [...prepareTask(task, { test: [{ id: "x" }, { id: "y" }] }).docs()]
    .flatMap((doc) => doc.requests.map((request) => request.id));
  assertEquals(ids, ["rep/x/0/0", "rep/x/0/1", "rep/y/0/0", "rep/y/0/1"]);
});

Deno.test("property: no prompt of an own task ever holds its own question twice", () => {
  const row = fc.record({ n: fc.integer({ min: 0, max: 6 }), meta: fc.integer() });
  fc.assert(fc.property(fc.array(row, { minLength: 4, maxLength: 12 }), fc.integer(), (list, seed) => {
    const test = list.map(({ n, meta }) => ({ q: `<${n}>`, a: "x", meta }));
    const most = Math.max(...test.map((one) => test.filter((other) => other.q === one.q).length));
    const count = Math.min(3, test.length - most);
    if (count === 0) return;
    prompts(sums, { test }, { numFewshot: count, fewshotSeed: seed }).forEach((prompt, i) => {
      assertEquals(prompt.split(`${test[i]?.q}=`).length, 2);
      assertEquals(prompt.split("=").length - 1, count + 1);
    });
  }));
});

Deno.test("the task hash moves with prompt, target, row and number of filters", () => {
  const splits = { test: rows(3) };
  const hash = (task: Task): string => prepareTask(task, splits).hash();
  const one = hash(sums);
  assertEquals(hash({ ...sums }), one);
  assertNotEquals(hash({ ...sums, prompt: (doc) => `${doc.q} =` }), one);
  assertNotEquals(hash({ ...sums, target: () => "0" }), one);
  assertNotEquals(hash({ ...sums, filters: [...sums.filters, { name: "two", steps: [] }] }), one);
});

Deno.test("content keys: labels, case, blanks and order of options do not count, words do", () => {
  const task = defineTask({ name: "k", prompt: (doc) => doc.text, target: () => "" });
  const key = (text: string): string => contentKey(task, { text });
  assertEquals(key("Which?\nA. x\nB. y"), key(" which? \n(A) y\n(B)  x"));
  assertNotEquals(key("Does A inhibit B?"), key("Does B inhibit A?"));
  assertEquals(key("ﬁne"), key("fine"));
});
