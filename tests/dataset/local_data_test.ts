import { assert, assertEquals } from "@std/assert";
import { pythonJson } from "../../lib/core/python_json.ts";
import { sha256 } from "../../lib/core/hash.ts";
import { dataKind } from "../../lib/dataset/data_file.ts";
import { fromLocal } from "../../lib/dataset/from_local.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { mmluSubjects, pubmedRows, pubmedSplits, writeLocalData } from "../support/local_data.ts";
import { testWith } from "../support/require.ts";
import { readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

testWith(["shared"], "D10: PubMedQA's fold 0 is rebuilt id by id with Python's generator", async () => {
  const rows = await pubmedRows();
  const splits = pubmedSplits(rows);
  const wanted = await readSharedJson("data", "pubmedqa", "splits.json");
  assertEquals([splits.train.length, splits.validation.length, splits.test.length], [450, 50, 500]);
  for (const split of ["train", "validation", "test"] as const) {
    assertEquals(splits[split], wanted[split], split);
  }
});

testWith(
  ["shared"],
  "local data: every part loads as the hub would give it, hashes as lm-eval's",
  async () => {
    await using dir = await tempDir();
    await writeLocalData(dir.path);
    const load = async (task: string, split: string) =>
      await toArray(await fromLocal({ root: dir.path, task, split }));
    const docHash = (fields: unknown): string =>
      sha256(pythonJson(fields, { indent: 2, ensureAscii: false }));
    for (const name of ["pubmedqa", "humaneval"]) {
      const wanted = await readSharedJsonl(
        "golden",
        "lmeval",
        "_real",
        name === "pubmedqa" ? "pubmedqa_0shot.jsonl" : "humaneval.jsonl",
      );
      const docs = await load(name, "test");
      assertEquals(docs.map((doc) => docHash(doc.fields)), wanted.map((row) => row.doc_hash), name);
      assertEquals(docs.length, name === "pubmedqa" ? 500 : 164);
    }
    const subjects = await mmluSubjects();
    assertEquals(subjects.length, 57);
    const hashes = new Map<string, string[]>();
    for (const row of await readSharedJsonl("golden", "lmeval", "_real", "mmlu_5shot.jsonl")) {
      const list = hashes.get(row.task) ?? [];
      hashes.set(row.task, list);
      list.push(row.doc_hash);
    }
    const counts = { dev: 0, validation: 0, test: 0 };
    for (const subject of subjects) {
      for (const split of ["dev", "validation", "test"] as const) {
        const docs = await load(`mmlu/${subject}`, split);
        counts[split] += docs.length;
        if (split === "test") {
          assertEquals(
            docs.map((d) => docHash(d.fields)),
            hashes.get(`mmlu_${subject}`),
            subject,
          );
        }
      }
    }
    assertEquals(counts, { dev: 285, validation: 1542, test: 14079 });
    assertEquals((await load("medhelm/medec", "test")).length, 925);
    assertEquals((await load("medhelm/pubmed_qa", "train")).length, 1000);
    assert(dataKind("medhelm/medec/test.csv") === "csv");
  },
);
