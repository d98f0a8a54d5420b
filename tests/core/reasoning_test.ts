import { assert, assertEquals } from "@std/assert";
import { cutAtStops } from "../../lib/core/cut_at_stops.ts";
import { splitReasoning } from "../../lib/core/reasoning.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("reasoning: closed, stray, nested, unclosed, in any case", () => {
  const cases: [string, string, string | null, string | null][] = [
    ["plain < text [x]", "plain < text [x]", null, null],
    ["<think>a</think>\n\nB", "B", "a", null],
    ["<THINK>a</Think>B", "B", "a", null],
    ["<think>a</think>B<think>c</think>D", "BD", "a\n\nc", null],
    ["<think>a<think>b</think>c</think>D", "D", "a\n\nb\n\nc", null],
    ["thoughts</think>A", "A", "thoughts", null],
    ["a</think>b</think>C", "C", "a\n\nb", null],
    ["[THINK]a[/THINK]B", "B", "a", null],
    ["<think>a", "", "a", "truncated_reasoning"],
    ["A <think>b", "", "b", "truncated_reasoning"],
    ["<think></think>", "", null, null],
  ];
  for (const [raw, text, reasoning, problem] of cases) {
    const split = splitReasoning(raw);
    assertEquals([split.text, split.reasoning, split.problem], [text, reasoning, problem], raw);
  }
});

Deno.test("M32: channels", () => {
  const raw =
    "<|start|>assistant<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>";
  assertEquals(splitReasoning(raw).text, "B");
  assertEquals(splitReasoning(raw).reasoning, "x");
  assertEquals(splitReasoning("<|channel|>final <|constrain|>json<|message|>{}").text, "{}");
  assertEquals(splitReasoning("<|channel|>commentary<|message|>x").problem, "truncated_reasoning");
  assertEquals(splitReasoning("A<|eot_id|><|im_end|>").strayTokens, 2);
});

Deno.test("property: text without markup is never changed, and no tag survives", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", " ", "<", ">", "/", "\n", "[") }), (text) => {
    assertEquals(splitReasoning(text).text, text);
  }));
  const piece = fc.constantFrom("<think>", "</think>", "a", " ", "\n", "<thinking>", "</THINKING>");
  fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const split = splitReasoning(pieces.join(""));
    assert(!/<\/?think/i.test(split.text));
    if (split.problem !== null) assertEquals(split.text, "");
  }));
});

Deno.test("stops: the first that begins cuts, empty ones are ignored", () => {
  assertEquals(cutAtStops("abcabc", ["ca", "bc"]), "a");
  assertEquals(cutAtStops("abc", ["", "x"]), "abc");
  assertEquals(cutAtStops("abc", ["a"]), "");
});
