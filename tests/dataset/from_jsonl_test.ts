import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import type { Doc } from "../../lib/dataset/doc.ts";
import { fromJsonl } from "../../lib/dataset/from_jsonl.ts";
import { limit } from "../../lib/dataset/limit.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { readGoldenJson } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const read = (text: string): Promise<Doc[]> => toArray(fromJsonl(bytes(text)));
const fail = async (text: string): Promise<DataError> => await assertRejects(() => read(text), DataError);

Deno.test("D01: a file with a byte order mark loads; a U+FEFF in a value stays", async () => {
  const [doc] = await read('\ufeff{"id":"a","q":"1+1\ufeff"}\n');
  assertEquals(doc?.fields, { id: "a", q: "1+1\ufeff" });
});

Deno.test("D02: CRLF, blank lines and a missing last LF give 2 rows; lines count blanks", async () => {
  assertEquals((await read('{"id":1}\r\n\r\n   \r\n{"id":2}')).map((doc) => doc.id), ["1", "2"]);
  const error = await fail('{"id":1}\r\n\r\n \t\r\n{"id":');
  assertEquals([error.code, error.details.line], ["bad_json", 4]);
});

Deno.test("D05: an explicit id that repeats is refused with both lines, byte-identical rows too", async () => {
  const error = await fail('{"id":"d","answer":"A"}\n\n{"id":"e"}\n{"id":"d","answer":"B"}\n');
  assertEquals([error.code, error.details.id, error.details.firstLine, error.details.line], [
    "duplicate_id",
    "d",
    1,
    4,
  ]);
  assert(error.message.includes("jsonl:1") && error.message.includes("jsonl:4"), error.message);
  assertEquals((await fail('{"id":"d"}\n{"id":"d"}')).code, "duplicate_id");
  assertEquals((await fail('{"id":1}\n{"id":"1"}')).code, "duplicate_id");
});

Deno.test("D05: rows without an id may repeat: #2, #3 in file order", async () => {
  const ids = (await read('{"q":1}\n{"q":2}\n{"q":1}\n{"q":1}\n')).map((doc) => doc.id);
  const [first = ""] = ids;
  assertEquals(ids.length, new Set(ids).size);
  assertEquals([ids[2], ids[3]], [`${first}#2`, `${first}#3`]);
});

Deno.test("D07: an integer beyond 2^53 is refused with file and line, as an id as well", async () => {
  await using dir = await tempDir();
  const path = await dir.write("big.jsonl", '{"id":9007199254740992}\n{"id":9007199254740993}\n');
  const error = await assertRejects(() => toArray(fromJsonl(path)), DataError, `${path}:1`);
  assertEquals(error.code, "unsafe_integer");
});

Deno.test("D18: an id depends on content, not on position or column order", async () => {
  const one = await read('{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n');
  const other = await read('{"a":2,"b":"y"}\n{"b":"x","a":1}\n');
  assertEquals(one.map((doc) => doc.id), other.map((doc) => doc.id).reverse());
  assert(/^[0-9a-f]{64}$/.test(one[0]?.id ?? ""));
});

Deno.test("D19: a file without rows is an error that says so", async () => {
  for (const text of ["", "\n\n", "\ufeff", " \r\n"]) {
    const error = await fail(text);
    assertEquals(error.code, "empty_dataset");
    assert(error.message.includes("0 rows read"), error.message);
  }
});

Deno.test("D23: wanted types are checked per row, with file, line, column and value", async () => {
  const rows = '{"answer":1}\n{"answer":1.0}\n{"answer":"1"}\n';
  const typed = (text: string): Promise<Doc[]> =>
    toArray(fromJsonl(bytes(text), { columns: { answer: "integer 0..3" } }));
  assertEquals((await typed('{"answer":1}\n{"answer":1.0}')).map((doc) => doc.fields.answer), [1, 1]);
  const error = await assertRejects(() => typed(rows), DataError, 'the string "1"');
  assertEquals([error.code, error.details.line, error.details.field], ["bad_type", 3, "answer"]);
  await assertRejects(() => typed('{"answer":true}'), DataError, "the boolean true");
  await assertRejects(() => typed('{"answer":4}'), DataError, "integer 0..3");
  assertEquals(
    (await assertRejects(() => typed('{"other":4}'), DataError, '"other"')).code,
    "missing_column",
  );
});

Deno.test("jsonl: a named id column must be there; null takes the content", async () => {
  const named = (text: string): Promise<Doc[]> => toArray(fromJsonl(bytes(text), { idField: "task_id" }));
  assertEquals((await named('{"task_id":"H/0"}'))[0]?.id, "H/0");
  for (const bad of ["{}", '{"task_id":null}', '{"task_id":true}', '{"task_id":1.5}', '{"task_id":" "}']) {
    assertEquals((await assertRejects(() => named(bad), DataError)).code, "missing_id");
  }
  const [doc] = await toArray(fromJsonl(bytes('{"id":"a"}'), { idField: null }));
  assertEquals(doc?.id.length, 64);
});

Deno.test("jsonl: a data set can be read again, cut short, and unpacked from gzip", async () => {
  await using dir = await tempDir();
  const text = Array.from({ length: 1000 }, (_, i) => `{"id":"r${i}"}\n`).join("");
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const path = await dir.write("a.jsonl.gz", await new Response(zipped).bytes());
  const docs = fromJsonl(path);
  const first = await toArray(docs);
  assertEquals(await toArray(docs), first);
  assertEquals([first.length, first[999]?.id, first[999]?.index], [1000, "r999", 999]);
  for await (const doc of docs) {
    assertEquals(doc.id, "r0");
    break; // the sanitizer would report an open file
  }
});

Deno.test("jsonl: a key __proto__ is a column like any other", async () => {
  const [doc] = await read('{"__proto__":{"x":1},"a":1}');
  assertEquals(Object.keys(doc?.fields ?? {}), ["__proto__", "a"]);
  assertEquals((doc?.fields as { x?: number }).x, undefined);
});

/** DESIGN §7: where JSON lines differ from the original, on purpose. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "empty file": "empty_dataset",
  "only blank lines": "empty_dataset",
  "lone cr is a line break": "bad_json",
  "NaN accepted": "bad_json",
  "Infinity accepted": "bad_json",
  "big int kept exactly": "unsafe_integer",
  "BOM at start": "reads",
  "duplicate ids are allowed": "duplicate_id",
};

Deno.test("golden: JSON lines as the original reads them, but for the listed differences", async () => {
  const { cases } = await readGoldenJson("benchmax", "jsonl.json");
  const differing = new Set(Object.keys(DIFFERENT));
  let ran = 0;
  for (const { name, bytes: latin, limit: count, rows, error, line } of cases) {
    if (latin === undefined) continue;
    ran++;
    const data = Uint8Array.from(latin as string, (c) => c.charCodeAt(0));
    const load = async (): Promise<unknown[]> => {
      const docs = fromJsonl(data, { idField: "id" });
      return (await toArray(count === undefined ? docs : limit(docs, count))).map((doc) => doc.fields);
    };
    const known = DIFFERENT[name];
    if (known === "reads") assertEquals(await load(), [{ id: 1 }], name);
    else if (known !== undefined) {
      assertEquals((await assertRejects(load, DataError, undefined, name)).code, known, name);
    } else if (rows !== undefined) assertEquals(await load(), rows, name);
    else {
      const found = await assertRejects(load, Error, undefined, name);
      if (typeof line === "number") assertEquals((found as DataError).details.line, line, name);
      else assert(error !== undefined, name);
    }
    differing.delete(name);
  }
  assertEquals([ran, differing.size], [41, 0]);
});
