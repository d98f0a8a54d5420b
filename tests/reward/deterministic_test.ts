import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { answerBlock, extractAnswerBlock } from "../../lib/reward/answer_block.ts";
import { citationScore } from "../../lib/reward/citations.ts";
import { clip01 } from "../../lib/reward/clip01.ts";
import { completionText, extractCompletionText } from "../../lib/reward/completion_text.ts";
import { matchedLength } from "../../lib/reward/matching_blocks.ts";
import { countSearchCalls, searchWithinBudget } from "../../lib/reward/search_budget.ts";
import { tagFormatScore } from "../../lib/reward/tag_format.ts";
import { overlapReward, percentOfTextAInTextB } from "../../lib/reward/text_overlap.ts";
import { toolCallEfficiency } from "../../lib/reward/tool_efficiency.ts";
import { codePointLength } from "../../lib/core/code_points.ts";
import { fc } from "../support/fast_check.ts";
import { goldenTests } from "./golden.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

function camel(options: Any): Any {
  const named = Object.entries(options).map((
    [key, value],
  ) => [key.replace(/_(.)/g, (_, c) => c.toUpperCase()), value]);
  const all = Object.fromEntries(named);
  if (all.canonicalize === "<lowercase+strip>") all.canonicalize = (id: string) => id.toLowerCase().trim();
  return all;
}

const FUNCTIONS: Record<string, (...args: Any[]) => unknown> = {
  "extract_completion_text": extractCompletionText,
  "extract_answer_block": extractAnswerBlock,
  "clip01": clip01,
  "percent_of_text_a_in_text_b": percentOfTextAInTextB,
  "overlap_reward": overlapReward,
  "count_search_calls": countSearchCalls,
  "search_within_budget": searchWithinBudget,
  "citation_score": citationScore,
  "tool_call_efficiency": toolCallEfficiency,
};

goldenTests("deterministic", 134, ({ input, expected }) => {
  const run = () => FUNCTIONS[input.fn]?.(...input.args, camel(input.opts));
  if (expected?.error !== undefined) assertThrows(run, RangeError);
  else if (input.fn === "tool_call_efficiency") assertAlmostEquals(run() as number, expected, 1e-12);
  else if (input.fn === "clip01") assertEquals(run() as number + 0, expected + 0);
  else assertEquals(run(), expected);
});

Deno.test("J24: text parts of the last assistant message are joined", () => {
  const content = [{ type: "text", text: "A" }, { type: "image_url" }, { type: "text", text: "B" }];
  assertEquals(completionText([{ role: "assistant", content }]), "AB");
  assertEquals(completionText([{ role: "assistant", content }, { role: "tool", content: "x" }]), "");
  assertEquals(completionText([]), "");
});

Deno.test("J21: the answer block is read after the reasoning is gone", () => {
  assertEquals(answerBlock("<think><answer>4</answer></think><answer>5</answer>"), "5");
  assertEquals(answerBlock("<answer>5\nand"), "5\nand");
  assertEquals(answerBlock(" 5 "), "5");
  assertEquals(answerBlock("<think><answer>4</answer>"), "");
});

Deno.test("J19: only well-formed tags in their order earn the format reward", () => {
  const tags = ["think", "answer"];
  assertEquals(tagFormatScore("<think>x</think> <answer>y</answer>\n", tags), 1);
  for (
    const bad of [
      "<think>x</tool><answer>y</answer>",
      "<answer>y</answer><think>x</think>",
      "<think>x</think><answer>y</answer><answer>z</answer>",
      "<think><answer>y</answer></think>",
      "<think>x</think> so <answer>y</answer>",
      "<think>x</think>",
      "",
    ]
  ) assertEquals(tagFormatScore(bad, tags), 0, bad);
  const loose = { textOutside: true };
  assertEquals(tagFormatScore("Hm <think>x</think> so <answer>y</answer>.", tags, loose), 1);
  assertThrows(() => tagFormatScore("", ["a b"]), TypeError);
});

Deno.test("overlap: exact mode has no step at 200 characters", () => {
  const text = "abcde".repeat(40);
  assertEquals(percentOfTextAInTextB(`x${text.slice(1)}`, text), 0);
  assertEquals(percentOfTextAInTextB(`x${text.slice(1)}`, text, { exact: true }), 199 / 200);
  assertEquals(percentOfTextAInTextB(`x${text.slice(2)}`, text.slice(1)), 198 / 199);
});

Deno.test("property: matched length is symmetric in its bounds and complete for equal texts", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });
  fc.assert(fc.property(text, text, (a, b) => {
    const matched = matchedLength(a, b);
    assert(matched >= 0 && matched <= Math.min(codePointLength(a), codePointLength(b)));
    assertEquals(matchedLength(a, a), codePointLength(a));
    assertEquals(matchedLength(a, a + b), codePointLength(a));
  }));
});
