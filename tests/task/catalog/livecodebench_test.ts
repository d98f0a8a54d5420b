import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DataError, TaskError } from "../../../lib/core/errors.ts";
import { applyFilters } from "../../../lib/filter/apply_filters.ts";
import { passAtK } from "../../../lib/stat/pass_at_k.ts";
import { LIVECODEBENCH_ERRATA } from "../../../lib/task/catalog/livecodebench_errata.ts";
import { livecodebenchBase } from "../../../lib/task/catalog/livecodebench_prompt.ts";
import { livecodebenchTests } from "../../../lib/task/catalog/livecodebench_tests.ts";
import { inChatForm } from "../../../lib/task/chat_form.ts";
import { loadSamples } from "../../../lib/task/load_samples.ts";
import { prepareTask } from "../../../lib/task/prepare_task.ts";
import { readPickledText } from "../../../lib/task/read_pickled_text.ts";
import { expandTasks, findTask } from "../../../lib/task/registry.ts";
import type { FilterPipeline } from "../../../lib/task/task.ts";
import { testWith } from "../../support/require.ts";
import { readGoldenJson, readSharedJson } from "../../support/shared.ts";

const GOLDEN = ["golden", "lmeval", "livecodebench"] as const;
const task = await findTask("livecodebench");
const splits = await loadSamples("livecodebench") ?? {};

testWith(["shared"], "golden livecodebench: the chat prompts of all 6 problems, byte for byte", async () => {
  const docs = await readSharedJson(...GOLDEN, "docs.json");
  const want = await readSharedJson(...GOLDEN, "prompts.json");
  const prepared = prepareTask(inChatForm(task), { test: docs }, { chat: { multiturn: true } });
  const got = [...prepared.docs()].map(({ doc, requests }) => ({
    "question_id": doc.fields.question_id,
    "openai_chat": requests[0]?.messages,
  }));
  assertEquals(got, want);
  assertEquals([got.length, want.length], [6, 6]);
});

testWith(["shared"], "golden livecodebench: code out of all 6 replies, chat and base", async () => {
  const cases = await readSharedJson(...GOLDEN, "extract_code.json");
  const read = (filters: readonly FilterPipeline[], text: string) =>
    applyFilters(filters[0] as FilterPipeline, [text], {}).responses[0];
  for (const { text, chat, base } of cases) {
    assertEquals(read(inChatForm(task).filters, text), chat, text);
    assertEquals(read(task.filters, text), base, text);
  }
  assertEquals(cases.length, 6);
});

testWith(["shared"], "golden livecodebench: pass@k of all 6 problems from their verdicts", async () => {
  const { results, detail, pass, k_list: ks } = await readSharedJson(...GOLDEN, "pass_at_k.json");
  let cases = 0;
  for (const k of ks as number[]) {
    const values = Object.entries<(number | boolean)[][]>(results).map(([id, attempts]) => {
      const right = attempts.filter((tests) => tests.every((one) => Number(one) > 0)).length;
      return { id, value: k > attempts.length ? null : passAtK(attempts.length, right, k) };
    });
    if (detail[`pass@${k}`] === undefined) {
      assert(values.every(({ value }) => value === null), `pass@${k}`);
      continue;
    }
    for (const { id, value } of values) {
      assert(Math.abs((value ?? NaN) - detail[`pass@${k}`][id]) < 1e-12, `pass@${k} of ${id}`);
      cases++;
    }
    const mean = values.reduce((sum, { value }) => sum + (value ?? NaN), 0) / values.length;
    assert(Math.abs(mean - pass[`pass@${k}`]) < 1e-12);
  }
  assertEquals(cases, 18);
});

testWith(["shared"], "base prompt: the benchmark's own worked examples can be given", async () => {
  const examples: Record<string, { question: string; sampleCode?: string; answer: string }> = {};
  for (
    const [kind, file] of [["functional", "few_shot_func.json"], ["stdin", "few_shot_stdin.json"]] as const
  ) {
    const [{ question, sample_code: sampleCode, answer }] = await readSharedJson(
      "data",
      "livecodebench",
      file,
    );
    examples[kind] = { question, sampleCode, answer };
  }
  const { functional, stdin } = examples;
  assert(functional !== undefined && stdin !== undefined);
  const asked = { "question_content": "Add.", "starter_code": "" };
  assertEquals(
    livecodebenchBase(asked, { functional, stdin }),
    `### Question\n${stdin.question}\n\n### Answer\n\n${stdin.answer}\n\n### Question\nAdd.\n\n### Answer\n\n`,
  );
  const method = livecodebenchBase({ ...asked, "starter_code": "class S:\n" }, { functional, stdin });
  assert(method.endsWith("### Question\nAdd.\n\n### Starter Code\nclass S:\n\n\n### Answer\n\n"));
});

