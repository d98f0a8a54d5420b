import { assert, assertEquals, assertThrows } from "@std/assert";
import { codePointLength } from "../../lib/core/code_points.ts";
import { isPySpace, pyLstrip, pyRstrip, pyStrip } from "../../lib/core/python_strip.ts";
import { pyNumber, pyRepr, pyStr } from "../../lib/core/python.ts";

// Printed by CPython 3.11.
const SPACES = [
  ...[9, 10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
];

Deno.test("whitespace is exactly Python's, over all of the basic plane", () => {
  const found: number[] = [];
  for (let code = 0; code < 0x10000; code++) if (isPySpace(String.fromCharCode(code))) found.push(code);
  assertEquals(found, SPACES);
});

Deno.test("strip takes whitespace off both ends and keeps a byte order mark", () => {
  const all = String.fromCharCode(...SPACES);
  assertEquals(pyStrip(`${all}a b${all}`), "a b");
  assertEquals(pyStrip("\ufeff a"), "\ufeff a");
  assertEquals(pyLstrip(" a "), "a ");
  assertEquals(pyRstrip(" a "), " a");
  assertEquals(pyStrip(all), "");
});

Deno.test("numbers print as in Python", () => {
  const cases: [number, string][] = [
    ...([[0.1, "0.1"], [1e-7, "1e-07"], [1e-5, "1e-05"], [1e-4, "0.0001"], [
      0.0001234,
      "0.0001234",
    ]] as const),
    ...([[123456.789, "123456.789"], [1234567890123456.5, "1234567890123456.5"], [1e16, "1e+16"]] as const),
    ...([[1.2345e16, "1.2345e+16"], [1e300, "1e+300"], [5e-324, "5e-324"], [-0.00012, "-0.00012"]] as const),
    ...([[-1e-5, "-1e-05"], [2.5, "2.5"], [1e22, "1e+22"], [-3.25e-9, "-3.25e-09"], [-0, "-0.0"]] as const),
    ...([[NaN, "nan"], [Infinity, "inf"], [-Infinity, "-inf"], [7, "7"], [-12, "-12"]] as const),
  ].map(([value, text]) => [value, text]);
  for (const [value, text] of cases) assertEquals(pyNumber(value), text);
  assertEquals(cases.length, 22);
  assertEquals(pyNumber(2n ** 70n), "1180591620717411303424");
});

Deno.test("repr quotes and escapes as Python does", () => {
  const cases = [
    ["a'b", `"a'b"`],
    ['a"b', `'a"b'`],
    ["a'\"b", `'a\\'"b'`],
    ["\\", "'\\\\'"],
    ["\n\r\t\x00\x7f\x85", "'\\n\\r\\t\\x00\\x7f\\x85'"],
    ["\u00a0\u200b\u2028\ufeffé🜁\u{e0001}", "'\\xa0\\u200b\\u2028\\ufeffé🜁\\U000e0001'"],
    ["", "''"],
    ["\u0378", "'\\u0378'"],
    ["\ud800", "'\\ud800'"],
  ] as const;
  for (const [text, repr] of cases) assertEquals(pyRepr(text), repr);
  assertEquals(pyRepr([1, [true, null], { "k'": "v" }]), `[1, [True, None], {"k'": 'v'}]`);
  assertEquals(pyStr([]), "[]");
  assertEquals(pyStr(undefined), "None");
  assertThrows(() => pyStr(() => 1), TypeError, '"function"');
});

Deno.test("S13: length counts code points, never UTF-16 units", () => {
  assertEquals(codePointLength("💊"), 1);
  assertEquals(codePointLength("a💊é"), 3);
  assertEquals(codePointLength("\ud83d"), 1);
  assertEquals(codePointLength("\ude00\ud83d\ud83d\ude00"), 3);
  assert("💊".length === 2);
});
