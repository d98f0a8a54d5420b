/** MedHELM: layout of the prompts, targets and the scenarios' own scoring. */
import { assert, assertEquals } from "@std/assert";
import type { Fields } from "../../lib/dataset/doc.ts";
import { titleCase } from "../../lib/task/catalog/helm_prompt.ts";
import type { PreparedDoc } from "../../lib/task/build_doc.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { findTask } from "../../lib/task/registry.ts";
import { toSampleView } from "../../lib/task/sample_view.ts";
import { readShared } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

async function only(scenario: string, row: Fields): Promise<PreparedDoc[]> {
  const task = await findTask(`medhelm_${scenario}`);
  return [...prepareTask(task, { [task.testSplit ?? "test"]: [row] }).docs()];
}

async function score(scenario: string, row: Fields, reply: string | null): Promise<unknown> {
  const task = await findTask(`medhelm_${scenario}`);
  const [doc] = await only(scenario, row);
  assert(doc && task.processResults);
  return task.processResults(toSampleView(task, doc, { responses: [reply] }))["exact_match"];
}

const five = {
  question: "Q?",
  opa: "one",
  opb: "two",
  opc: "three",
  opd: "four",
  ope: "five",
  "answer_idx": "C",
};

Deno.test("a lettered question: instructions, empty line, noun, options, answer noun without a blank", async () => {
  const [doc] = await only("medbullets", five);
  const prompt = doc?.requests[0]?.prompt ?? "";
  assert(prompt.startsWith("You are a highly knowledgeable AI assistant specializing in medicine. "));
  assert(
    prompt.endsWith(
      "(A, B, C, D, or E).\n\nClinical Scenario: Q?\nA. one\nB. two\nC. three\nD. four\nE. five\nAnswer:",
    ),
  );
  assertEquals(doc?.requests[0]?.generation, { until: [], maxTokens: 1, temperature: 0, doSample: false });
  assertEquals(doc?.target, "C");
});

Deno.test("pubmed_qa: labelled contexts, the question again, an empty line before the options", async () => {
  const row = {
    question: "Does it?",
    context: { contexts: ["c1", "c2"], labels: ["AIMS AND METHODS", "RESULTS"] },
    "final_decision": "maybe",
  };
  const [doc] = await only("pubmed_qa", row);
  assert(
    doc?.requests[0]?.prompt.endsWith(
      "single line.\n\nQuestion: Context: Aims And Methods. c1\nResults. c2\n\nQuestion: Does it?\n\n" +
        "A. yes\nB. no\nC. maybe\nAnswer:",
    ),
  );
  assertEquals(doc?.target, "C");
});

Deno.test("head_qa: gold by the option's own number in both forms of the column; images are left out", async () => {
  const list = [{ aid: 2, atext: "x" }, { aid: 5, atext: "y" }];
  const columns = { aid: [2, 5], atext: ["x", "y"] };
  for (const answers of [list, columns]) {
    const [doc] = await only("head_qa", { qtext: "Q", answers, ra: 5, image: null });
    assertEquals([doc?.target, doc?.choices], ["B", ["x", "y"]]);
  }
  const task = await findTask("medhelm_head_qa");
  const rows = [{ qtext: "1", answers: list, ra: 2, image: { bytes: "…" } }, {
    qtext: "2",
    answers: list,
    ra: 2,
  }];
  assertEquals(prepareTask(task, { test: rows }).evalDocs.map((doc) => doc.fields.qtext), ["2"]);
});

Deno.test("med_qa drops a stray quote at the end of an option", async () => {
  const options = { A: 'Embolism\n"', B: "b", C: "c", D: "d" };
  const [doc] = await only("med_qa", { question: "Q", options, "answer_idx": "A" });
  assertEquals(doc?.choices[0], "Embolism");
});

Deno.test("med_mcqa: cop counts from 0, as on the hub", async () => {
  const row = { id: "1", question: "Q", opa: "a", opb: "b", opc: "c", opd: "d" };
  assertEquals((await only("med_mcqa", { ...row, cop: 0 }))[0]?.target, "A");
  assertEquals((await only("med_mcqa", { ...row, cop: 3 }))[0]?.target, "D");
});