Deno.test("private tests: JSON, and a pickle in zlib in base64", async () => {
  let packed = 0;
  for (const row of splits.test ?? []) {
    const tests = await livecodebenchTests(row);
    assert(tests.length >= 3 && tests[0]?.input === JSON.parse(row.public_test_cases)[0].input);
    if (!row.private_test_cases.startsWith("[")) packed++;
  }
  assert(packed >= 5, String(packed));
});

Deno.test("X14: a problem without tests, or with an unreadable payload, is an error, never a pass", async () => {
  const row = { "question_id": "q", "public_test_cases": "[]", "private_test_cases": "[]" };
  for (const hidden of ["[]", "not base64 at all!", btoa("no zlib"), '[{"input": "1"}]']) {
    const error = await assertRejects(
      () => livecodebenchTests({ ...row, "private_test_cases": hidden }),
      DataError,
    );
    assertEquals(error.code, "no_tests", hidden);
  }
});

Deno.test("a pickle of anything but one text is refused, and nothing of it is run", () => {
  const bytes = (...parts: (number | string)[]) =>
    Uint8Array.from(
      parts.flatMap((part) => typeof part === "number" ? [part] : [...new TextEncoder().encode(part)]),
    );
  assertEquals(
    readPickledText(bytes(0x80, 4, 0x95, 6, 0, 0, 0, 0, 0, 0, 0, 0x8c, 2, "hi", 0x94, 0x2e)),
    "hi",
  );
  assertEquals(readPickledText(bytes(0x80, 2, "X", 3, 0, 0, 0, "a\nb", "q", 0, 0x2e)), "a\nb");
  for (
    const evil of [
      bytes(0x80, 4, "cos\nsystem\n", 0x8c, 2, "id", 0x85, "R", 0x2e),
      bytes(0x80, 4, 0x8c, 9, "short", 0x2e),
      bytes(0x80, 4, 0x2e),
      bytes(0x80, 4, 0x8c, 1, "a"),
      bytes(0x80, 4, "]", 0x94, 0x2e),
    ]
  ) {
    assertEquals(assertThrows(() => readPickledText(evil), DataError).code, "bad_pickle");
  }
});

Deno.test("releases and windows have names of their own and pinned counts", async () => {
  const counts = [];
  for (const release of ["_v1", "_v2", "_v3", "_v4", "_v5", ""]) {
    counts.push((await findTask(`livecodebench${release}`)).data?.rows?.test);
  }
  assertEquals(counts, [400, 511, 612, 713, 880, 1_055]);
  const window = await findTask("livecodebench_v5:from=2024-08-01:to=2024-10-31");
  assertEquals(window.metadata, { release: "release_v5", from: "2024-08-01", to: "2024-10-31" });
  const dates = prepareTask(window, splits).evalDocs.map((doc) => doc.fields.contest_date.slice(0, 10));
  assert(dates.length >= 4 && dates.every((date) => date >= "2024-08-01" && date <= "2024-10-31"));
  for (
    const bad of ["livecodebench:from=August", "livecodebench:until=2024-01-01", "livecodebench_v5:from"]
  ) {
    assertEquals((await assertRejects(() => expandTasks([bad]), TaskError)).code, "bad_task_name");
  }
});

Deno.test("both forms: base with a stop, chat with a system message; ten draws each", () => {
  assertEquals([task.generation?.until, task.repeats, task.generation?.maxTokens], [["###"], 10, 2_000]);
  const chat = inChatForm(task);
  assertEquals([chat.generation?.until, chat.repeats, chat.generation?.temperature], [[], 10, 0.2]);
  const [doc] = prepareTask(chat, splits, { limit: 1, chat: { multiturn: true } }).docs();
  assertEquals(doc?.requests[0]?.messages?.map((message) => message.role), ["system", "user"]);
});

Deno.test("errata: 17 problems, each in one list", () => {
  const all = Object.values(LIVECODEBENCH_ERRATA).flat();
  assertEquals([all.length, new Set(all).size], [17, 17]);
});

Deno.test("samples: every problem has a solution that was run to make its tests", async () => {
  const solutions = await readGoldenJson("livecodebench_solutions.json");
  assertEquals(Object.keys(solutions), (splits.test ?? []).map((row) => row.question_id));
});
