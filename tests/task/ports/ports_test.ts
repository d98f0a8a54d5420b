// deno-lint-ignore-file camelcase -- names of lm-eval's own columns
import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { PORTS } from "../../../lib/task/ports/ports.ts";
import type { TaskFunction } from "../../../lib/task/task_functions.ts";

/** The port under a key, with the constants of its module. */
function port(
  key: string,
  source: { bound?: object; name?: string; constants?: Record<string, unknown> } = {},
): TaskFunction {
  const make = PORTS.get(key);
  if (make === undefined) throw new Error(`no port "${key}"`);
  const { bound = {}, name = "f", constants = {} } = source;
  return make({
    key,
    name,
    bound: bound as Record<string, unknown>,
    folder: "x/de",
    constant: (one) => constants[one],
  });
}

// Values by the Python functions themselves.
Deno.test("scores: span F1, tag accuracy, token F1, weighted F1, probability mass equal Python's", () => {
  const spans = [
    ["PER: Amina $$ LOC: Lagos, Nigeria", "PER: amina $$ LOC: Abuja"],
    ["DATE: the 3rd of May. ORG: U.N.", "DATE: 3rd of May, ORG: UN $ PER: x"],
    ["", "PER: none"],
  ];
  assertAlmostEquals(port("5d942e1f6baf19e3")(spans), 0.19999999999994797, 1e-15);
  const tags = [[["NOUN", "VERB", "X"], [["NOUN", "AUX"]]], [["PRON"], [["PRON", "X"]]]];
  assertEquals(port("8fa0061ffa3518fc")(tags), 0.75);
  const texts = [["The cat, sat", "cat sat down"], ["Ọbẹ́", "obe"], ["a b", "the b a"]];
  assertAlmostEquals(port("a005d869f287578b")(texts), 0.6, 1e-12);
  const labels = [["a", "a"], ["a", "b"], ["b", "b"], ["c", "x"], ["b", "c"]];
  assertAlmostEquals(port("lm_eval.utils.weighted_f1_score")(labels), 0.4666666666666666, 1e-12);
  assertEquals(port("32bf51c776dea610")(labels), 0.4);
  const results = [[-1, false], [-2, true], [-0.5, false]];
  const { acc } = port("e6bf1b3cb7e57afb")({ mc2_targets: { labels: [1, 0, 1] } }, results);
  assertAlmostEquals(acc, 0.8780483476902712, 1e-12);
});

Deno.test("rows: subjects by their generated name, options without blanks, unknown answers refused", () => {
  const rows = [{ domain: "Arts & Humanities" }, { domain: "STEM" }];
  const constants = { CATEGORIES: ["Arts & Humanities", "STEM"] };
  const keep = port("module:d223bfa5581fc4ab", { name: "process_arts_humanities", constants });
  assertEquals(keep(rows), [{ domain: "Arts & Humanities" }]);
  assertThrows(() => port("module:d223bfa5581fc4ab", { name: "process_music", constants }), RangeError);
  const mmmlu = port("module:979ea91f0705a016", { name: "process_anatomy" });
  assertEquals(mmmlu([{ Subject: "anatomy_test.csv_sw-KE.csv" }, { Subject: "law" }]).length, 1);
  const lettered = port("e5b2462f2250f50b");
  const row = { question: "q", A: "1", B: "2", C: "3", D: "4", answer: "C" };
  assertEquals(lettered([row])[0].goal, 2);
  assertThrows(() => lettered([{ ...row, answer: "Z" }]), RangeError, "Z");
});

Deno.test("texts: MMLU-ProX takes the words of its language, with and without the solution", () => {
  const constants = {
    LANG_LIBS: { de: ["Frage:", "Optionen:", "Antwort: Schritt", "", "A: Step"] },
    choices: ["A", "B"],
    max_opt_num: 2,
  };
  const row = { question: "Wie?", option_0: "so", option_1: null, cot_content: "A: Step, also A." };
  const key = "9a0a30dad6063afe";
  assertEquals(
    port(key, { constants, bound: { including_answer: false } })(row),
    "Frage:\nWie?\nOptionen:\nA. so\nAntwort: Schritt",
  );
  assertEquals(
    port(key, { constants })(row),
    "Frage:\nWie?\nOptionen:\nA. so\nAntwort: Schritt, also A.\n\n",
  );
});
