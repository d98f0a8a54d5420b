import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { readLines } from "../../lib/core/read_lines.ts";
import { decodeText, readText } from "../../lib/core/text.ts";
import { fc } from "../support/fast_check.ts";
import { tempDir } from "../support/temp.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const texts = async (source: Parameters<typeof readLines>[0]): Promise<[number, string][]> =>
  await Array.fromAsync(readLines(source), ({ line, text }): [number, string] => [line, text]);

Deno.test("D01: exactly one byte order mark is dropped, and only at the start", async () => {
  assertEquals(await texts(bytes('\ufeff{"id":"a"}\n')), [[1, '{"id":"a"}']]);
  assertEquals(await texts(bytes("\ufeff\ufeffa\n\ufeffb")), [[1, "\ufeffa"], [2, "\ufeffb"]]);
  assertEquals(decodeText(bytes("\ufeff\ufeffa")), "\ufeffa");
  assertEquals(await texts(bytes("\ufeff")), []);
});

Deno.test("D02: only LF ends a line, one CR before it is dropped, the last line needs no end", async () => {
  assertEquals(await texts(bytes("a\r\n\r\n b \r\r\nc\rd")), [[1, "a"], [2, ""], [3, " b \r"], [4, "c\rd"]]);
  assertEquals(await texts(bytes("a\u2028b\u0085c\n")), [[1, "a\u2028b\u0085c"]]);
  assertEquals(await texts(bytes("a\r")), [[1, "a"]]);
  assertEquals(await texts(bytes("\n")), [[1, ""]]);
  assertEquals(await texts(bytes("")), []);
});

Deno.test("text: bytes that are not UTF-8 are refused with the line", async () => {
  const bad = new Uint8Array([0x61, 10, 0xff, 10]);
  const error = await assertRejects(() => texts(bad), DataError);
  assertEquals([error.code, error.details.line], ["bad_utf8", 2]);
  assertEquals(assertThrows(() => decodeText(bad, "x.txt"), DataError, "x.txt").code, "bad_utf8");
});

Deno.test("text: lines keep their numbers over many blocks, and so does the bad one", async () => {
  await using dir = await tempDir();
  const rows = Array.from({ length: 60_000 }, (_, i) => i % 7 === 0 ? "" : `row ${i} é`);
  const path = await dir.write("a.txt", rows.join("\n")); // some 750 KB
  const found = await texts(path);
  assertEquals(found.map(([line]) => line), rows.map((_, i) => i + 1));
  assertEquals(found.map(([, text]) => text), rows);
  const spoilt = bytes(rows.join("\n"));
  spoilt[spoilt.lastIndexOf(10) + 1] = 0xff;
  for (const source of [spoilt, ReadableStream.from([spoilt])]) {
    const error = await assertRejects(() => texts(source), DataError);
    assertEquals([error.code, error.details.line], ["bad_utf8", 60_000]);
  }
});

Deno.test("text: a file is read in pieces, closed at the end and on a break", async () => {
  await using dir = await tempDir();
  const long = "é".repeat(300_000);
  const path = await dir.write("a.txt", `\ufeff${long}\r\nshort\n${long}`);
  assertEquals((await texts(path)).map(([line, text]) => [line, text.length]), [[1, 300_000], [2, 5], [
    3,
    300_000,
  ]]);
  for await (const { text } of readLines(path)) {
    assertEquals(text.length, 300_000);
    break; // the sanitizer would report an open file
  }
  assertEquals((await readText(path)).length, 600_008);
});

Deno.test("text: a missing file is named", async () => {
  const error = await assertRejects(() => texts("no/such.txt"), DataError, "no/such.txt");
  assertEquals(error.code, "not_found");
  assertEquals((await assertRejects(() => readText("no/such.txt"), DataError)).code, "not_found");
});

Deno.test("property: lines do not depend on how the bytes are cut", async () => {
  const piece = fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "\ufeff", "é", "😀", "\u2028", ""), fc.string());
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.array(fc.nat(7)), async (pieces, cuts) => {
      const text = pieces.join("");
      const all = bytes(text);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < all.length;) {
        const size = 1 + (cuts[chunks.length % Math.max(1, cuts.length)] ?? 0);
        chunks.push(all.slice(at, at + size));
        at += size;
      }
      const wanted = new TextDecoder().decode(all).split("\n").map((line) => line.replace(/\r$/, ""));
      if (wanted.at(-1) === "" && !/\r$/.test(text)) wanted.pop();
      const found = (await texts(ReadableStream.from(chunks))).map(([, line]) => line);
      assertEquals(found, wanted);
    }),
  );
});
