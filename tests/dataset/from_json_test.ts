import { assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { fromJson, type FromJsonOptions } from "../../lib/dataset/from_json.ts";
import type { Doc } from "../../lib/dataset/doc.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { testWith } from "../support/require.ts";
import { readSharedJson, sharedPath } from "../support/shared.ts";

const read = (text: string, options: FromJsonOptions = {}): Promise<Doc[]> =>
  toArray(fromJson(new TextEncoder().encode(text), options));

Deno.test("json: an array of rows; one byte order mark is dropped (D01)", async () => {
  assertEquals((await read('\ufeff[{"id":"a"},\n{"id":"b"}]')).map((doc) => doc.id), ["a", "b"]);
});

Deno.test("json: an object of rows keeps the order of the text, keys become ids and, asked for, a column", async () => {
  const text = '{"21645374": {"q": 1}, "16418930": {"q": 2}, "x": {"q": 3}}';
  assertEquals((await read(text)).map((doc) => [doc.id, doc.fields.q]), [["21645374", 1], ["16418930", 2], [
    "x",
    3,
  ]]);
  assertEquals((await read(text, { keyField: "pmid" }))[0]?.fields, { pmid: "21645374", q: 1 });
});

Deno.test("D05: a key that occurs twice is refused with both lines", async () => {
  const error = await assertRejects(() => read('{"a": {"q": 1},\n"b": {},\n"a": {"q": 2}}'), DataError);
  assertEquals([error.code, error.details.firstLine, error.details.line], ["duplicate_id", 1, 3]);
});

Deno.test("json: rows under a field, with the lines of the file", async () => {
  const text = '{\n"version": 1,\n"data": [\n{"id": "a"},\n{"id": "a"}]}';
  const error = await assertRejects(() => read(text, { field: "data" }), DataError);
  assertEquals([error.code, error.details.firstLine, error.details.line], ["duplicate_id", 4, 5]);
  await assertRejects(() => read(text, { field: "rows" }), DataError, '"version", "data"');
  const mixed = await assertRejects(() => read(text), DataError, 'under "version"');
  assertEquals(mixed.details.line, 2);
});

Deno.test("json: JSON lines under the name .json are read as such", async () => {
  assertEquals((await read('{"id":"a"}\n{"id":"b"}\n')).map((doc) => doc.id), ["a", "b"]);
  assertEquals((await read('{"k":{"q":1}}\n')).map((doc) => doc.id), ["k"]);
});

Deno.test("json: empty, broken and foreign documents are refused", async () => {
  for (
    const [text, code] of [["[]", "empty_dataset"], ["{}", "empty_dataset"], ["[1]", "not_an_object"], [
      "",
      "bad_json",
    ], ['[{"a":NaN}]', "bad_json"]] as const
  ) {
    assertEquals((await assertRejects(() => read(text), DataError)).code, code, text);
  }
});

testWith(["shared"], "json: the 1,000 rows of PubMedQA come in the order of the text", async () => {
  const docs = await toArray(fromJson(sharedPath("data", "pubmedqa", "ori_pqal.json")));
  const text = await Deno.readTextFile(sharedPath("data", "pubmedqa", "ori_pqal.json"));
  const keys = [...text.matchAll(/^ {4}"(\d+)": \{/gm)].map((match) => match[1]);
  assertEquals(docs.map((doc) => doc.id), keys);
  assertEquals(docs.length, 1000);
  const { test } = await readSharedJson("data", "pubmedqa", "splits.json");
  assertEquals(new Set(test).difference(new Set(keys)).size, 0);
});
