import { assertEquals, assertThrows } from "@std/assert";
import { compileTemplate } from "../../lib/core/template.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("P13: a value that looks like a placeholder is never filled again", () => {
  assertEquals(compileTemplate("{a}|{b}", ["a", "b"])({ a: "{b}", b: "SECRET" }), "{b}|SECRET");
  assertEquals(compileTemplate("{b}|{a}", ["a", "b"])({ a: "{b}", b: "{a}" }), "{a}|{b}");
  assertEquals(compileTemplate("{a}", ["a"])({ a: "$& $1 $$" }), "$& $1 $$");
});

Deno.test("P12: braces, tags, LaTeX and dashes of template and values stay as they are", () => {
  const fill = compileTemplate("\\frac{1}{2} {% if %} --- {q}", ["q"]);
  assertEquals(
    fill({ q: "Solve {{x}} where {% a %} ^{{Omega}" }),
    "\\frac{1}{2} {% if %} --- Solve {{x}} where {% a %} ^{{Omega}",
  );
});

Deno.test("P13: unknown and unused placeholders fail when the template is made", () => {
  assertThrows(() => compileTemplate("{a} {typo}", ["a"]), SyntaxError, '"{typo}"');
  assertThrows(() => compileTemplate("{a}", ["a", "reference"]), SyntaxError, '"{reference}"');
});

Deno.test("numbers and booleans are written plainly", () => {
  assertEquals(compileTemplate("{n} {ok}", ["n", "ok"])({ n: 0.5, ok: false }), "0.5 false");
});

Deno.test("property: any values come out whole, in the order of the template", () => {
  const fill = compileTemplate("<{a}><{b}><{a}>", ["a", "b"]);
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => assertEquals(fill({ a, b }), `<${a}><${b}><${a}>`)),
  );
});
