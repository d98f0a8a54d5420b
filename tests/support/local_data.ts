/**
 * Writes the real data that lies beside the repository in the form that
 * `--source local` reads (`<task>/<split>.*`, rows in the schema of the hub
 * data set). As a script: `deno run -A tests/support/local_data.ts [FOLDER]`
 * (default: a new temporary folder); it prints the folder.
 *
 * @module
 */
import { Random } from "../../lib/core/random.ts";
import type { Fields } from "../../lib/dataset/doc.ts";
import { fromCsv } from "../../lib/dataset/from_csv.ts";
import { fromJson } from "../../lib/dataset/from_json.ts";
import { fromJsonl } from "../../lib/dataset/from_jsonl.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { join } from "./path.ts";
import { sharedPath } from "./shared.ts";

/** Parts that can be written. */
export type LocalPart = "pubmedqa" | "mmlu" | "humaneval" | "medhelm";

const PUBMED_COLUMNS = [
  "QUESTION",
  "CONTEXTS",
  "LABELS",
  "MESHES",
  "YEAR",
  "reasoning_required_pred",
  "reasoning_free_pred",
  "final_decision",
  "LONG_ANSWER",
];

/** The rows of PubMedQA by PMID, in the order of the text. */
export async function pubmedRows(): Promise<Map<string, Fields>> {
  const docs = await toArray(fromJson(sharedPath("data", "pubmedqa", "ori_pqal.json")));
  return new Map(docs.map((doc) => [doc.id, doc.fields]));
}

/**
 * The split of the authors' script (fold 0), with Python's generator: parts of
 * equal size with the answers in equal shares, then ten folds of the first.
 */
export function pubmedSplits(
  rows: ReadonlyMap<string, Fields>,
): Record<"train" | "validation" | "test", string[]> {
  const random = new Random(0);
  const parts = (ids: readonly string[], count: number): string[][] => {
    const out: string[][] = Array.from({ length: count }, () => []);
    for (const label of ["yes", "no", "maybe"]) {
      const group = random.shuffle(ids.filter((id) => rows.get(id)?.final_decision === label));
      const size = Math.ceil(group.length / count);
      for (const [i, part] of out.entries()) {
        part.push(...group.slice(i * size, i === count - 1 ? undefined : (i + 1) * size));
      }
    }
    const last = out[count - 1] as string[];
    if (last.length !== out[0]?.length) {
      for (const part of out.slice(0, -1)) {
        const moved = random.choice(part);
        last.push(moved);
        part.splice(part.indexOf(moved), 1);
      }
    }
    return out;
  };
  const [development = [], test = []] = parts([...rows.keys()], 2);
  const [validation = [], ...train] = parts(development, 10);
  return { train: train.flat(), validation, test };
}

/** Rows of one MMLU subject. */
export async function mmluRows(subject: string, split: "dev" | "val" | "test"): Promise<Fields[]> {
  const path = sharedPath("data", "mmlu", "data", split, `${subject}_${split}.csv`);
  const header = ["question", "A", "B", "C", "D", "answer"];
  const docs = await toArray(fromCsv(path, { header, strayQuotes: "keep" })); // one validation file has some
  return docs.map(({ fields: { question, A, B, C, D, answer } }) => {
    const gold = "ABCD".indexOf(answer);
    if (gold < 0 || answer.length !== 1) throw new Error(`${path}: the answer is ${JSON.stringify(answer)}`);
    return { question, subject, choices: [A, B, C, D], answer: gold };
  });
}

/** Names of the MMLU subjects, sorted. */
export async function mmluSubjects(): Promise<string[]> {
  const files = await Array.fromAsync(
    Deno.readDir(sharedPath("data", "mmlu", "data", "dev")),
    (entry) => entry.name,
  );
  return files.map((name) => name.replace(/_dev\.csv$/, "")).sort();
}

async function write(folder: string, name: string, rows: readonly Fields[]): Promise<void> {
  const path = join(folder, `${name}.jsonl`);
  await Deno.mkdir(join(path, ".."), { recursive: true });
  await Deno.writeTextFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Writes the parts asked for (default: all) below a folder. */
export async function writeLocalData(
  folder: string,
  parts: readonly LocalPart[] = ["pubmedqa", "mmlu", "humaneval", "medhelm"],
): Promise<void> {
  if (parts.includes("pubmedqa")) {
    const rows = await pubmedRows();
    for (const [split, ids] of Object.entries(pubmedSplits(rows))) {
      const ordered = ids.map((id) =>
        Object.fromEntries(PUBMED_COLUMNS.map((name) => [name, rows.get(id)?.[name]]))
      );
      await write(folder, `pubmedqa/${split}`, ordered);
    }
  }
  if (parts.includes("mmlu")) {
    for (const subject of await mmluSubjects()) {
      await write(folder, `mmlu/${subject}/dev`, await mmluRows(subject, "dev"));
      await write(folder, `mmlu/${subject}/validation`, await mmluRows(subject, "val"));
      await write(folder, `mmlu/${subject}/test`, await mmluRows(subject, "test"));
    }
  }
  if (parts.includes("humaneval")) {
    const docs = await toArray(
      fromJsonl(sharedPath("data", "humaneval", "HumanEval.jsonl.gz"), { idField: "task_id" }),
    );
    const columns = ["task_id", "prompt", "canonical_solution", "test", "entry_point"];
    await write(
      folder,
      "humaneval/test",
      docs.map((d) => Object.fromEntries(columns.map((c) => [c, d.fields[c]]))),
    );
  }
  if (parts.includes("medhelm")) {
    await Deno.mkdir(join(folder, "medhelm", "medec"), { recursive: true });
    const name = "MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv";
    const csv = await Deno.readFile(sharedPath("data", "medec", name)); // copyFile would keep it read-only
    await Deno.writeFile(join(folder, "medhelm", "medec", "test.csv"), csv);
    const rows = [...await pubmedRows()].map(([id, row]) => ({
      pubid: Number(id),
      question: row.QUESTION,
      context: { contexts: row.CONTEXTS, labels: row.LABELS, meshes: row.MESHES },
      "long_answer": row.LONG_ANSWER,
      "final_decision": row.final_decision,
    }));
    await write(folder, "medhelm/pubmed_qa/train", rows);
  }
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? await Deno.makeTempDir({ prefix: "benchbook_data_" });
  await writeLocalData(folder);
  await Deno.stdout.write(new TextEncoder().encode(`${folder}\n`));
}
