import { assertEquals } from "@std/assert";
import { makeFilter } from "../../lib/filter/filter.ts";
import { readGoldenJson, readSharedJson } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

interface Case {
  filter: string;
  kwargs: Record<string, unknown> | null;
  docs: Record<string, unknown>[];
  resps: unknown[][];
  out: unknown[];
}

function check(cases: Case[], count: number): void {
  let ran = 0;
  for (const { filter, kwargs, docs, resps, out } of cases) {
    const step = makeFilter(filter, kwargs ?? {});
    resps.forEach((replies, i) => {
      assertEquals(
        step(replies, docs[i] ?? {}, { unparsed() {} }),
        out[i],
        `${filter} ${JSON.stringify(replies)}`,
      );
    });
    ran++;
  }
  assertEquals(ran, count);
  assertEquals(ran, cases.length);
}

Deno.test("golden filters: the compact vectors", async () => {
  check(await readGoldenJson("lmeval", "units", "filters.json"), 22);
});

testWith(["shared"], "golden filters: all shared vectors", async () => {
  check(await readSharedJson("golden", "lmeval", "_units", "filters.json"), 22);
});
