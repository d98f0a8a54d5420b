import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { fromCsv } from "../../lib/dataset/from_csv.ts";
import { checkPin } from "../../lib/dataset/check_pin.ts";
import { pinDataset } from "../../lib/dataset/pin.ts";
import { contentHash } from "../../lib/dataset/content_hash.ts";
import { toArray } from "../../lib/dataset/to_array.ts";

const ROWS = [{ q: "a", n: 1 }, { q: "b", n: 2 }];

Deno.test("D10: the hash is of content and order, not of format, key order or ids", async () => {
  const hash = await contentHash(fromArray(ROWS));
  assertEquals(hash, await contentHash(fromArray([{ n: 1, q: "a" }, { n: 2, q: "b" }], { idField: "q" })));
  const csv = fromCsv(new TextEncoder().encode("n,q\n1,a\n2,b\n"), { columns: { n: "integer" } });
  assertEquals(hash, await contentHash(csv));
  for (
    const other of [[...ROWS].reverse(), [ROWS[0] ?? {}], [...ROWS, ...ROWS], [{ q: "a", n: "1" }, {
      q: "b",
      n: 2,
    }]]
  ) {
    assert(hash !== await contentHash(fromArray<Record<string, unknown>>(other)));
  }
});

Deno.test("D10: another split than the pinned one: both values in the report, an error where it binds", async () => {
  const wanted = { rows: 500, sha256: "f".repeat(64), revision: "a".repeat(40) };
  const report = await checkPin(fromArray(ROWS), wanted);
  assertEquals([report.ok, report.rows, report.revision], [false, { wanted: 500, found: 2 }, {
    wanted: wanted.revision,
    found: null,
  }]);
  assertEquals(report.problems.length, 3);
  assertEquals(report.sha256.found, await contentHash(fromArray(ROWS)));
  const error = await assertRejects(
    () => toArray(pinDataset(fromArray(ROWS), { rows: 500 })),
    DataError,
    "wanted 500, found 2",
  );
  assertEquals(error.code, "pin_mismatch");
});

Deno.test("pin: nothing is given before all was checked; a good split passes, twice", async () => {
  const good = pinDataset(fromArray(ROWS), {
    rows: 2,
    sha256: await contentHash(fromArray(ROWS)),
    revision: null,
  });
  assertEquals((await toArray(good)).length, 2);
  assertEquals((await toArray(good)).length, 2);
  let given = 0;
  await assertRejects(async () => {
    for await (const _ of pinDataset(fromArray(ROWS), { rows: 3 })) given++;
  }, DataError);
  assertEquals(given, 0);
  assertEquals((await checkPin(fromArray(ROWS), {})).ok, true);
});
