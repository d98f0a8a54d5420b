/**
 * The fingerprint of a result: eleven facts without which nobody can tell
 * whether two scores may be compared.
 *
 * @module
 */
import { openHash, sha256Hex } from "../core/hash.ts";
import type { TaskResult } from "./task_result.ts";

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
 * import { collectFingerprint, fingerprintGaps } from "./fingerprint.ts";
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
    harnessCommit: known(facts.harnessCommit),
    taskName: known(result.task),
    taskRevision: known(facts.taskRevision ?? String(result.version)),
    datasetRevision: known(facts.datasetRevision ?? result.dataset.revision),
    promptHash: result.promptHash,
    fewshotSeed: result.fewshotSeed,
    chatTemplateHash: await sha256Hex(facts.chatTemplate ?? ""),
    answerExtraction: known(result.answerExtraction),
    generationParams: facts.generationParams,
    modelManifestSha256: await sha256OfFile(facts.modelManifestPath),
    sgfp4ManifestSha256: await sha256OfFile(facts.sgfp4ManifestPath),
  };
}

const PLACEHOLDER =
  /^(?:|-+|\?+|\.+|n\/?a|none|null|nil|undefined|unknown|unavailable|stub|placeholder|dummy|fake|test|todo|tbd|fixme|missing|not[ _-]?(?:available|set|known|implemented)|x+|0+)$/i;

function known(text: string | null | undefined): string | null {
  return typeof text === "string" && !PLACEHOLDER.test(text.trim()) ? text : null;
}

/** A SHA-256 in hex that is not the same digit throughout. */
const isSha256 = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value) && !/^(.)\1*$/.test(value);

const isText = (value: unknown): boolean => typeof value === "string" && known(value) !== null;

const FORM: Readonly<Record<keyof Fingerprint, (value: unknown) => boolean>> = {
  harnessCommit: isText,
  taskName: isText,
  // A version of 0 is a version.
  taskRevision: (value) => value === "0" || value === "0.0" || isText(value),
  datasetRevision: isText,
  promptHash: isSha256,
  fewshotSeed: (value) => Number.isSafeInteger(value),
  chatTemplateHash: isSha256,
  answerExtraction: isText,
  generationParams: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  modelManifestSha256: isSha256,
  sgfp4ManifestSha256: isSha256,
};

/** Names of the fingerprint's fields, in file order. */
export const FINGERPRINT_FIELDS: readonly (keyof Fingerprint)[] = Object.keys(FORM) as (keyof Fingerprint)[];

/**
 * Fields that are missing, of the wrong form or placeholders (`stub`, `n/a`,
 * `unknown` …). Empty = the fingerprint is valid.
 *
 * @example A placeholder is a gap
 * ```ts
 * import { fingerprintGaps } from "./fingerprint.ts";
 * import { assert } from "@std/assert";
 * assert(fingerprintGaps({ modelManifestSha256: "stub" }).includes("modelManifestSha256"));
 * ```
 */
export function fingerprintGaps(fingerprint: Partial<Fingerprint>): (keyof Fingerprint)[] {
  return FINGERPRINT_FIELDS.filter((field) => !FORM[field](fingerprint[field]));
}
