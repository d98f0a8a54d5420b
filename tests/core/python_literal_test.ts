import { assertEquals, assertThrows } from "@std/assert";
import { parsePythonLiteral } from "../../lib/core/python_literal.ts";
import { pyRepr } from "../../lib/core/python.ts";
import fc from "../support/fast_check.ts";

Deno.test("parsePythonLiteral() reads what ast.literal_eval reads", () => {
  const cases: [string, unknown][] = [
    ["'a' \"b\"", "ab"],
    [String.raw`'\x41\u00e9\n\'\q'`, "Aé\n'\\q"],
    ["r'\\n'", "\\n"],
    ["'''a\nb'''", "a\nb"],
    ["[1, -2.5, 1e3, 0x1f, 1_000, True, None,]", [1, -2.5, 1000, 31, 1000, true, null]],
    ["(1,)", [1]],
    ["(1)", 1],
    ["1, 2", [1, 2]],
    ["{'a': [1], \"b\": {}}", { a: [1], b: {} }],
    ["{1, 1, 2}", [1, 2]],
    ["(\n  'a' # why\n  'b'\n)", "ab"],
    ["12345678901234567890", 12345678901234567890n],
  ];
  for (const [text, value] of cases) assertEquals(parsePythonLiteral(text), value, text);
});

Deno.test("parsePythonLiteral() refuses names, calls, f-strings, leading zeros and loose ends", () => {
  for (const text of ["", "a", "f('x')", "f'x'", "01", "[1 2]", "'a", "1 2", "{'a': }", "[", "-'a'"]) {
    assertThrows(() => parsePythonLiteral(text), SyntaxError, undefined, text);
  }
});

Deno.test("parsePythonLiteral() gives back what repr printed", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("any"), { maxLength: 3 }),
    ),
  })).any;
  fc.assert(fc.property(value, (one) => assertEquals(parsePythonLiteral(pyRepr(one)), one)));
});