Deno.test("letters are scored through their options: blanks do not count, unknown and unread ones score 0", async () => {
  assertEquals(await score("medbullets", five, "C"), 1);
  assertEquals(await score("medbullets", five, " C\n"), 1);
  for (const reply of ["B", "c", "F", "C.", "", null, "three"]) {
    assertEquals(await score("medbullets", five, reply), 0, String(reply));
  }
  assertEquals(await score("medbullets", { ...five, opa: "three" }, "A"), 1, "two options of one text");
});

Deno.test("medhallu: a row is two questions, the true answer first", async () => {
  const row = { Question: "Q", Knowledge: ["k"], "Ground Truth": "T", "Hallucinated Answer": "H" };
  const docs = await only("medhallu", row);
  assertEquals(docs.map((doc) => doc.target), ["0", "1"]);
  assert(
    docs[0]?.requests[0]?.prompt.includes(
      "World Knowledge: ['k']\n\nQuestion: Q\n\nAnswer: T\n\nReturn just",
    ),
  );
  assert(docs[1]?.requests[0]?.prompt.endsWith("Your Judgment:"));
  assertEquals(await score("medhallu", row, " 0 "), 1);
  for (const reply of ["1", "", null, "0."]) assertEquals(await score("medhallu", row, reply), 0);
});

Deno.test("medcalc_bench: note, question and the long answer noun", async () => {
  const row = { "Patient Note": "N", Question: "Q", "Ground Truth Answer": 25.5, Category: "physical" };
  const [doc] = await only("medcalc_bench", row);
  assertEquals(
    doc?.requests[0]?.prompt,
    "Given a patient note and a clinical question, compute the requested medical value.\n\nPatient note: N\n\n" +
      "Question: Q\n\nAnswer only the requested quantity without units. No explanation needed:",
  );
  assertEquals([doc?.target, doc?.requests[0]?.generation?.maxTokens], ["25.5", 10]);
});

Deno.test("medec: CORRECT, or sentence number and mended sentence", async () => {
  const row = {
    Sentences: " 0 a\n1 b ",
    "Error Flag": "0",
    "Error Sentence ID": "-1",
    "Corrected Sentence": "NA",
  };
  const [clean] = await only("medec", row);
  assertEquals(clean?.target, "CORRECT");
  assert(clean?.requests[0]?.prompt.endsWith("\n\nClinical Note: 0 a\n1 b\nAnswer:"));
  const wrong = { ...row, "Error Flag": 1, "Error Sentence ID": 1, "Corrected Sentence": " B. " };
  assertEquals((await only("medec", wrong))[0]?.target, "1 B.");
});

Deno.test("P10: no scenario sends a stop, so none can fire inside a thought", async () => {
  for (const scenario of ["medbullets", "head_qa", "med_qa", "med_mcqa", "pubmed_qa", "medhallu", "medec"]) {
    assertEquals((await findTask(`medhelm_${scenario}`)).generation?.until, [], scenario);
  }
});

Deno.test("title case as Python's", () => {
  assertEquals(titleCase("AIMS/METHODS and it's ÉTÉ 2nd"), "Aims/Methods And It'S Été 2Nd");
});

testWith(
  ["shared"],
  "real MEDEC: 597 notes of 925 rows (the others are blank), each with a prompt and a target",
  async () => {
    const file = "MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv";
    const text = await readShared("data", "medec", file);
    const cells: string[][] = [[]];
    for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
      cells.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
      if (match[3] !== ",") cells.push([]);
    }
    const [header = [], ...rows] = cells.filter((row) => row.length > 1);
    const docs = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""])));
    const built = [...prepareTask(await findTask("medhelm_medec"), { test: docs }).docs()];
    assertEquals([docs.length, built.length], [925, 597]);
    assertEquals(docs.filter((doc) => doc["Error Flag"] === "1").length, 311);
    assertEquals(built.filter((doc) => doc.target !== "CORRECT").length, 311);
  },
);
