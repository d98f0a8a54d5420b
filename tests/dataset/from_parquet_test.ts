import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { fromParquet } from "../../lib/dataset/from_parquet.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const fixture = (name: string): string => repoPath("tests", "dataset", "fixtures", `${name}.parquet`);
const WANTED = Array.from({ length: 7 }, (_, i) => ({
  id: `row-${i}`,
  question: `What is ${i} + ${i}? é 😀`,
  choices: [`${i}`, `${2 * i}`, "none"],
  answer: 1,
  weight: i === 3 ? null : i / 2,
  ok: i % 2 === 0,
  meta: { year: 2000 + i, tags: Array(i % 3).fill("a") },
  when: `2023-11-14T22:13:20.00${i}Z`,
  blob: new Uint8Array([0, 255, i]).toBase64(),
}));

for (const codec of ["none", "snappy", "gzip", "zstd", "brotli", "lz4"]) {
  Deno.test(`parquet: ${codec}, three row groups, every kind of column`, async () => {
    const docs = await toArray(fromParquet(fixture(codec)));
    assertEquals(docs.map((doc) => doc.fields), WANTED);
    assertEquals(docs.map((doc) => doc.index), [0, 1, 2, 3, 4, 5, 6]);
  });
}

Deno.test("parquet: from memory, again, and cut short after a row group", async () => {
  const docs = fromParquet(await Deno.readFile(fixture("zstd")));
  assertEquals((await toArray(docs)).length, 7);
  assertEquals((await toArray(docs)).length, 7);
  for await (const doc of fromParquet(fixture("zstd"))) {
    assertEquals(doc.id, "row-0");
    break; // the sanitizer would report an open file
  }
});

Deno.test("D07: a 64-bit integer beyond 2^53 is refused with row and column, or kept as text", async () => {
  const error = await assertRejects(
    () => toArray(fromParquet(fixture("big_integer"))),
    DataError,
    "9007199254740993",
  );
  assertEquals([error.code, error.details.row, error.details.field], ["unsafe_integer", 2, "n"]);
  const docs = await toArray(fromParquet(fixture("big_integer"), { bigIntegers: "text" }));
  assertEquals(docs.map((doc) => doc.fields.n), [1, "9007199254740993"]);
});

Deno.test("parquet: NaN is null; no rows is an error (D19)", async () => {
  assertEquals((await toArray(fromParquet(fixture("nan")))).map((doc) => doc.fields.x), [0.5, null]);
  assertEquals(
    (await assertRejects(() => toArray(fromParquet(fixture("empty"))), DataError)).code,
    "empty_dataset",
  );
});

Deno.test("parquet: a cut, foreign or missing file is a finding", async () => {
  await using dir = await tempDir();
  const whole = await Deno.readFile(fixture("gzip"));
  const cut = await dir.write("cut.parquet", whole.slice(0, -100));
  const text = await dir.write("text.parquet", '{"a":1}\n');
  const torn = whole.slice();
  torn.fill(0, 10, 800);
  for (const source of [cut, text, torn, new Uint8Array(0)]) {
    const error = await assertRejects(() => toArray(fromParquet(source)), DataError);
    assert(["bad_parquet"].includes(error.code), `${error.code}: ${error.message}`);
  }
  assertEquals(
    (await assertRejects(() => toArray(fromParquet(dir.join("no.parquet"))), DataError)).code,
    "not_found",
  );
});

Deno.test("D23: columns are checked", async () => {
  const columns = {
    choices: "3 of string",
    answer: "integer 0..2",
    weight: "number or null",
    meta: "object",
  };
  assertEquals((await toArray(fromParquet(fixture("none"), { columns }))).length, 7);
  const error = await assertRejects(
    () => toArray(fromParquet(fixture("none"), { columns: { weight: "number" } })),
    DataError,
  );
  assert(error.message.includes("row 4") && error.message.includes("null"), error.message);
});
