import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import type { Dataset } from "../../lib/dataset/doc.ts";
import { filterDocs } from "../../lib/dataset/filter_docs.ts";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { fromJsonl } from "../../lib/dataset/from_jsonl.ts";
import { limit } from "../../lib/dataset/limit.ts";
import { mapDocs } from "../../lib/dataset/map_docs.ts";
import { sampleDocs } from "../../lib/dataset/sample.ts";
import { SeenIds } from "../../lib/dataset/seen_ids.ts";
import { shuffle } from "../../lib/dataset/shuffle.ts";
import { splitDocs } from "../../lib/dataset/split.ts";
import { shareOut, stratifiedLimit } from "../../lib/dataset/stratified_limit.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { fc } from "../support/fast_check.ts";

const numbers = (count: number, from = 0): Dataset =>
  fromArray(Array.from({ length: count }, (_, i) => ({ id: `r${i + from}`, n: i + from })));
const ids = async (docs: Dataset): Promise<string[]> => (await toArray(docs)).map((doc) => doc.id);

Deno.test("D19: limits of 0 and other nonsense are refused at once", () => {
  for (const count of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(() => limit(numbers(3), count), RangeError, "at least 1");
    assertThrows(() => sampleDocs(numbers(3), count), RangeError);
    assertThrows(() => stratifiedLimit(numbers(3), count, { by: "n" }), RangeError);
  }
});

Deno.test("D19: emptiness says rows read and rows left after each step", async () => {
  const none = limit(
    filterDocs(
      filterDocs(numbers(5), (d) => d.fields.n > 1, "the age filter"),
      () => false,
      "the site filter",
    ),
    2,
  );
  const error = await assertRejects(() => toArray(none), DataError);
  assertEquals(error.code, "empty_dataset");
  for (const part of ["5 rows read", "3 left after the age filter", "0 left after the site filter"]) {
    assert(error.message.includes(part), error.message);
  }
  const own: Dataset = {
    info: { kind: "own", name: "own", revision: null },
    async *[Symbol.asyncIterator]() {},
  };
  await assertRejects(() => toArray(limit(own, 1)), DataError, "0 rows read");
});

Deno.test("limit: stops reading; a bad row behind it is never reached", async () => {
  const text = '{"id":"a"}\n{"id":"b"}\n{bad';
  assertEquals(
    await ids(limit(fromJsonl(new TextEncoder().encode(text.repeat(1))), 9)).catch((e) => e.code),
    "bad_json",
  );
  let read = 0;
  const source: Dataset = {
    info: { kind: "own", name: "own", revision: null },
    async *[Symbol.asyncIterator]() {
      for (let i = 0;; i++) {
        read++;
        yield { id: `${i}`, index: i, fields: {} };
      }
    },
  };
  assertEquals(await ids(limit(source, 3)), ["0", "1", "2"]);
  assertEquals(read, 3);
  assertEquals((await ids(limit(numbers(2), 9))).length, 2);
});

Deno.test("D18: shuffles leave ids and indexes as they were", async () => {
  const rows = fromArray([{ q: "a" }, { q: "b" }, { q: "c" }, { q: "d" }, { q: "e" }]);
  const plain = await toArray(rows);
  for (const seed of [1, 2, 3]) {
    const mixed = await toArray(shuffle(rows, { seed }));
    assertEquals([...mixed].sort((a, b) => a.index - b.index), plain);
  }
  assertNotEquals(await ids(shuffle(rows, { seed: 1 })), await ids(shuffle(rows, { seed: 2 })));
});

Deno.test("D13: dropping rows moves no other row of a shuffle, sample or split", async () => {
  const all = await ids(shuffle(numbers(50), { seed: 9 }));
  const later = await ids(shuffle(numbers(40, 10), { seed: 9 }));
  assertEquals(later, all.filter((id) => Number(id.slice(1)) >= 10));
  const sizes = { a: 0.5, b: 0.5 };
  const whole = new Set(await ids(splitDocs(numbers(50), sizes).a));
  const part = await ids(splitDocs(numbers(40, 10), sizes).a);
  assertEquals(part, [...whole].filter((id) => Number(id.slice(1)) >= 10));
  const small = await ids(sampleDocs(numbers(50), 10));
  const large = new Set(await ids(sampleDocs(numbers(50), 20)));
  assert(small.every((id) => large.has(id)) && small.length === 10 && large.size === 20);
});

Deno.test("shuffle: the order is that of every process (pinned)", async () => {
  assertEquals(await ids(shuffle(numbers(6), { seed: 1 })), PINNED);
  assertThrows(() => shuffle(numbers(3), { seed: 1.5 }), RangeError);
});
const PINNED = ["r3", "r5", "r4", "r2", "r1", "r0"]; // worked out with Python's hashlib

Deno.test("sample: too few rows is an error with both numbers", async () => {
  const error = await assertRejects(
    () => toArray(sampleDocs(numbers(3), 4)),
    DataError,
    "wanted 4 rows, found 3",
  );
  assertEquals(error.code, "too_few_rows");
});

