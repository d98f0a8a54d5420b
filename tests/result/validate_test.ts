import { assert, assertEquals, assertThrows } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { encodeEntry } from "../../lib/result/entry_codec.ts";
import { assertResults, validateResults } from "../../lib/result/validate.ts";
import { sampleEntry } from "../support/entries.ts";

// deno-lint-ignore no-explicit-any
type Loose = Record<string, any>;
const good = async (): Promise<Loose> => structuredClone(encodeEntry(await sampleEntry("mmlu")));

Deno.test("validateResults() accepts what encodeEntry writes", async () => {
  assertEquals(validateResults(await good()), []);
});

Deno.test("validateResults() names each missing or wrong field by its path", async () => {
  const cases: [string, (json: Loose) => void][] = [
    ["niche", (json) => delete json.niche],
    ["run_id", (json) => (json.run_id = 7)],
    ["timestamp_utc", (json) => (json.timestamp_utc = "yesterday")],
    ["mode", (json) => (json.mode = "quick")],
    ["source", (json) => (json.source = "somewhere")],
    ["quantized", (json) => (json.quantized = "no")],
    ["fingerprint", (json) => (json.fingerprint = null)],
    ["fingerprint.prompt_hash", (json) => delete json.fingerprint.prompt_hash],
    ["results", (json) => (json.results = {})],
    ["results.mmlu", (json) => (json.results.mmlu = 0.5)],
    ["results.mmlu.status", (json) => (json.results.mmlu.status = "done")],
    ["results.mmlu.counts", (json) => (json.results.mmlu.counts.errored = 1)],
    ["results.mmlu.per_category", (json) => (json.results.mmlu.per_category = { a: "0.5" })],
    ["schema_version", (json) => (json.schema_version = 99)],
  ];
  for (const [path, spoil] of cases) {
    const json = await good();
    spoil(json);
    assertEquals(validateResults(json)[0]?.path, path);
  }
  assertEquals(cases.length, 14);
});

Deno.test("S03: 'N/A' in a numeric field is refused", async () => {
  const json = await good();
  json.results.mmlu.stderr = "N/A";
  assertEquals(validateResults(json).map((issue) => issue.path), ["results.mmlu.stderr"]);
});

Deno.test("R06: what JSON cannot carry is refused where it stands", async () => {
  for (const value of [NaN, Infinity, 10n, new Map(), new Error("x"), () => 1, undefined, new Date()]) {
    const json = await good();
    json.extra_fact = { deep: [value] };
    assertEquals(validateResults(json).map((issue) => issue.path), ["extra_fact.deep.0"], String(value));
  }
});

Deno.test("S20: nothing scored means null, never 0", async () => {
  const json = await good();
  json.results.mmlu.counts = { total: 2, scored: 0, errored: 2, unparsed: 0, limited: 0, cached: 0 };
  json.results.mmlu.status = "incomplete";
  json.results.mmlu.score = 0;
  assertEquals(validateResults(json).map((issue) => issue.path), ["results.mmlu.score"]);
  json.results.mmlu.score = null;
  assertEquals(validateResults(json), []);
});

Deno.test("assertResults() names file, field and the number of further issues", () => {
  const error = assertThrows(() => assertResults({ schema_version: 1 }, "x.json"), Error, '"x.json"');
  assert(isBenchError(error) && error.code === "bad_results");
  assert(/at "niche" wanted a name, found nothing \(and \d+ more\)$/.test(error.message), error.message);
  for (const foreign of [null, [], "text", 5, { results: { a: { score: 1, per_category: {} } } }]) {
    assertThrows(() => assertResults(foreign, "x.json"));
  }
});
