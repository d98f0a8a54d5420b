// deno-lint-ignore-file camelcase -- the files under test are snake_case
import { assertEquals } from "@std/assert";
import { decodeEntry, encodeEntry } from "../../lib/result/entry_codec.ts";
import { validateResults } from "../../lib/result/validate.ts";
import { sampleEntry } from "../support/entries.ts";

const SEED_KEYS = [
  "niche",
  "timestamp_utc",
  "run_id",
  "model_version",
  "quantization_config",
  "mode",
  "source",
  "quantized",
  "fingerprint",
];
const SEED_FINGERPRINT = [
  "harness_commit",
  "task_name",
  "task_revision",
  "dataset_revision",
  "prompt_hash",
  "fewshot_seed",
  "chat_template_hash",
  "answer_extraction",
  "generation_params",
  "model_manifest_sha256",
  "sgfp4_manifest_sha256",
];

Deno.test("encodeEntry() writes the seed's schema first and in its order", async () => {
  const json = encodeEntry(
    await sampleEntry("pubmedqa", { perCategory: { someThing: 0.5, other_thing: null } }),
  );
  assertEquals(Object.keys(json).slice(0, 9), SEED_KEYS);
  assertEquals(Object.keys(json.fingerprint as object), SEED_FINGERPRINT);
  const result = (json.results as Record<string, Record<string, unknown>>).pubmedqa ?? {};
  assertEquals(Object.keys(result).slice(0, 2), ["score", "per_category"]);
  assertEquals(result.per_category, { someThing: 0.5, other_thing: null });
  assertEquals(json.fingerprint_valid, false);
  assertEquals(json.fingerprint_missing, [
    "dataset_revision",
    "model_manifest_sha256",
    "sgfp4_manifest_sha256",
  ]);
});

Deno.test("decodeEntry() is the way back, keys of data untouched", async () => {
  const entry = await sampleEntry("pubmedqa", {
    perCategory: { someThing: 0.5, other_thing: null },
    reasons: { truncated_reasoning: 2, camelCase: 1 },
    groups: {
      "mmlu_stem": { metric: "acc", filter: "none", value: 0.1, stderr: null, higherIsBetter: true, n: 3 },
    },
  }, {
    fingerprint: {
      harnessCommit: "benchbook 0.1.0",
      generationParams: { max_tokens: 5, doSample: false, extra_body: { aB: 1 } },
    },
  });
  assertEquals(decodeEntry(JSON.parse(JSON.stringify(encodeEntry(entry)))), entry);
});

Deno.test("R14: each task keeps its own number of shots", async () => {
  const five = encodeEntry(await sampleEntry("medmcqa", { numFewshot: 5 }));
  const zero = encodeEntry(await sampleEntry("pubmedqa", { numFewshot: 0 }));
  const shots = (json: Record<string, unknown>) =>
    Object.values(json.results as Record<string, { num_fewshot: number }>).map((result) =>
      result.num_fewshot
    );
  assertEquals([shots(five), shots(zero)], [[5], [0]]);
});

Deno.test("decodeEntry() reads version 0 and never believes its fingerprint_valid", () => {
  const seed = {
    niche: "code",
    run_id: "20250101-000000",
    model_version: "m",
    fingerprint: { model_manifest_sha256: "stub", fewshot_seed: 5 },
    fingerprint_valid: true,
    results: {
      humaneval: { score: 0.3, per_category: {} },
      livecodebench: { score: null, per_category: {}, status: "not_implemented" },
      mmlu: { score: null, per_category: { a: null } },
    },
  };
  assertEquals(validateResults(seed), []);
  const entry = decodeEntry(seed);
  assertEquals([entry.schemaVersion, entry.fingerprintValid], [0, false]);
  assertEquals(Object.values(entry.results).map((result) => result.status), ["ok", "skipped", "error"]);
  assertEquals(entry.results.mmlu?.perCategory, { a: null });
});
