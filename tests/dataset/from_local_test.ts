import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { fromLocal } from "../../lib/dataset/from_local.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("local: each kind of file is found by task and split", async () => {
  await using dir = await tempDir();
  await dir.write("a/test.jsonl", '{"id":"x"}');
  await dir.write("mmlu/anatomy/dev.json", '[{"id":"x"}]');
  await dir.write("c/test.csv", "id,n\nx,1\n");
  await dir.write("d/test.parquet", await Deno.readFile(repoPath("tests/dataset/fixtures/lz4.parquet")));
  for (
    const [task, split, count] of [["a", "test", 1], ["mmlu/anatomy", "dev", 1], ["c", "test", 1], [
      "d",
      "test",
      7,
    ]] as const
  ) {
    const docs = await fromLocal({ root: dir.path, task, split });
    assertEquals((await toArray(docs)).length, count, task);
    assertEquals(docs.info.kind, "local");
  }
  const typed = await fromLocal({ root: dir.path, task: "c", split: "test" }, { columns: { n: "integer" } });
  assertEquals((await toArray(typed))[0]?.fields.n, 1);
});

Deno.test("local: a missing file names the path and the columns; the root need not exist", async () => {
  const error = await assertRejects(
    () =>
      fromLocal({ root: "no/such/root", task: "mmlu/anatomy", split: "dev" }, {
        columns: { question: "string" },
      }),
    DataError,
    '"no/such/root/mmlu/anatomy/dev.jsonl"',
  );
  assertEquals(error.code, "local_missing");
  assert(error.hint?.includes("question (string)"), error.hint);
});

Deno.test("local: two files for one split are refused", async () => {
  await using dir = await tempDir();
  await dir.write("a/test.jsonl", '{"id":"x"}');
  await dir.write("a/test.csv", "id\nx\n");
  const error = await assertRejects(() => fromLocal({ root: dir.path, task: "a", split: "test" }), DataError);
  assertEquals(error.code, "ambiguous_file");
});

testWith(["posix"], "Z01, Z03: names and links that lead out of the root are refused", async () => {
  await using dir = await tempDir();
  await dir.write("secret/test.jsonl", '{"id":"x"}');
  await dir.write("root/ok/test.jsonl", '{"id":"x"}');
  await Deno.symlink(dir.join("secret"), dir.join("root/link"));
  await Deno.mkdir(dir.join("root/file"));
  await Deno.symlink(dir.join("secret/test.jsonl"), dir.join("root/file/test.jsonl"));
  for (const task of ["../secret", "link", "file", dir.join("secret"), "ok/../../secret"]) {
    const error = await assertRejects(
      () => fromLocal({ root: dir.join("root"), task, split: "test" }),
      DataError,
    );
    assertEquals(error.code, "path_outside", task);
  }
  await assertRejects(
    () => fromLocal({ root: dir.join("root"), task: "ok", split: "../../secret/test" }),
    DataError,
    "inside",
  );
});
