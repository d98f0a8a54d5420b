import { assertEquals, assertThrows } from "@std/assert";
import { splitReasoning } from "../../lib/core/reasoning.ts";
import { codeBlock, indentBody } from "../../lib/filter/code_block.ts";
import { jsonObjects } from "../../lib/filter/json_block.ts";
import { lastNumber, parseNumber } from "../../lib/filter/number.ts";
import { stripReasoning } from "../../lib/filter/strip_reasoning.ts";
import { defineAnswerFormat, letterFormat } from "../../lib/filter/answer_format.ts";
import { extractAnswer } from "../../lib/filter/extract_answer.ts";

Deno.test("J05: closed, stray and unclosed reasoning", () => {
  assertEquals(stripReasoning("<think>maybe 0</think>1"), { text: "1", reasoning: "maybe 0", problem: null });
  assertEquals(stripReasoning("draft</THINK>1").text, "1");
  assertEquals(stripReasoning('<think>maybe {"score":0}').problem, "truncated_reasoning");
  assertEquals(stripReasoning("a<thinking>b</thinking>c<think>d</think>e"), {
    text: "ace",
    reasoning: "b\n\nd",
    problem: null,
  });
  assertEquals(stripReasoning("<think>a<think>b</think>c</think>X").text, "X");
  assertEquals(stripReasoning("plain").text, "plain");
  assertEquals(stripReasoning("<think>a</think>\n\n  B"), { text: "B", reasoning: "a", problem: null });
});

Deno.test("J05 M32: a stored reply is stripped exactly as a received one", () => {
  const replies = [
    "<think>x</think>\n A ",
    "[THINK]x[/THINK]A",
    "x</reflection>\nA",
    " A < b",
    "<|channel|>final<|message|>A",
  ];
  for (const reply of replies) {
    const received = splitReasoning(reply);
    assertEquals(stripReasoning(reply).text, received.text);
    assertEquals(stripReasoning(reply).reasoning, received.reasoning ?? "");
  }
});

Deno.test("M32: only the final channel is the answer", () => {
  const reply = "<|channel|>analysis<|message|>maybe A<|end|><|start|>assistant<|channel|>final<|message|>B";
  assertEquals(stripReasoning(reply).text, "B");
  assertEquals(stripReasoning("<|channel|>analysis<|message|>maybe A").problem, "truncated_reasoning");
});

Deno.test("P18: prose, a fence, prose", () => {
  const reply =
    "Here is the code:\n```python\nimport math\n\ndef area(r):\n    return math.pi * r\n```\nIt works.";
  assertEquals(codeBlock(reply, { entryPoint: "area" }), {
    code: "import math\n\ndef area(r):\n    return math.pi * r\n",
    from: "tagged",
    closed: true,
  });
  assertEquals(codeBlock("    return 1\n").code, "    return 1\n");
  const two = "```python\ndef area(r):\n    pass\n```\n```python\nx = 1\ny = 2\nz = 3\nprint(x, y, z)\n```";
  assertEquals(codeBlock(two, { entryPoint: "area" }).code, "def area(r):\n    pass\n");
  assertEquals(codeBlock(two).code, "x = 1\ny = 2\nz = 3\nprint(x, y, z)\n");
});

Deno.test("P19: other languages and open fences", () => {
  const reply = "```bash\npip install x\n```\n```python\ndef f():\n    return 1\n```";
  assertEquals(codeBlock(reply).code, "def f():\n    return 1\n");
  assertEquals(codeBlock("```bash\nls\n```\n").from, "raw");
  assertEquals(codeBlock("```\ndef f(): pass\n```\n```ts\nconst f = 1\n```").from, "untagged");
  assertEquals(codeBlock("```py\ndef f():\n    return 1"), {
    code: "def f():\n    return 1",
    from: "tagged",
    closed: false,
  });
  const again = "```python\ndef f(): return 1\n```\n```python\ndef f(): return 2\n```";
  assertEquals(codeBlock(again, { entryPoint: "f" }).code, "def f(): return 2\n");
  assertEquals(codeBlock("````python\na = '''\n```\n'''\n````").code, "a = '''\n```\n'''\n");
});

Deno.test("P21: the left side stays, and an indent can be mended", () => {
  assertEquals(codeBlock("     return a + b\n").code, "     return a + b\n");
  const prompt = 'def add(a, b):\n    """Adds."""\n';
  assertEquals(indentBody("     return a + b\n", prompt), "    return a + b\n");
  assertEquals(indentBody("return a + b\n", prompt), "    return a + b\n");
  assertEquals(
    indentBody("if a:\n    return a\nreturn b\n", prompt),
    "    if a:\n        return a\n    return b\n",
  );
  assertEquals(indentBody("     x = 1\n    return x\n", prompt), "    x = 1\n    return x\n");
  assertEquals(indentBody("\n\n", prompt), "\n\n");
});

Deno.test("P22: prompt and extractor are one object that tests itself", () => {
  assertEquals(letterFormat(["A", "B", "C"]).extract("so\nANSWER: C"), "C");
  const format = {
    name: "line/1",
    instruction: "End with Answer: and a number.",
    example: "Answer: 7",
    expected: "7",
    extract: (reply: string) => /\\boxed\{(\d+)\}/.exec(reply)?.[1] ?? null,
  };
  assertThrows(() => defineAnswerFormat(format), Error, "line/1");
});

Deno.test("P14: a number ends at any whitespace", () => {
  const reply = "10\n\nPassage: The 2011 census";
  assertEquals(parseNumber(reply.split(/\s/u)[0] ?? ""), 10);
  assertEquals(parseNumber("10\u2003"), 10);
  assertEquals(parseNumber(reply), null);
});

Deno.test("P23: separators, units, fractions", () => {
  const cases: [string, number | null][] = [
    ["1,000", 1000],
    ["$1000.00", 1000],
    ["1 000", 1000],
    ["1/2", 0.5],
    ["\u00bd", 0.5],
    ["50%", 50],
    ["-3.5", -3.5],
    ["\u22127", -7],
    ["-$5", -5],
    ["1e3", 1000],
    ["1,000.", 1000],
    [".5", 0.5],
    ["", null],
    [" ", null],
    ["1,00", null],
    ["1000,000", null],
    ["1/0", null],
    ["1.2.3", null],
    ["ten", null],
    ["0x10", null],
    ["Infinity", null],
  ];
  for (const [text, wanted] of cases) assertEquals(parseNumber(text), wanted, JSON.stringify(text));
  assertEquals(lastNumber("The total is 1,000."), 1000);
  assertEquals(lastNumber("It was 7 in 2011"), 2011);
  assertEquals(lastNumber("B12 and v1.2.3"), null);
});

Deno.test("jsonObjects: whole text, several, none inside a broken one", () => {
  assertEquals(jsonObjects(' {"a": 1} '), [{ a: 1 }]);
  assertEquals(jsonObjects('```json\n{"a": "}"}\n``` then {"b": 2}'), [{ a: "}" }, { b: 2 }]);
  assertEquals(jsonObjects('{"outer": {"a": 1}'), []);
  assertEquals(jsonObjects('{bad} {"a": 1}'), [{ a: 1 }]);
  assertEquals(jsonObjects("none"), []);
});

Deno.test("extractAnswer: an answer inside the thought does not count", () => {
  assertEquals(extractAnswer("<think>Answer: A</think>\nI cannot say.", { labels: ["A", "B"] }).answer, null);
});
