/** Prompt, document and target hashes of lm-eval on real data: PubMedQA and MMLU. */
import { assertEquals } from "@std/assert";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { contentHash } from "../../lib/dataset/content_hash.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { findTask } from "../../lib/task/registry.ts";
import { MMLU_SUBJECTS } from "../../lib/task/catalog/mmlu_subjects.ts";
import { readShared, readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

/** RFC 4180, without a header. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    if (match[0] === "" && row.length === 0) break;
    row.push(match[1] === undefined ? match[2] ?? "" : match[1].replaceAll('""', '"'));
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

async function mmluRows(subject: string, split: string): Promise<Record<string, unknown>[]> {
  const text = await readShared("data", "mmlu", "data", split, `${subject}_${split}.csv`);
  return csvRows(text).map(([question, a, b, c, d, letter]) => ({
    question,
    subject,
    choices: [a, b, c, d],
    answer: "ABCD".indexOf(letter ?? ""),
  }));
}

testWith(["shared"], "real PubMedQA: the hashes of all 500 documents", async () => {
  const want = await readSharedJsonl("golden", "lmeval", "_real", "pubmedqa_0shot.jsonl");
  const rows = await readSharedJson("data", "pubmedqa", "ori_pqal.json");
  const { test } = await readSharedJson("data", "pubmedqa", "splits.json");
  const task = await findTask("pubmedqa");
  const fields = ["QUESTION", "CONTEXTS", "LABELS", "MESHES", "YEAR", "reasoning_required_pred"];
  const order = [...fields, "reasoning_free_pred", "final_decision", "LONG_ANSWER"];
  const docs = test.map((id: string) => Object.fromEntries(order.map((name) => [name, rows[id][name]])));
  const got = [...prepareTask(task, { test: docs }).docs()].map(({ hashes }) => hashes);
  assertEquals(got.map((one) => one.prompt), want.map((one) => one.prompt_hash));
  assertEquals(got.map((one) => one.doc), want.map((one) => one.doc_hash));
  assertEquals(got.map((one) => one.target), want.map((one) => one.target_hash));
  assertEquals(got.length, 500);
  assertEquals(await contentHash(fromArray(docs)), task.data?.sha256?.test);
});

testWith(["shared"], "real MMLU, 5 shots: the hashes of all 14,079 documents", async () => {
  const want = await readSharedJsonl("golden", "lmeval", "_real", "mmlu_5shot.jsonl");
  const bySubject = Map.groupBy(want, (one) => one.task as string);
  let cases = 0;
  for (const subject of Object.values(MMLU_SUBJECTS).flat()) {
    const task = await findTask(`mmlu_${subject}`);
    const splits = { dev: await mmluRows(subject, "dev"), test: await mmluRows(subject, "test") };
    const prepared = prepareTask(task, splits, { numFewshot: 5 });
    const got = [...prepared.docs()].map(({ hashes }) => [hashes.prompt, hashes.doc, hashes.target]);
    const expected = (bySubject.get(task.name) ?? []).map((
      one,
    ) => [one.prompt_hash, one.doc_hash, one.target_hash]);
    assertEquals(got, expected, subject);
    cases += got.length;
  }
  assertEquals(cases, 14_079);
  assertEquals(want.length, 14_079);
});
