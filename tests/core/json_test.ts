import { assertEquals, assertThrows } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { parseJson } from "../../lib/core/json.ts";
import { jsonMembers } from "../../lib/core/json_rows.ts";
import { fc } from "../support/fast_check.ts";

/** JSON values without whole numbers beyond 2^53, which are refused. */
const safe = (value: unknown): boolean =>
  typeof value === "number"
    ? !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21
    : value === null || typeof value !== "object" || Object.values(value).every(safe);
const jsonValue = fc.jsonValue().filter(safe);
const origin = { file: "rows.jsonl", line: 7 };
const codeOf = (text: string): string =>
  assertThrows(() => parseJson(text, origin), DataError, "rows.jsonl:7").code;

Deno.test("D07: integers beyond 2^53 are refused with file, line and field", () => {
  for (
    const literal of [
      "9007199254740993",
      "9007199254740992",
      "-9007199254740992",
      "123456789012345678901234567890",
    ]
  ) {
    const error = assertThrows(() => parseJson(`{"id":${literal}}`, origin), DataError, literal.slice(0, 40));
    assertEquals([error.code, error.details.field, error.details.line], ["unsafe_integer", "id", 7]);
    assertEquals(codeOf(`[1,{"a":[ ${literal}]}]`), "unsafe_integer");
  }
  assertEquals(parseJson('{"id":9007199254740991,"s":"9007199254740993","f":9007199254740993.0}'), {
    id: 9007199254740991,
    s: "9007199254740993",
    f: 9007199254740992,
  });
});

Deno.test("json: NaN, infinities and numbers that overflow are refused", () => {
  for (
    const text of [
      '{"x":NaN}',
      "-Infinity",
      "[1, Infinity ]",
      '{"x":1,}',
      "",
      "  ",
      "{bad}",
      "[1] [2]",
      '{"a":"\t"}',
    ]
  ) {
    assertEquals(codeOf(text), "bad_json");
  }
  for (const text of ["1e400", '{"x":-1E0999}', `[${"9".repeat(310)}.0]`]) {
    assertEquals(codeOf(text), "not_finite");
  }
  assertEquals(parseJson('["page100 1e400 NaN", 1e-400, 1e308]'), ["page100 1e400 NaN", 0, 1e308]);
});

Deno.test("json: a fault inside a text of several lines has its own line", () => {
  const error = assertThrows(() => parseJson('{\n"a": 1,\n"b": x}', { file: "c.json", line: 10 }), DataError);
  assertEquals(error.details.line, 12);
});

Deno.test("json: nesting is bounded, brackets in texts do not count", () => {
  const nest = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  parseJson(nest(500));
  assertEquals(assertThrows(() => parseJson(nest(501)), DataError).code, "too_deep");
  parseJson(JSON.stringify("[".repeat(5000) + '\\"'));
});

Deno.test("property: what JSON can hold comes through unchanged", () => {
  fc.assert(fc.property(jsonValue, (value) => {
    assertEquals(JSON.stringify(parseJson(JSON.stringify(value))), JSON.stringify(value));
  }));
});

Deno.test("json members: text order, lines, equal keys twice", () => {
  const text = '\n{ "20": 1,\n "3": {"a": "},]"},\r\n\n"20": [ ]}\n';
  const members = [...jsonMembers(text)].map(({ key, value, line }) => [key, value, line]);
  assertEquals(members, [["20", 1, 2], ["3", { a: "},]" }, 3], ["20", [], 5]]);
  assertEquals([...jsonMembers("[]")], []);
});

Deno.test("json members: what is not one array or object is refused with the line", () => {
  const bad = [
    "",
    "1",
    "[1",
    "[1,]",
    "[1 2]",
    '{"a" 1}',
    "{a: 1}",
    '{"a": }',
    "[1]\n[2]",
    '["x',
    "[NaN]",
    '{"a":1}}',
  ];
  for (const text of bad) assertThrows(() => [...jsonMembers(text, { file: "f" })], DataError, "f:", text);
  const error = assertThrows(() => [...jsonMembers("[1,\n2,\n3x]")], DataError);
  assertEquals(error.details.line, 3);
});

Deno.test("property: members are those of the whole", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(jsonValue), fc.dictionary(fc.string(), jsonValue)),
      fc.nat(4),
      (value, indent) => {
        const members = [...jsonMembers(JSON.stringify(value, null, indent))];
        assertEquals(JSON.stringify(members.map((m) => m.value)), JSON.stringify(Object.values(value)));
        if (!Array.isArray(value)) {
          assertEquals(members.map((m) => m.key), Object.keys(value));
        }
      },
    ),
  );
});
