import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { compactChoices } from "../../lib/dataset/compact_choices.ts";
import { shuffleChoices } from "../../lib/dataset/shuffle_choices.ts";
import { findOverlap, type ReadItem, withoutItem } from "../../lib/dataset/overlap.ts";
import { itemKey, normalQuestion } from "../../lib/dataset/item_key.ts";
import { fc } from "../support/fast_check.ts";

const codeOf = (choices: readonly (string | null)[], gold: number): string =>
  assertThrows(() => compactChoices(choices, gold, "row-1"), DataError, '"row-1"').code;

Deno.test("D20: empty and N/A options go, the right one keeps its meaning", () => {
  const found = compactChoices(["x", "", "y", "N/A"], 2);
  assertEquals(found, { choices: ["x", "y"], gold: 1, permutation: [0, 2] });
  assertEquals(compactChoices([null, "null", "-", " n/a "], 1).choices, ["null", "-"]);
});

Deno.test("D20: a right option that is empty, or fewer than 2 left, rejects the row", () => {
  assertEquals(codeOf(["x", "", "y"], 1), "gold_removed");
  assertEquals(codeOf(["x", "", "N/A"], 0), "too_few_choices");
});

Deno.test("D11: equal options reject the row; brackets are content", () => {
  assertEquals(codeOf(["k = [A]/[B]", "k = [B]/[A]", " k = [A]/[B]"], 0), "equal_choices");
  assertEquals(compactChoices(["k = [A]/[B]", "k = [B]/[A]"], 0).choices, ["k = [A]/[B]", "k = [B]/[A]"]);
});

Deno.test("D22: the right option is carried by index, never found by its text", () => {
  assertEquals(codeOf(["10 mg", "5 mg", "10 mg"], 2), "equal_choices");
  for (let seed = 0; seed < 20; seed++) {
    const shown = shuffleChoices({ choices: ["same", "same", "same"], gold: 2 }, { seed, id: "r" });
    assertEquals(shown.permutation[shown.gold], 2);
  }
  for (const gold of [-1, 3, 0.5, NaN]) {
    assertThrows(() => shuffleChoices({ choices: ["a", "b", "c"], gold }, { seed: 1, id: "r" }), RangeError);
  }
});

Deno.test("D12: the order is a pure function of seed and row id, the same in every process (pinned)", () => {
  const row = { choices: ["a", "b", "c", "d"], gold: 0 };
  assertEquals(shuffleChoices(row, { seed: 1, id: "row-5" }).permutation, PINNED);
  const orders = Array.from(
    { length: 30 },
    (_, seed) => shuffleChoices(row, { seed, id: "row-5" }).choices.join(""),
  );
  assertNotEquals(new Set(orders).size, 1);
});
const PINNED = [0, 3, 2, 1]; // worked out with Python's hashlib

Deno.test("D13: no row's letters depend on another row", () => {
  const letters = (from: number): Map<string, string> =>
    new Map(
      Array.from({ length: 10 - from }, (_, i) => `r${i + from}`).map((
        id,
      ) => [
        id,
        shuffleChoices({ choices: ["a", "b", "c", "d"], gold: 1 }, { seed: 7, id }).choices.join(""),
      ]),
    );
  const all = letters(0);
  for (const [id, order] of letters(1)) assertEquals(order, all.get(id));
});

Deno.test("property D12, D22: a shuffle is a permutation that keeps the right option and composes", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      fc.integer(),
      (choices, n, seed) => {
        const gold = n % choices.length;
        const shown = shuffleChoices({ choices, gold }, { seed, id: "x" });
        assertEquals(shown.choices[shown.gold], choices[gold]);
        assertEquals(shown.permutation.map((i) => choices[i]), [...shown.choices]);
        assertEquals(shown.permutation.toSorted((a, b) => a - b), choices.map((_, i) => i));
        const twice = shuffleChoices(shown, { seed: seed === 0 ? 1 : 0, id: "y" });
        assertEquals(twice.permutation.map((i) => choices[i]), [...twice.choices]);
      },
    ),
  );
});

const read: ReadItem = (f) => ({ question: f.q, choices: f.o ?? [] });
const doc = (id: string, q: string, o: readonly string[] = []) => ({ id, index: 0, fields: { q, o } });

Deno.test("D16: a pool item with other metadata and reordered options is found, to be dropped from the pool", () => {
  const pool = [doc("v1", "Which  drug?", ["B", "A"]), doc("v2", "Which dose?"), {
    ...doc("v3", "x + 1"),
    index: 9,
  }];
  const test = [doc("t1", "which drug", ["a", "b"]), doc("t2", "x - 1")];
  assertEquals(findOverlap(pool, test, read), { count: 1, ids: ["v1"] });
});

Deno.test("D14: in a test-only task no item meets itself, by id or by question", () => {
  const docs = [doc("a", "One?"), doc("b", "Two?"), doc("c", "Three?"), doc("d", " one "), doc("b2", "TWO?")];
  for (const item of docs) {
    const shots = withoutItem(docs, item, read);
    assertEquals(
      shots.some((shot) =>
        shot.id === item.id || normalQuestion(shot.fields.q) === normalQuestion(item.fields.q)
      ),
      false,
    );
  }
  assertEquals(withoutItem(docs, docs[2] ?? doc("", ""), read).map((d) => d.id), ["a", "b", "d", "b2"]);
});

Deno.test("overlap: what tells questions apart stays", () => {
  assertNotEquals(normalQuestion("x + 1"), normalQuestion("x - 1"));
  assertNotEquals(itemKey({ question: "q", choices: ["a"] }), itemKey({ question: "q", choices: ["b"] }));
  assertEquals(normalQuestion("ﬁne\u00a0 Day."), "fine day");
});
