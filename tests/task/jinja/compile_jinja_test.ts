import { assert, assertEquals, assertThrows } from "@std/assert";
import { compileJinja } from "../../../lib/task/jinja/compile_jinja.ts";
import { PyFloat, PyTuple } from "../../../lib/task/jinja/value.ts";
import { TaskError } from "../../../lib/core/errors.ts";
import fc from "../../support/fast_check.ts";
import { readGoldenJson } from "../../support/shared.ts";

/** Parses JSON keeping Python's floats that are whole. */
function withFloats(text: string): Record<string, unknown> {
  const revive = (_key: string, value: unknown, context: { source?: string }): unknown =>
    context.source !== undefined && /[.eE]/.test(context.source) && Number.isInteger(value)
      ? new PyFloat(value as number)
      : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

const render = (template: string, fields: Record<string, unknown> = {}): string =>
  compileJinja(template).render(fields);

Deno.test("compileJinja() renders all own constructs as jinja2 does", async () => {
  const golden = await readGoldenJson("lmeval", "units", "jinja_own.json");
  const doc = withFloats(golden.doc_text);
  let ran = 0;
  for (const { template, out, error, message } of golden.cases) {
    if (error === undefined) assertEquals(render(template, doc), out, template);
    else assertThrows(() => render(template, doc), TaskError, message);
    ran++;
  }
  assertEquals([ran, golden.cases.length], [73, 73]);
});

Deno.test("P12: values with braces are never parsed", () => {
  assertEquals(
    render("{{q}}|{{q}}", { q: "Solve {{x}} where {% a %} {# b #}" }),
    "Solve {{x}} where {% a %} {# b #}|Solve {{x}} where {% a %} {# b #}",
  );
});

Deno.test("compileJinja() leaves any text without tags as it is, but for newlines", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    fc.pre(!/\{[{%#]/.test(text));
    assertEquals(render(text), text.replace(/\r\n?/g, "\n"));
  }));
});

Deno.test("value() keeps the list of a single output", () => {
  const template = compileJinja("{{ choices }}");
  assertEquals(template.value({ choices: ["a", "b"] }), ["a", "b"]);
  assertEquals(compileJinja("{{ a }}{{ b }}").value({ a: 1, b: 2 }), "12");
});

Deno.test("a missing name says the template, the name and what to do", () => {
  const error = assertThrows(
    () => render("Q: {{qestion}}", { question: "x" }),
    TaskError,
    "'qestion' is undefined",
  );
  assertEquals((error as TaskError).code, "template_undefined");
  assertEquals((error as TaskError).details.missing, "qestion");
});

Deno.test("syntax faults name the line", () => {
  for (
    const bad of [
      "a\n{{ x",
      "{% if x %}",
      "{% frob %}",
      "{{ x | }}",
      "{{ 'open }}",
      "{% endfor %}",
      "{% raw %}x",
      "{# x",
    ]
  ) {
    const error = assertThrows(() => render(bad, { x: 1 }), TaskError);
    assertEquals((error as TaskError).code, "template_syntax", bad);
  }
});

Deno.test("Python's ways: division, modulo, slices, tuples, formats", () => {
  assertEquals(render("{{ -7 // 2 }} {{ -7 % 3 }} {{ 7.0 // 2 }} {{ 2 ** -1 }}"), "-4 2 3.0 0.5");
  assertEquals(render("{{ 'abc'[-2:] }}{{ [1,2,3][::2] }}{{ (1,2)[1:] }}"), "bc[1, 3](2,)");
  assertEquals(render("{{ '%05.2f|%-4s|%x' % (3.14159, 'a', 255) }}"), "03.14|a   |ff");
  assertEquals(render("{{ '{:>5}|{:.1f}|{0}'.replace('{0}', '') .format('a', 2) }}"), "    a|2.0|");
  assertEquals(render("{{ x }} {{ [x] }}", { x: new PyTuple([1]) }), "(1,) [(1,)]");
  assertThrows(() => render("{{ 1 / 0 }}"), TaskError, "division by zero");
  assertThrows(() => render("{{ 'a' + 1 }}"), TaskError, '"str" and "int"');
});

Deno.test("scopes: set leaks from if, not from for; with and macros are closed", () => {
  assertEquals(render("{% if true %}{% set a = 1 %}{% endif %}{{ a }}"), "1");
  assertEquals(render("{% set a = 0 %}{% for i in [1] %}{% set a = i %}{% endfor %}{{ a }}"), "0");
  assertEquals(render("{% with a = 2 %}{{ a }}{% endwith %}{{ a is defined }}"), "2False");
  assertEquals(render("{% set x %}a{{ 1 }}{% endset %}[{{ x }}]{% filter upper %}b{% endfilter %}"), "[a1]B");
});

Deno.test("loops give previous and next items, else branches and nested depth", () => {
  assertEquals(render("{% for x in [] %}a{% else %}none{% endfor %}"), "none");
  assertEquals(
    render("{% for x in [1,2] %}{% for y in 'ab' %}{{loop.depth}}{{loop.revindex}}{% endfor %}{% endfor %}"),
    "22212221",
  );
  assertEquals(render("{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}"), "123");
});

Deno.test("dict keys that look like numbers keep their order", () => {
  assertEquals(render("{{ {'10': 1, '2': 2} }}"), "{'10': 1, '2': 2}");
});

Deno.test("filters refuse what they do not know", () => {
  const error = assertThrows(() => render("{{ 1 | frobnicate }}"), TaskError);
  assert((error as TaskError).code === "template_unknown_filter");
});
