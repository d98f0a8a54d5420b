import { assertEquals } from "@std/assert";
import {
  joinAtJoint,
  messagesJson,
  type PromptParts,
  renderChat,
  renderText,
} from "../../lib/task/render_prompt.ts";
import { hashDoc } from "../../lib/task/hash_doc.ts";
import { readGoldenJson } from "../support/shared.ts";

const units = await readGoldenJson("lmeval", "units", "hashing.json");

Deno.test("golden: joining at whitespace, 9 cases", () => {
  let cases = 0;
  for (const { args: [left, right, by], out } of units["maybe_delimit"]) {
    assertEquals(joinAtJoint(left, right, by ?? " "), out);
    cases++;
  }
  assertEquals(cases, 9);
});

Deno.test("golden: target hashes, 5 cases, one of which JSON cannot carry", () => {
  let cases = 0;
  for (const { target, hash } of units["str_of_target"]) {
    cases++;
    // [1, 2.0, None, True]: JavaScript has no 2.0.
    if (Array.isArray(target) && target.includes(2)) continue;
    assertEquals(hashDoc({}, "", target).target, hash);
  }
  assertEquals(cases, 5);
});

const parts: PromptParts = {
  head: "H\n",
  shots: [{ question: "q1", answer: "a1", genPrefix: undefined }],
  question: "q2",
  genPrefix: undefined,
  shotTargetDelimiter: " ",
  shotDelimiter: "##",
  targetDelimiter: " ",
};

Deno.test("text: head, shot with delimiters, question without one", () => {
  assertEquals(renderText(parts), "H\nq1 a1##q2");
  assertEquals(renderText({ ...parts, shots: [], head: "" }), "q2");
});

Deno.test("text: an answer prefix joins by the delimiter unless there is whitespace", () => {
  assertEquals(renderText({ ...parts, shots: [], genPrefix: "So" }), "H\nq2 So");
  assertEquals(renderText({ ...parts, shots: [], question: "q2\n", genPrefix: "So" }), "H\nq2\nSo");
  const shot = { question: "q1", answer: "a1", genPrefix: "So" };
  assertEquals(renderText({ ...parts, shots: [shot] }), "H\nq1 So a1##q2");
  assertEquals(renderText({ ...parts, shots: [{ ...shot, genPrefix: "So\n" }] }), "H\nq1 So\na1##q2");
});

Deno.test("a shot with an empty answer or none has no delimiters and no turn of the assistant", () => {
  for (const answer of [undefined, ""]) {
    const shots = [{ question: "q1", answer, genPrefix: undefined }];
    assertEquals(renderText({ ...parts, shots }), "H\nq1q2");
    assertEquals(renderChat({ ...parts, shots }, true).map((message) => message.role), [
      "system",
      "user",
      "user",
    ]);
  }
});

Deno.test("chat: turns keep contents bare, one message keeps the delimiters", () => {
  assertEquals(renderChat(parts, true), [
    { role: "system", content: "H\n" },
    { role: "user", content: "q1" },
    { role: "assistant", content: "a1" },
    { role: "user", content: "q2" },
  ]);
  assertEquals(renderChat({ ...parts, head: "" }, false), [{ role: "user", content: "q1 a1##q2" }]);
  assertEquals(renderChat({ ...parts, genPrefix: "So" }, false).at(-1), { role: "assistant", content: "So" });
});

Deno.test("messages as Python writes them: blanks after separators, escapes, raw letters", () => {
  assertEquals(
    messagesJson([{ role: "user", content: 'a"b\\\n\u0001é🜁' }]),
    '[{"role": "user", "content": "a\\"b\\\\\\n\\u0001é🜁"}]',
  );
  assertEquals(messagesJson([]), "[]");
});