Deno.test("property: shuffle and sample are fair enough", async () => {
  const first = new Map<string, number>();
  const inSample = new Map<string, number>();
  for (let seed = 0; seed < 400; seed++) {
    const [id = ""] = await ids(shuffle(numbers(4), { seed }));
    first.set(id, (first.get(id) ?? 0) + 1);
    for (const one of await ids(sampleDocs(numbers(4), 2, { seed }))) {
      inSample.set(one, (inSample.get(one) ?? 0) + 1);
    }
  }
  for (const count of first.values()) assert(count > 60 && count < 140, `${count} of 400, expected 100`);
  for (const count of inSample.values()) assert(count > 160 && count < 240, `${count} of 400, expected 200`);
});

Deno.test("property: strata keep their shares, each at least one while places last", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 200 }),
      (sizes, count) => {
        const total = sizes.reduce((a, b) => a + b, 0);
        const shares = shareOut(sizes, count);
        assertEquals(shares.reduce((a, b) => a + b, 0), Math.min(count, total));
        for (const [i, share] of shares.entries()) {
          const ideal = count * (sizes[i] ?? 0) / total;
          assert(share >= 0 && share <= (sizes[i] ?? 0));
          if (count >= sizes.length) {
            assert(share >= 1);
          }
          assert(
            count >= total || share <= Math.max(1, Math.ceil(ideal)),
            `${shares} of ${sizes} for ${count}`,
          );
        }
      },
    ),
  );
});

Deno.test("strata: the order stays; a seed draws within strata", async () => {
  const rows = fromArray(Array.from({ length: 30 }, (_, i) => ({ id: `r${i}`, s: i % 3 })));
  assertEquals(await ids(stratifiedLimit(rows, 6, { by: "s" })), ["r0", "r1", "r2", "r3", "r4", "r5"]);
  const drawn = await toArray(stratifiedLimit(rows, 6, { by: (doc) => `${doc.fields.s}`, seed: 3 }));
  assertEquals(drawn.map((doc) => doc.fields.s).sort(), [0, 0, 1, 1, 2, 2]);
  assertNotEquals(drawn.map((doc) => doc.id), ["r0", "r1", "r2", "r3", "r4", "r5"]);
});

Deno.test("split: parts are disjoint, whole, near their shares; groups and equal rows stay together", async () => {
  const { train, test, dev } = splitDocs(numbers(1000), { train: 0.8, test: 0.1, dev: 0.1 }, { seed: 5 });
  const parts = await Promise.all([train, test, dev].map(ids));
  assertEquals(new Set(parts.flat()).size, 1000);
  assertEquals(parts.flat().length, 1000);
  assert(Math.abs((parts[0]?.length ?? 0) - 800) < 50, `${parts[0]?.length}`);
  const twins = fromArray(Array.from({ length: 60 }, (_, i) => ({ q: i % 20 })));
  const halves = splitDocs(twins, { a: 0.5, b: 0.5 });
  const seen = (docs: Dataset): Promise<Set<number>> =>
    toArray(docs).then((all) => new Set(all.map((d) => d.fields.q)));
  assertEquals((await seen(halves.a)).intersection(await seen(halves.b)).size, 0);
  const byGroup = splitDocs(numbers(60), { a: 0.5, b: 0.5 }, { by: (doc) => `${doc.fields.n % 7}` });
  const groups = (docs: Dataset): Promise<Set<number>> =>
    toArray(docs).then((all) => new Set(all.map((d) => d.fields.n % 7)));
  assertEquals((await groups(byGroup.a)).intersection(await groups(byGroup.b)).size, 0);
  for (const bad of [{ a: 0.5 }, { a: 1.5, b: -0.5 }, { a: NaN }, {}]) {
    assertThrows(() => splitDocs(numbers(3), bad as Record<string, number>), RangeError);
  }
});

Deno.test("mapDocs: other faults than data errors are never dropped", async () => {
  const broken = mapDocs(numbers(2), () => {
    throw new TypeError("a bug");
  }, { onBadRow: "drop" });
  await assertRejects(() => toArray(broken), TypeError, "a bug");
});

Deno.test("docs: calls that do not wait get their docs in order; after an error or the end there is no more", async () => {
  const steps = fromJsonl(new TextEncoder().encode('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n{bad'))
    [Symbol.asyncIterator]();
  const three = await Promise.all([steps.next(), steps.next(), steps.next()]);
  assertEquals(three.map((step) => step.value?.id), ["a", "b", "c"]);
  await assertRejects(() => steps.next(), DataError, ":4");
  assertEquals((await steps.next()).done, true);
  const short = numbers(2)[Symbol.asyncIterator]();
  assertEquals((await Promise.all([1, 2, 3, 4].map(() => short.next()))).map((step) => step.done), [
    false,
    false,
    true,
    true,
  ]);
  const none = fromArray([])[Symbol.asyncIterator]();
  await assertRejects(() => none.next(), DataError, "0 rows read");
  assertEquals((await none.next()).done, true);
  const cut = numbers(3)[Symbol.asyncIterator]();
  await cut.next();
  await cut.return?.();
  assertEquals((await cut.next()).done, true);
});

Deno.test("property: the set of seen ids behaves as a set", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3000 }), (texts) => {
      const seen = new SeenIds();
      const set = new Set<string>();
      for (const text of texts) {
        assertEquals(seen.add(text), set.has(text));
        set.add(text);
      }
      assertEquals(seen.size, set.size);
    }),
    { numRuns: 20 },
  );
  const many = new SeenIds();
  for (let i = 0; i < 200_000; i++) if (many.add(`row-${i}`)) throw new Error(`false alarm at ${i}`);
});
