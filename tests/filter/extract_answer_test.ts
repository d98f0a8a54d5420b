import { assert, assertEquals, assertThrows } from "@std/assert";
import { extractAnswer } from "../../lib/filter/extract_answer.ts";

const ABCD = ["A", "B", "C", "D"];
const AJ = [..."ABCDEFGHIJ"];

function reads(cases: readonly (readonly [string, string | null])[], options = { labels: ABCD }): void {
  for (const [text, wanted] of cases) {
    assertEquals(extractAnswer(text, options).answer, wanted, JSON.stringify(text));
  }
}

Deno.test("P01: every common shape gives the letter", () => {
  reads([
    ["The answer is (B).", "B"],
    ["(B)", "B"],
    ["(B)\n", "B"],
    ["Correct answer is (B)", "B"],
    ["B", "B"],
    ["B.", "B"],
    [" B\n", "B"],
    ["The correct answer is B because A is too small.", "B"],
    ["The best choice would be option C.", "C"],
    ["Answer:\n\nD", "D"],
    ["B) blue", "B"],
    ["B\n\nBlue light is shorter.", "B"],
  ]);
});

Deno.test("P02: decoration is stripped", () => {
  reads([
    ["ANSWER: $B$", "B"],
    ["**B**", "B"],
    ["**Answer:** B", "B"],
    ["**Answer: B**", "B"],
    ["\\boxed{B}", "B"],
    ["\\boxed{\\text{B}}", "B"],
    ["$\\boxed{\\mathrm{B}}$", "B"],
    ["Answer: [B]", "B"],
    ["Answer: <B>", "B"],
    ["Answer: `B`", "B"],
    ['Answer: "B"', "B"],
    ["Answer: **(B)**", "B"],
    ["It must be **C**.", "C"],
    ["ANSWER: $LETTER", null],
  ]);
});

Deno.test("P03: the last explicit declaration wins", () => {
  reads([
    ["Answer: this asks for a colour.\nRed fits.\nANSWER: C", "C"],
    ["Answer: A. Wait, that is wrong. Answer: D", "D"],
    ["Answer seems to be A", "A"],
    ["ANSWER: A\n\\boxed{B}", "B"],
  ]);
});

Deno.test("P05: ordinary words are not letters", () => {
  reads([
    ["I think a deficiency of iron is likely.", null],
    ["The spleen.", null],
    ["Based on the text, it depends.", null],
    ["A deficiency of iron.", null],
    ["Answer: A deficiency of iron", null],
    ["The answer is a deficiency of iron.", null],
    ["Answer: I think it is unclear", null],
    ["b", null],
  ], { labels: AJ });
});

Deno.test("P06: a refusal is no answer", () => {
  for (const text of ["ANSWER: Cannot be determined", "ANSWER: None of the above", "ANSWER: Don't know"]) {
    const read = extractAnswer(text, { labels: ABCD });
    assertEquals([read.answer, read.reason], [null, "no_answer"], text);
  }
  reads([["Answer: B\nOn reflection, ANSWER: Cannot be determined", null]]);
  assertEquals(
    extractAnswer("ANSWER: None of the above", {
      labels: ABCD,
      choices: ["x", "y", "z", "None of the above"],
    }).answer,
    "D",
  );
});

Deno.test("P07: a lower-case letter after a cue", () => {
  reads([["answer: b", "B"], ["The answer is (c).", "C"], ["answer: b.", "B"]]);
});

Deno.test("P08: no chance credit", () => {
  reads([
    ["I am unable to answer this medical question.", null],
    ["", null],
    ["A B C D", null],
    ["(A) is too low and (B) is too high.", null],
    ["A. red\nB. blue\nC. green\nD. none", null],
  ], { labels: ABCD });
  assertEquals(extractAnswer("(A) or (B)", { labels: ABCD }).reason, "ambiguous");
});

Deno.test("P10: a reply that ends inside a thought is no answer", () => {
  assertEquals(extractAnswer("<think>The answer is B", { labels: ABCD }).reason, "truncated_reasoning");
  reads([["<think>answer: A\n\nhm</think>\nAnswer: C", "C"], ["so A</THINK>B", "B"]]);
});

Deno.test("P15: look-alikes and zero-width characters", () => {
  reads([
    ["ANSWER:\u200BB", "B"],
    ["ANSWER: \uFF22", "B"],
    ["ANSWER:\u00A0B", "B"],
    ["\uFEFFB", "B"],
  ]);
  assertEquals(extractAnswer("Answer: cafe\u0301", { choices: ["tea", "caf\u00e9"] }).indices, [1]);
});

Deno.test("P16: a list is ambiguous for one answer and a set for several", () => {
  const text = "ANSWER: A, B and C";
  const single = extractAnswer(text, { labels: ABCD });
  assertEquals([single.answer, single.reason], [null, "ambiguous"]);
  assertEquals(extractAnswer(text, { labels: ABCD, mode: "multi" }).indices, [0, 1, 2]);
  assertEquals(extractAnswer("ANSWER: C, A", { labels: ABCD, mode: "multi" }).answer, "A,C");
  assertEquals(extractAnswer("ANSWER: A, I think", { labels: AJ }).answer, "A");
});

Deno.test("P17: labels come from the row", () => {
  const labels = Array.from({ length: 12 }, (_, i) => String(i + 1));
  reads([["Answer: 12", "12"], ["Answer: 1", "1"], ["12", "12"], ["Answer: 12.5", null], [
    "Answer: 13",
    null,
  ]], { labels });
  const many = Array.from({ length: 30 }, (_, i) => `option text ${i}`);
  assertEquals(extractAnswer("Answer: 27", { choices: many }).indices, [26]);
  assertThrows(() => extractAnswer("A", { labels: ["A"], choices: ["x", "y"] }), Error, "label per option");
  assertThrows(() => extractAnswer("A", { labels: ["A", "A"] }), Error, "different labels");
});

Deno.test("J06: a cue and a value are whole tokens", () => {
  reads([["Unanswered: B is left", null], ["Answer: CI", null], ["Answer is insufficient", null]]);
});

Deno.test("extractAnswer: words as labels, and texts of options", () => {
  const labels = ["yes", "no", "maybe"];
  reads([["Yes, it does.", "yes"], ["Answer: No", "no"], ["maybe", "maybe"], [
    "The answer is **maybe**.",
    "maybe",
  ]], {
    labels,
  });
  const choices = ["Guilty", "Guilty of Romance", "Paris", "Rome"];
  assertEquals(extractAnswer("It is guilty of romance!", { choices }).indices, [1]);
  assertEquals(extractAnswer("The answer is Paris.", { choices }).indices, [2]);
  assertEquals(extractAnswer("Paris or Rome", { choices }).reason, "ambiguous");
});

Deno.test("Z07: a megabyte of cues ends soon", () => {
  for (
    const unit of [
      "Answer ",
      "answer: ",
      "(((",
      "**",
      "\\boxed{",
      "<think>a</think>",
      "A, ",
      "Answer is the the ",
    ]
  ) {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const read = extractAnswer(text, { labels: AJ, choices: AJ.map((one) => `text ${one}`) });
    assert(read.answer === null, unit);
  }
});
