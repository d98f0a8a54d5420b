import { assertEquals } from "@std/assert";
import { collectFingerprint, type Fingerprint } from "../../lib/result/fingerprint.ts";
import { FINGERPRINT_FIELDS, fingerprintGaps } from "../../lib/result/fingerprint_gaps.ts";
import { sampleFacts, sampleResult } from "../support/entries.ts";

const sha = (text: string) => text.repeat(64).slice(0, 64);
const whole: Fingerprint = {
  harnessCommit: "benchbook 0.1.0 (lm-eval 0.4.13)",
  taskName: "mmlu",
  taskRevision: "0",
  datasetRevision: "c30699e8356da336a370243923dbaf21066bb9fe",
  promptHash: sha("ab"),
  fewshotSeed: 1234,
  chatTemplateHash: sha("cd"),
  answerExtraction: "loglikelihood",
  generationParams: {},
  modelManifestSha256: sha("ef"),
  sgfp4ManifestSha256: sha("12"),
};

Deno.test("fingerprintGaps() finds none in a whole fingerprint and has eleven fields", () => {
  assertEquals(fingerprintGaps(whole), []);
  assertEquals(FINGERPRINT_FIELDS.length, 11);
});

Deno.test("R12: placeholders, nulls and wrong forms are gaps", () => {
  const words = [
    "stub",
    "N/A",
    "n/a",
    "unknown",
    "Unavailable",
    "none",
    "",
    " ",
    "TODO",
    "not_implemented",
    "-",
  ];
  for (const word of words) {
    assertEquals(fingerprintGaps({ ...whole, datasetRevision: word }), ["datasetRevision"], word);
    assertEquals(fingerprintGaps({ ...whole, modelManifestSha256: word }), ["modelManifestSha256"], word);
  }
  for (const bad of ["ab", sha("AB"), `${sha("ab")}0`, "0".repeat(64), "sha256:" + sha("ab"), null, 7]) {
    const broken = { ...whole, promptHash: bad } as Fingerprint;
    assertEquals(fingerprintGaps(broken), ["promptHash"], String(bad));
  }
  for (const seed of [null, "1234", 1.5, NaN]) {
    assertEquals(fingerprintGaps({ ...whole, fewshotSeed: seed } as Fingerprint), ["fewshotSeed"]);
  }
  assertEquals(fingerprintGaps({}), [...FINGERPRINT_FIELDS]);
});

Deno.test("collectFingerprint() hashes manifests from disk; missing files and folders give null", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/manifest.json`;
    // Larger than one read.
    await Deno.writeFile(path, new Uint8Array(200_000).fill(97));
    const facts = { ...sampleFacts().fingerprint, modelManifestPath: path };
    const hash = async (p: string) =>
      new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(p))).toHex();
    const made = await collectFingerprint(sampleResult("mmlu"), {
      ...facts,
      sgfp4ManifestPath: `${dir}/none.json`,
    });
    assertEquals(made.modelManifestSha256, await hash(path));
    assertEquals(made.sgfp4ManifestSha256, null);
    const folder = await collectFingerprint(sampleResult("mmlu"), { ...facts, modelManifestPath: dir });
    assertEquals(folder.modelManifestSha256, null);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("collectFingerprint() hashes the chat template, the empty text when there is none", async () => {
  const facts = sampleFacts().fingerprint;
  const none = await collectFingerprint(sampleResult("mmlu"), facts);
  assertEquals(none.chatTemplateHash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const some = await collectFingerprint(sampleResult("mmlu"), { ...facts, chatTemplate: "{{ x }}" });
  assertEquals(some.chatTemplateHash === none.chatTemplateHash, false);
});

Deno.test("R13: the seed field holds the few-shot seed, not the number of shots", async () => {
  const result = sampleResult("mmlu", { numFewshot: 5, fewshotSeed: 1234 });
  assertEquals((await collectFingerprint(result, sampleFacts().fingerprint)).fewshotSeed, 1234);
});

Deno.test("collectFingerprint() prefers what a specialist pins and drops placeholders", async () => {
  const facts = { ...sampleFacts().fingerprint, datasetRevision: "abc123", taskRevision: "stub" };
  const made = await collectFingerprint(sampleResult("mmlu"), facts);
  assertEquals([made.datasetRevision, made.taskRevision], ["abc123", null]);
});
