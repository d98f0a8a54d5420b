import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import type { Doc } from "../../lib/dataset/doc.ts";
import { fromCsv, type FromCsvOptions } from "../../lib/dataset/from_csv.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { fc } from "../support/fast_check.ts";
import { testWith } from "../support/require.ts";
import { sharedPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const read = (text: string, options: FromCsvOptions = {}): Promise<Doc[]> =>
  toArray(fromCsv(new TextEncoder().encode(text), options));
const rows = async (text: string, options: FromCsvOptions = {}): Promise<unknown[]> =>
  (await read(text, options)).map((doc) => doc.fields);
const fail = async (text: string, options: FromCsvOptions = {}): Promise<DataError> =>
  await assertRejects(() => read(text, options), DataError);

Deno.test("D01, D02: byte order mark, CRLF, blank lines, no last line end", async () => {
  assertEquals(await rows("\ufeffid,q\r\na,1\r\n\r\nb,2"), [{ id: "a", q: "1" }, { id: "b", q: "2" }]);
});

Deno.test("csv: quoted cells keep delimiters, quotes and line ends as they are", async () => {
  assertEquals(await rows('a,b\n"x,y","1 ""2""\r\n3"\n"",\n'), [{ a: "x,y", b: '1 "2"\r\n3' }, {
    a: "",
    b: "",
  }]);
  assertEquals(await rows('a\n"b\rc"\n""\n'), [{ a: "b\rc" }, { a: "" }]);
});

Deno.test("D17: a quote in an unquoted cell is refused with line, column and hint", async () => {
  const error = await fail('label,expected\r\n"a\r\nb",ok\r\nx,{"a":""}\r\n');
  assertEquals([error.code, error.details.line, error.details.column], ["bad_csv", 4, "expected"]);
  assert(error.hint?.includes("quotes"), error.hint);
  assertEquals((await fail('a,b\n1,"x"y\n')).code, "bad_csv");
  assertEquals(await rows('label,expected\nx,{"a":""}\n', { strayQuotes: "keep" }), [{
    label: "x",
    expected: '{"a":""}',
  }]);
  const open = await fail('a,b\n1,2\n3,"x\n4,5\n');
  assertEquals([open.code, open.details.line], ["bad_csv", 3]);
});

Deno.test("D17: a row with other than the header's cells is refused, never shifted", async () => {
  const error = await fail("a,b\n1,2\n3,4,5\n");
  assertEquals([error.code, error.details.line, error.details.found], ["cell_count", 3, 3]);
  assertEquals((await fail("a,b\n1\n")).code, "cell_count");
});

Deno.test("D05: repeated ids are refused with the lines on which the rows start", async () => {
  const error = await fail('id,q\na,"x\ny"\nb,1\na,2\n');
  assertEquals([error.code, error.details.firstLine, error.details.line], ["duplicate_id", 2, 5]);
});

Deno.test("D23: cells become the wanted types, or are refused", async () => {
  const columns = {
    n: "integer 0..3",
    x: "number",
    ok: "boolean",
    list: "list of strings",
    note: "string or null",
    none: "null or string",
  };
  const text = 'n,x,ok,list,note,none\n3,1.5,True,"[""a""]",,\n';
  assertEquals(await rows(text, { columns }), [{
    n: 3,
    x: 1.5,
    ok: true,
    list: ["a"],
    note: "",
    none: null,
  }]);
  for (const bad of ["1.5", "4", "", "x", "0x1", "1_0"]) {
    const error = await fail(`n\n"${bad}"\n`, { columns: { n: "integer 0..3" } });
    assertEquals([error.code, error.details.line], ["bad_type", 2], bad);
  }
});

Deno.test("csv: names of columns: given, repeated, empty", async () => {
  assertEquals(await rows("1,2\n3,4", { header: ["a", "b"] }), [{ a: "1", b: "2" }, { a: "3", b: "4" }]);
  assertEquals((await fail("a,a\n1,2")).code, "bad_header");
  assertEquals((await fail("a,\n1,2")).code, "bad_header");
});

Deno.test("D19: a header alone, or nothing, is an error", async () => {
  for (const text of ["a,b\n", "", "\n\n"]) assertEquals((await fail(text)).code, "empty_dataset");
});

Deno.test("csv: tabs in .tsv, bad UTF-8, missing file", async () => {
  await using dir = await tempDir();
  const path = await dir.write("a.tsv", "a\tb\n1,5\t2\n");
  assertEquals((await toArray(fromCsv(path)))[0]?.fields, { a: "1,5", b: "2" });
  const bad = new Uint8Array([...new TextEncoder().encode("a,b\n1,"), 0xc3]);
  assertEquals((await assertRejects(() => toArray(fromCsv(bad)), DataError)).code, "bad_utf8");
  assertEquals(
    (await assertRejects(() => toArray(fromCsv(dir.join("no.csv"))), DataError)).code,
    "not_found",
  );
});

Deno.test("property: what is written by RFC 4180 is read back", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r\n", "é", "😀", " ") });
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom("\n", "\r\n"), async (table, end) => {
      const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const text = ["x,y", ...table.map((row) => row.map(quote).join(","))].join(end);
      assertEquals(await rows(text), table.map(([x, y]) => ({ x, y })));
    }),
    { numRuns: 40 },
  );
});

testWith(["shared"], "csv: MEDEC's files, read as CPython reads them", async () => {
  const path = sharedPath("data", "medec", "MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv");
  const docs = await toArray(fromCsv(path));
  assertEquals(docs.length, 925);
  // The last 328 rows of the file hold nothing but commas: 597 are texts.
  const empty = await assertRejects(
    () => toArray(fromCsv(path, { idField: "Text ID" })),
    DataError,
    '"Text ID"',
  );
  assertEquals(empty.code, "missing_id");
  const texts = docs.filter((doc) => doc.fields.Text !== "");
  assertEquals([texts.length, texts.at(-1)?.index], [597, 596]);
  const code =
    "import csv,sys,json; print(json.dumps([dict(r) for r in csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8-sig'))]))";
  const out = await new Deno.Command("python3", { args: ["-c", code, path] }).output().catch(() => null);
  if (out?.success) {
    assertEquals(docs.map((doc) => doc.fields), JSON.parse(new TextDecoder().decode(out.stdout)));
  }
});
