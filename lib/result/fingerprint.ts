/**
 * The fingerprint of a result: eleven facts without which nobody can tell
 * whether two scores may be compared.
 *
 * @module
 */
import { openHash, sha256Hex } from "../core/hash.ts";
import type { TaskResult } from "./task_result.ts";
import { knownText } from "./fingerprint_gaps.ts";

/** The eleven fields. Null = not known; never a placeholder. */
export interface Fingerprint {
  /** Which harness made it, such as `benchbook 0.1.0 (lm-eval 0.4.13)`. */
  readonly harnessCommit: string | null;
  /** Name of the task. */
  readonly taskName: string | null;
  /** Version of the task definition. */
  readonly taskRevision: string | null;
  /** Hub commit or another pinned revision of the data. */
  readonly datasetRevision: string | null;
  /** SHA-256 over doc, prompt and target hashes of all samples, as lm-eval's task hash. */
  readonly promptHash: string | null;
  /** Seed of the few-shot sampler (not the number of shots). */
  readonly fewshotSeed: number | null;
  /** SHA-256 of the chat template; of the empty text when none is used. */
  readonly chatTemplateHash: string | null;
  /** Name and version of the answer extractor, or `loglikelihood`. */
  readonly answerExtraction: string | null;
  /** Decoding parameters as sent, in the server's names. */
  readonly generationParams: Readonly<Record<string, unknown>> | null;
  /** SHA-256 of the model's manifest file. */
  readonly modelManifestSha256: string | null;
  /** SHA-256 of the manifest of the quantised weights. */
  readonly sgfp4ManifestSha256: string | null;
}

/** What the run knows beside the task's result. */
export interface FingerprintFacts {
  /** Name and version of the harness. */
  readonly harnessCommit: string;
  /** Decoding parameters; `{}` when nothing is generated. */
  readonly generationParams: Readonly<Record<string, unknown>>;
  /** Text of the chat template; null when none is used. */
  readonly chatTemplate?: string | null;
  /** Manifest files; a missing file gives null, not an error. */
  readonly modelManifestPath?: string | null;
  /** See `modelManifestPath`. */
  readonly sgfp4ManifestPath?: string | null;
  /** Pinned by a specialist's config; wins over what the task says. */
  readonly taskRevision?: string | null;
  /** Pinned by a specialist's config; wins over what the data set says. */
  readonly datasetRevision?: string | null;
}

async function sha256OfFile(path: string | null | undefined): Promise<string | null> {
  if (path === null || path === undefined || path === "") return null;
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
  using source = file;
  if (!(await source.stat()).isFile) return null;
  const hash = openHash("sha256");
  const chunk = new Uint8Array(1 << 16);
  for (let n = await source.read(chunk); n !== null; n = await source.read(chunk)) {
    hash.update(chunk.subarray(0, n));
  }
  return hash.digest("hex");
}

/**
 * Computes the fingerprint of a task's result. Manifests are streamed from
 * disk; whatever is unknown is null.
 *
 * @example No manifest, no pinned data: two facts are missing
 * ```ts
 * import { collectFingerprint } from "./fingerprint.ts";
 * import { fingerprintGaps } from "./fingerprint_gaps.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const result = {
 *   task: "pubmedqa", version: 1, fewshotSeed: 1234, promptHash: "ab".repeat(32),
 *   answerExtraction: "loglikelihood", dataset: { name: "sample", revision: "r1", sha256: null, rows: 3 },
 * };
 * const fingerprint = await collectFingerprint(result, { harnessCommit: "benchbook 0.1.0", generationParams: {} });
 * assertEquals(fingerprintGaps(fingerprint), ["modelManifestSha256", "sgfp4ManifestSha256"]);
 * ```
 */
export async function collectFingerprint(
  result: Pick<
    TaskResult,
    "task" | "version" | "fewshotSeed" | "promptHash" | "answerExtraction" | "dataset"
  >,
  facts: FingerprintFacts,
): Promise<Fingerprint> {
  return {
    harnessCommit: knownText(facts.harnessCommit),
    taskName: knownText(result.task),
    taskRevision: knownText(facts.taskRevision ?? String(result.version)),
    datasetRevision: knownText(facts.datasetRevision ?? result.dataset.revision),
    promptHash: result.promptHash,
    fewshotSeed: result.fewshotSeed,
    chatTemplateHash: await sha256Hex(facts.chatTemplate ?? ""),
    answerExtraction: knownText(result.answerExtraction),
    generationParams: facts.generationParams,
    modelManifestSha256: await sha256OfFile(facts.modelManifestPath),
    sgfp4ManifestSha256: await sha256OfFile(facts.sgfp4ManifestPath),
  };
}
